//! A model's service on the loopback device: it answers from a script and writes down every request
//! body.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::script::{Block, Reply};
use http::{Request, Response};

mod anthropic;
mod gemini;
mod http;
mod responses;
mod sse;

/// A client that sends nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// The protocol of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Wire {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Responses.
    Responses,
    /// Gemini's `generateContent` and `streamGenerateContent`.
    Gemini,
}

/// What a request is to the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A turn of the conversation; takes the next reply.
    Main,
    /// Another question to the model, as for a title; gets a word.
    Side,
    /// No question to the model.
    Other,
}

/// One request, as it is logged, one a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Exchange {
    /// True for a turn of the conversation.
    pub(super) main: bool,
    pub(super) method: String,
    /// Path and query.
    pub(super) target: String,
    /// The body: JSON, or a text where it is none.
    pub(super) body: Value,
}

struct Mock {
    wire: Wire,
    state: Mutex<State>,
}

struct State {
    replies: VecDeque<Reply>,
    requests: usize,
    log: File,
}

/// Answers on `listener` until the process ends, and logs to the new file `log`.
///
/// # Errors
///
/// Fails if the log cannot be made.
pub(super) fn serve(
    listener: TcpListener,
    wire: Wire,
    script: Vec<Reply>,
    log: &Path,
) -> Result<()> {
    let log = File::create(log).with_context(|| format!("making {}", log.display()))?;
    let mock = Arc::new(Mock {
        wire,
        state: Mutex::new(State {
            replies: script.into(),
            requests: 0,
            log,
        }),
    });
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mock = Arc::clone(&mock);
            // A connection that breaks shows in the client's run, which is what is looked at.
            thread::spawn(move || mock.converse(&stream));
        }
    });
    Ok(())
}

impl Mock {
    fn converse(&self, stream: &TcpStream) -> Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        let Some(request) = http::read(&mut BufReader::new(stream))? else {
            return Ok(());
        };
        let response = self.answer(&request)?;
        http::write(&mut &*stream, &request.method, &response)?;
        Ok(())
    }

    fn answer(&self, request: &Request) -> Result<Response> {
        let body = serde_json::from_slice(&request.body)
            .unwrap_or_else(|_| json!(String::from_utf8_lossy(&request.body)));
        let kind = match self.wire {
            Wire::Anthropic => anthropic::kind(request, &body),
            Wire::Responses => responses::kind(request, &body),
            Wire::Gemini => gemini::kind(request, &body),
        };
        let exchange = Exchange {
            main: kind == Kind::Main,
            method: request.method.clone(),
            target: request.target.clone(),
            body,
        };
        let (number, reply) = self.note(&exchange)?;
        if exchange.method == "HEAD" {
            // A look whether the service is there.
            return Ok(ok_json(&json!({})));
        }
        let body = &exchange.body;
        Ok(match self.wire {
            Wire::Anthropic => anthropic::respond(request, body, number, &reply),
            Wire::Responses => responses::respond(request, body, number, &reply),
            Wire::Gemini => gemini::respond(request, &reply),
        })
    }

    /// Logs a request; returns its number and what the model says to it.
    fn note(&self, exchange: &Exchange) -> Result<(usize, Reply)> {
        let mut line = serde_json::to_vec(exchange)?;
        line.push(b'\n');
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.requests += 1;
        state.log.write_all(&line)?;
        let scripted = if exchange.main {
            state.replies.pop_front()
        } else {
            None
        };
        let reply = scripted.unwrap_or_else(|| vec![Block::Text("ok".to_owned())]);
        Ok((state.requests, reply))
    }
}

fn ok_json(body: &Value) -> Response {
    Response {
        status: 200,
        content_type: "application/json",
        body: body.to_string(),
    }
}

fn not_found(body: &Value) -> Response {
    Response {
        status: 404,
        ..ok_json(body)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;

    use super::*;

    fn ask(address: std::net::SocketAddr, method: &str, target: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nauthorization: secret\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn the_script_is_for_the_conversation_and_all_bodies_are_logged() {
        let temp = tempfile::tempdir().unwrap();
        let log = temp.path().join("requests.jsonl");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let say = |text: &str| vec![Block::Text(text.to_owned())];
        serve(
            listener,
            Wire::Anthropic,
            vec![say("first"), say("second")],
            &log,
        )
        .unwrap();

        let main = r#"{"tools":[{"name":"Read"}],"stream":true,"model":"m"}"#;
        let mut seen = Vec::new();
        for (method, target, body) in [
            ("HEAD", "/", ""),
            ("POST", "/v1/messages", main),
            ("POST", "/v1/messages", r#"{"model":"m"}"#),
            ("POST", "/v1/messages", main),
            ("POST", "/v1/messages", main),
            ("POST", "/elsewhere", "not JSON"),
        ] {
            let answer = ask(address, method, target, body);
            let word = ["first", "second", "\"ok\"", "not_found_error"]
                .into_iter()
                .find(|word| answer.contains(word));
            seen.push(word);
        }
        assert_eq!(
            seen,
            [
                None,
                Some("first"),
                Some("\"ok\""),
                Some("second"),
                Some("\"ok\""),
                Some("not_found_error")
            ]
        );

        let log = fs::read_to_string(log).unwrap();
        assert!(!log.contains("secret"), "{log}");
        let logged: Vec<Exchange> = log
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(
            logged
                .iter()
                .map(|exchange| exchange.main)
                .collect::<Vec<_>>(),
            [false, true, false, true, true, false]
        );
        assert_eq!(logged[5].body, "not JSON");
    }
}
