//! The common shape of front matter, read without a parser.
//!
//! `key: value` at column 0, plain or simply quoted scalars, inline lists and block lists of such.
//! Anything else, and anything that YAML might read otherwise, makes the scanner give up: it never
//! answers differently from the authority.

use super::{Field, Value};

/// The fields, or `None` where the source is not surely of the common shape.
pub(super) fn scan(source: &str) -> Option<Vec<Field>> {
    if source.bytes().any(|byte| {
        byte == b'\t' || (byte < b' ' && byte != b'\n' && byte != b'\r') || byte == 0x7f
    }) || !source.is_ascii() && source.chars().any(is_odd)
    {
        return None;
    }
    let mut fields: Vec<Field> = Vec::new();
    let mut lines = source
        .split('\n')
        .enumerate()
        .map(|(index, line)| (index + 1, without_return(line)))
        .peekable();
    while let Some((number, line)) = lines.next() {
        let line = line?;
        if is_blank(line) {
            continue;
        }
        let (key, rest) = split_key(line)?;
        let value = if rest.is_empty() || rest.starts_with('#') {
            let mut items = Vec::new();
            let mut indent = None;
            while let Some((_, next)) = lines.peek() {
                let next = (*next)?;
                if is_blank(next) {
                    lines.next();
                    continue;
                }
                let text = next.trim_start_matches(' ');
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
                items.push(block_item(item.trim_start_matches(' '))?);
                lines.next();
            }
            if items.is_empty() {
                Value::Null
            } else {
                Value::List(items)
            }
        } else {
            let value = inline_value(rest)?;
            // A deeper line goes on with the value.
            if lines.peek().is_some_and(|(_, next)| {
                next.is_none_or(|next| next.starts_with(' ') && !is_blank(next))
            }) {
                return None;
            }
            value
        };
        fields.push(Field {
            key: key.to_owned(),
            value,
            line: number,
        });
    }
    (!fields.is_empty()).then_some(fields)
}

/// Characters that YAML takes for line ends or refuses, and the byte order mark.
fn is_odd(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    )
}

/// The line without the `\r` of a CRLF; `None` where another one stands in it.
fn without_return(line: &str) -> Option<&str> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    memchr::memchr(b'\r', line.as_bytes())
        .is_none()
        .then_some(line)
}

fn is_blank(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    text.is_empty() || text.starts_with('#')
}

/// libyaml takes no longer keys.
const MAX_KEY: usize = 1024;

/// `key: rest` at column 0, with a key of letters, digits, `_`, `-` and inner spaces.
fn split_key(line: &str) -> Option<(&str, &str)> {
    let colon = line.find(':')?;
    let (key, rest) = (&line[..colon], &line[colon + 1..]);
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && !key.ends_with(' ')
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' '));
    if !plain
        || key.len() > MAX_KEY
        || is_word_of_yaml(key)
        || !(rest.is_empty() || rest.starts_with(' '))
    {
        return None;
    }
    Some((key, rest.trim_matches(' ')))
}

/// Words that YAML reads as something other than text.
fn is_word_of_yaml(text: &str) -> bool {
    matches!(
        text,
        "null" | "Null" | "NULL" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE"
    )
}

fn inline_value(text: &str) -> Option<Value> {
    if let Some(inner) = text.strip_prefix('[') {
        return flow_list(inner);
    }
    block_item(text)
}

/// One scalar up to the end of the line, a comment behind it allowed.
fn block_item(text: &str) -> Option<Value> {
    match text.as_bytes().first()? {
        quote @ (b'"' | b'\'') => {
            let (inside, rest) = quoted(&text[1..], char::from(*quote))?;
            let rest = rest
                .strip_prefix(' ')
                .map_or(rest, |rest| rest.trim_start_matches(' '));
            let commented = rest.starts_with('#') && text[..text.len() - rest.len()].ends_with(' ');
            (rest.is_empty() || commented).then(|| Value::Text(inside.to_owned()))
        }
        _ => {
            let end = followed(text, b'#', |at| at > 0 && text.as_bytes()[at - 1] == b' ');
            let text = end.map_or(text, |at| &text[..at]).trim_end_matches(' ');
            let opens = |at| matches!(text.as_bytes().get(at + 1), None | Some(b' '));
            if followed(text, b':', opens).is_some() {
                return None;
            }
            plain(text)
        }
    }
}

/// The first place of a byte that passes a test.
fn followed(text: &str, byte: u8, test: impl Fn(usize) -> bool) -> Option<usize> {
    memchr::memchr_iter(byte, text.as_bytes()).find(|at| test(*at))
}

/// The text up to the closing quote and what follows; escapes are left to the authority.
fn quoted(text: &str, quote: char) -> Option<(&str, &str)> {
    let end = text.find(quote)?;
    let (inside, rest) = (&text[..end], &text[end + 1..]);
    (!inside.contains('\\') && !rest.starts_with(quote)).then_some((inside, rest))
}

fn plain(text: &str) -> Option<Value> {
    let first = text.chars().next()?;
    let indicator = matches!(
        first,
        '-' | '?'
            | ':'
            | ','
            | '['
            | ']'
            | '{'
            | '}'
            | '#'
            | '&'
            | '*'
            | '!'
            | '|'
            | '>'
            | '\''
            | '"'
            | '%'
            | '@'
            | '`'
            | '='
            | '<'
    );
    if indicator || text.starts_with("...") {
        return None;
    }
    Some(if matches!(text, "~" | "null" | "Null" | "NULL") {
        Value::Null
    } else {
        Value::Text(text.to_owned())
    })
}

/// The rest of an inline list after its `[`: scalars without nesting, closed in the same line.
fn flow_list(text: &str) -> Option<Value> {
    let mut items = Vec::new();
    let mut rest = text.trim_start_matches(' ');
    loop {
        if let Some(after) = rest.strip_prefix(']') {
            let tail = after.trim_start_matches(' ');
            let commented = tail.starts_with('#') && after.starts_with(' ');
            return (tail.is_empty() || commented).then_some(Value::List(items));
        }
        let first = *rest.as_bytes().first()?;
        let after = if matches!(first, b'"' | b'\'') {
            let (inside, after) = quoted(&rest[1..], char::from(first))?;
            items.push(Value::Text(inside.to_owned()));
            after
        } else {
            let end = rest.find([',', ']'])?;
            let item = rest[..end].trim_end_matches(' ');
            if item.is_empty() || item.contains([':', '#', '[', '{', '}', '"', '\'', '?']) {
                return None;
            }
            items.push(plain(item)?);
            &rest[end..]
        };
        let after = after.trim_start_matches(' ');
        rest = match after.strip_prefix(',') {
            Some(next) => next.trim_start_matches(' '),
            None if after.starts_with(']') => after,
            None => return None,
        };
    }
}
