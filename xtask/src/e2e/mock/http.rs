//! As much of HTTP/1.1 as the clients use: one request a connection, read whole.

use std::io::{self, BufRead, Read as _, Write};

/// A longer body is refused, so that a broken length cannot fill the memory.
const MAX_BODY: u64 = 64 << 20;

/// A request; the headers are not kept, since they hold keys.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path, with the query.
    pub(super) target: String,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// The path without the query.
    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }
}

/// An answer, sent whole.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) body: String,
}

/// Reads one request; `None` where the other side closed without a word.
///
/// # Errors
///
/// Fails where the bytes are no request, or the connection ends within one.
pub(super) fn read(stream: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_ascii_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Err(malformed("no request line"));
    };
    let (method, target) = (method.to_owned(), target.to_owned());
    let mut length = 0;
    let mut chunked = false;
    loop {
        let mut header = String::new();
        if stream.read_line(&mut header)? == 0 {
            return Err(malformed("the headers do not end"));
        }
        let header = header.trim_end();
        if header.is_empty() {
            break;
        }
        let Some((name, value)) = header.split_once(':') else {
            return Err(malformed("a header without a colon"));
        };
        let value = value.trim();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().map_err(|_| malformed("content-length"))?;
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            chunked = value.eq_ignore_ascii_case("chunked");
        }
    }
    let body = if chunked {
        read_chunks(stream)?
    } else {
        read_exactly(stream, length)?
    };
    Ok(Some(Request {
        method,
        target,
        body,
    }))
}

fn read_chunks(stream: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(|_| malformed("a chunk's size"))?;
        body.extend(read_exactly(stream, size)?);
        // The end of the chunk's line; after the last chunk, that of the body.
        stream.read_line(&mut String::new())?;
        if size == 0 {
            return Ok(body);
        }
        if body.len() as u64 > MAX_BODY {
            return Err(malformed("the body is too long"));
        }
    }
}

fn read_exactly(stream: &mut impl BufRead, length: u64) -> io::Result<Vec<u8>> {
    if length > MAX_BODY {
        return Err(malformed("the body is too long"));
    }
    let mut bytes = Vec::new();
    stream.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes)
    } else {
        Err(malformed("the body ends early"))
    }
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Sends `response`, after which the connection is to be closed; without its body where `method` is
/// HEAD.
pub(super) fn write(stream: &mut impl Write, method: &str, response: &Response) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {} -\r\ncontent-type: {}\r\ncontent-length: {}\r\ncache-control: no-cache\r\nconnection: close\r\n\r\n",
        response.status,
        response.content_type,
        response.body.len()
    )?;
    if method != "HEAD" {
        stream.write_all(response.body.as_bytes())?;
    }
    stream.flush()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn post(path: &str) -> Request {
        Request {
            method: "POST".to_owned(),
            target: path.to_owned(),
            body: Vec::new(),
        }
    }

    fn request(bytes: &str) -> io::Result<Option<Request>> {
        read(&mut bytes.as_bytes())
    }

    #[test]
    fn a_body_is_read_by_length_or_in_chunks() {
        for bytes in [
            "POST /v1/messages?beta=true HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloPOST",
            "POST /v1/messages?beta=true HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
        ] {
            let read = request(bytes).unwrap().unwrap();
            assert_eq!(read.method, "POST");
            assert_eq!(read.path(), "/v1/messages");
            assert_eq!(read.target, "/v1/messages?beta=true");
            assert_eq!(read.body, b"hello", "{bytes}");
        }
    }

    #[test]
    fn what_is_no_whole_request_is_refused() {
        assert_eq!(request("").unwrap(), None);
        for bytes in [
            "POST\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\nhello",
            "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        ] {
            assert!(request(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_head_request_gets_no_body() {
        let response = Response {
            status: 200,
            content_type: "text/plain",
            body: "hello".to_owned(),
        };
        for (method, end) in [("GET", "\r\n\r\nhello"), ("HEAD", "\r\n\r\n")] {
            let mut sent = Vec::new();
            write(&mut sent, method, &response).unwrap();
            let sent = String::from_utf8(sent).unwrap();
            assert!(sent.starts_with("HTTP/1.1 200 "), "{sent}");
            assert!(sent.contains("content-length: 5\r\n"), "{sent}");
            assert!(sent.ends_with(end), "{method}: {sent}");
        }
    }
}
