//! The common shape of front matter, read without a parser.
//!
//! `key: value` at column 0, plain or simply quoted scalars, inline lists and block lists of such.
//! Anything else, and anything that YAML might read otherwise, makes the scanner give up: it never
//! answers differently from the authority.

use std::borrow::Cow;

use super::{Field, Value};

/// Room for the fields of most records.
const USUAL_FIELDS: usize = 12;

/// The fields, or `None` where the source is not surely of the common shape.
pub(super) fn scan(source: &str) -> Option<Vec<Field<'_>>> {
    if has_odd_bytes(source.as_bytes())
        || !source.is_ascii() && source.chars().any(is_odd)
        || has_lone_return(source.as_bytes())
    {
        return None;
    }
    let mut fields: Vec<Field<'_>> = Vec::with_capacity(USUAL_FIELDS);
    let mut lines = Lines::new(source);
    while let Some(line) = lines.next() {
        if is_blank(line) {
            continue;
        }
        let number = lines.number;
        let (key, rest) = split_key(line)?;
        let value = if rest.is_empty() || rest.starts_with('#') {
            block_list(&mut lines)?
        } else {
            let value = inline_value(rest)?;
            // A deeper line goes on with the value.
            if lines
                .ahead
                .is_some_and(|next| next.starts_with(' ') && !is_blank(next))
            {
                return None;
            }
            value
        };
        fields.push(Field {
            key: Cow::Borrowed(key),
            value,
            line: number,
        });
    }
    (!fields.is_empty()).then_some(fields)
}

/// The items below a key that has no value of its own.
fn block_list<'s>(lines: &mut Lines<'s>) -> Option<Value<'s>> {
    let mut items = Vec::new();
    let mut indent = None;
    while let Some(next) = lines.ahead {
        if is_blank(next) {
            lines.next();
            continue;
        }
        let text = without_spaces_before(next);
        let depth = next.len() - text.len();
        let Some(item) = text.strip_prefix("- ") else {
            // Deeper text is a nested mapping or a scalar over several lines.
            if depth > 0 || text == "-" {
                return None;
            }
            break;
        };
        if *indent.get_or_insert(depth) != depth {
            return None;
        }
        items.push(block_item(without_spaces_before(item))?);
        lines.next();
    }
    Some(if items.is_empty() {
        Value::Null
    } else {
        Value::List(items)
    })
}

/// The lines of a source, without their line ends.
struct Lines<'s> {
    /// The line that comes next.
    ahead: Option<&'s str>,
    rest: Option<&'s str>,
    /// The number of the line that was given last.
    number: usize,
}

impl<'s> Lines<'s> {
    fn new(source: &'s str) -> Lines<'s> {
        let mut lines = Lines {
            ahead: None,
            rest: Some(source),
            number: 0,
        };
        lines.cut();
        lines
    }

    fn cut(&mut self) {
        self.ahead = self.rest.map(|rest| {
            let end = memchr::memchr(b'\n', rest.as_bytes());
            self.rest = end.map(|end| &rest[end + 1..]);
            let line = &rest[..end.unwrap_or(rest.len())];
            line.strip_suffix('\r').unwrap_or(line)
        });
    }

    fn next(&mut self) -> Option<&'s str> {
        let line = self.ahead?;
        self.number += 1;
        self.cut();
        Some(line)
    }
}

/// Control characters, tabs among them. Looks at all bytes whatever it finds, as the compiler then
/// takes many at once.
fn has_odd_bytes(bytes: &[u8]) -> bool {
    bytes.iter().fold(false, |odd, &byte| {
        odd | ((byte < b' ') & (byte != b'\n') & (byte != b'\r')) | (byte == 0x7f)
    })
}

/// Characters that YAML takes for line ends or refuses, and the byte order mark.
fn is_odd(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    )
}

/// A `\r` that is not part of a CRLF, nor the last byte.
fn has_lone_return(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'\r', bytes).any(|at| !matches!(bytes.get(at + 1), None | Some(b'\n')))
}

fn is_blank(line: &str) -> bool {
    matches!(
        without_spaces_before(line).bytes().next(),
        None | Some(b'#')
    )
}

// Spaces are looked for by the byte: the searchers of the standard library decode characters, which
// costs more than all else here.

fn without_spaces_before(text: &str) -> &str {
    let bytes = text.as_bytes();
    let spaces = bytes.iter().take_while(|byte| **byte == b' ').count();
    &text[spaces..]
}

fn without_spaces_behind(text: &str) -> &str {
    let bytes = text.as_bytes();
    let spaces = bytes.iter().rev().take_while(|byte| **byte == b' ').count();
    &text[..text.len() - spaces]
}

