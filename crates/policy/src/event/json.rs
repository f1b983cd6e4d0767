//! The JSON that hosts write, with what is wrong in it made right.

use serde_json::Value;

/// Parses what hosts really send: a byte order mark in front, bytes that are not UTF-8, and halves of
/// surrogate pairs, which a host writes where it cuts an emoji.
pub(super) fn parse(input: &[u8]) -> Result<Value, serde_json::Error> {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    serde_json::from_slice(input).or_else(|error| {
        let text = String::from_utf8_lossy(input);
        serde_json::from_str(&without_lone_surrogates(&text)).map_err(|_| error)
    })
}

/// The text with every `\uD800` to `\uDFFF` that is no half of a pair replaced by `\uFFFD`.
fn without_lone_surrogates(text: &str) -> String {
    let unit = |at: usize| {
        let escape = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(escape, 16).ok()
    };
    let is_first = |unit: u16| (0xd800..0xdc00).contains(&unit);
    let is_second = |unit: u16| (0xdc00..0xe000).contains(&unit);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = text[at..].find('\\').map(|found| at + found) {
        out.push_str(&text[at..found]);
        let (length, kept) = match unit(found) {
            Some(first) if is_first(first) && unit(found + 6).is_some_and(is_second) => (12, true),
            Some(lone) if is_first(lone) || is_second(lone) => (6, false),
            // Any other escape, `\\\\` above all, is taken whole.
            _ => (
                1 + text[found + 1..].chars().next().map_or(0, char::len_utf8),
                true,
            ),
        };
        out.push_str(if kept {
            &text[found..found + length]
        } else {
            "\\ufffd"
        });
        at = found + length;
    }
    out.push_str(&text[at..]);
    out
}

/// The first of the keys that holds a text.
pub(super) fn text(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter()
        .find_map(|key| value.get(key)?.as_str())
        .map(str::to_owned)
}

/// All texts under the keys: a text, or a list of texts.
pub(super) fn texts(value: &Value, keys: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    for value in keys.iter().filter_map(|key| value.get(key)) {
        let items = value
            .as_array()
            .map_or(std::slice::from_ref(value), Vec::as_slice);
        texts.extend(items.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    texts
}

/// Whether one of the keys holds `true`, or a number above zero.
pub(super) fn is_true(value: &Value, keys: &[&str]) -> bool {
    keys.iter().filter_map(|key| value.get(key)).any(|value| {
        value.as_bool() == Some(true) || value.as_f64().is_some_and(|number| number > 0.0)
    })
}