/// libyaml takes no longer keys.
const MAX_KEY: usize = 1024;

/// `key: rest` at column 0, with a key of letters, digits, `_`, `-` and inner spaces.
fn split_key(line: &str) -> Option<(&str, &str)> {
    let is_of_key = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' ');
    let end = line.bytes().take_while(is_of_key).count();
    let (key, rest) = (&line[..end], line[end..].strip_prefix(':')?);
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic()) && !key.ends_with(' ');
    if !plain
        || key.len() > MAX_KEY
        || is_word_of_yaml(key)
        || !(rest.is_empty() || rest.starts_with(' '))
    {
        return None;
    }
    Some((key, without_spaces_behind(without_spaces_before(rest))))
}

/// Words that YAML reads as something other than text.
fn is_word_of_yaml(text: &str) -> bool {
    matches!(
        text,
        "null" | "Null" | "NULL" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE"
    )
}

fn inline_value(text: &str) -> Option<Value<'_>> {
    if let Some(inner) = text.strip_prefix('[') {
        return flow_list(inner);
    }
    block_item(text)
}

/// One scalar up to the end of the line, a comment behind it allowed.
fn block_item(text: &str) -> Option<Value<'_>> {
    match text.as_bytes().first()? {
        quote @ (b'"' | b'\'') => {
            let (inside, rest) = quoted(&text[1..], *quote)?;
            let rest = without_spaces_before(rest);
            let commented = rest.starts_with('#') && text[..text.len() - rest.len()].ends_with(' ');
            (rest.is_empty() || commented).then_some(Value::Text(Cow::Borrowed(inside)))
        }
        _ => {
            let bytes = text.as_bytes();
            let mut end = text.len();
            for at in memchr::memchr2_iter(b'#', b':', bytes) {
                if bytes[at] == b':' {
                    if matches!(bytes.get(at + 1), None | Some(b' ')) {
                        return None;
                    }
                } else if at > 0 && bytes[at - 1] == b' ' {
                    end = at;
                    break;
                }
            }
            plain(without_spaces_behind(&text[..end]))
        }
    }
}

/// The text up to the closing quote and what follows; escapes are left to the authority.
fn quoted(text: &str, quote: u8) -> Option<(&str, &str)> {
    let end = memchr::memchr(quote, text.as_bytes())?;
    let (inside, rest) = (&text[..end], &text[end + 1..]);
    let escaped = memchr::memchr(b'\\', inside.as_bytes()).is_some();
    (!escaped && rest.bytes().next() != Some(quote)).then_some((inside, rest))
}

fn plain(text: &str) -> Option<Value<'_>> {
    let indicator = matches!(
        text.as_bytes().first()?,
        b'-' | b'?'
            | b':'
            | b','
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'#'
            | b'&'
            | b'*'
            | b'!'
            | b'|'
            | b'>'
            | b'\''
            | b'"'
            | b'%'
            | b'@'
            | b'`'
            | b'='
            | b'<'
    );
    if indicator || text.starts_with("...") {
        return None;
    }
    Some(if matches!(text, "~" | "null" | "Null" | "NULL") {
        Value::Null
    } else {
        Value::Text(Cow::Borrowed(text))
    })
}

/// The rest of an inline list after its `[`: scalars without nesting, closed in the same line.
fn flow_list(text: &str) -> Option<Value<'_>> {
    let mut items = Vec::new();
    let mut rest = without_spaces_before(text);
    loop {
        if let Some(after) = rest.strip_prefix(']') {
            let tail = without_spaces_before(after);
            let commented = tail.starts_with('#') && after.starts_with(' ');
            return (tail.is_empty() || commented).then_some(Value::List(items));
        }
        let first = *rest.as_bytes().first()?;
        let after = if matches!(first, b'"' | b'\'') {
            let (inside, after) = quoted(&rest[1..], first)?;
            items.push(Value::Text(Cow::Borrowed(inside)));
            after
        } else {
            let end = rest.bytes().position(|byte| matches!(byte, b',' | b']'))?;
            let item = without_spaces_behind(&rest[..end]);
            let is_mark =
                |byte| matches!(byte, b':' | b'#' | b'[' | b'{' | b'}' | b'"' | b'\'' | b'?');
            if item.is_empty() || item.bytes().any(is_mark) {
                return None;
            }
            items.push(plain(item)?);
            &rest[end..]
        };
        let after = without_spaces_before(after);
        rest = match after.strip_prefix(',') {
            Some(next) => without_spaces_before(next),
            None if after.starts_with(']') => after,
            None => return None,
        };
    }
}
