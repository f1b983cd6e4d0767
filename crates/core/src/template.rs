//! Files that are there to be copied, and files that only list others.

/// Whether a file name says template: the word at the beginning or the end of the name. A number before
/// it makes it the title of a record (`0012-template-engine`), unless that is all zeros.
pub(crate) fn is_template_name(stem: &str) -> bool {
    const WORDS: &[&str] = &[
        "template",
        "templates",
        "boilerplate",
        "skeleton",
        "example",
    ];
    let (mut count, mut first, mut last) = (0, None, None);
    for word in stem
        .split(['-', '_', '.', ' '])
        .filter(|word| !word.is_empty())
    {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            if last.is_none() && word.bytes().any(|byte| byte != b'0') {
                return false;
            }
            continue;
        }
        if WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            first.get_or_insert(count);
            last = Some(count);
        }
        count += 1;
    }
    // `adr-template-bare` is one too, `use-template-literals` is none.
    last.is_some_and(|last| last + 1 == count)
        || first == Some(0)
        || first == Some(1)
            && stem
                .get(..3)
                .is_some_and(|word| word.eq_ignore_ascii_case("adr"))
}

/// Whether a text holds what a template leaves for its user to fill in.
pub(crate) fn has_placeholders(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    const WORDS: &[&str] = &[
        "YYYY",
        "NNNN",
        "XXXX",
        "{{",
        "fill me in",
        "fill this in",
        "<!--",
        "[short title",
        "{short title",
        "{title",
        "\\{",
        "TODO",
        "Short imperative title",
        "[title",
        "<title",
        "[number",
        "{number",
        "Title of",
        "my_awesome_feature",
        "Feature name",
        "(fill",
        "lorem ipsum",
        "describe the",
        "Describe the",
        "NUMBER",
        "TITLE",
    ];
    WORDS.iter().any(|word| text.contains(word))
        || bracketed(&text, '{', '}')
        || bracketed(&text, '<', '>')
        || bracketed(&text, '[', ']')
}

/// `{like this}`: words in brackets at the beginning of a line, of a list item or behind a colon.
fn bracketed(text: &str, open: char, close: char) -> bool {
    text.lines().any(|line| {
        let value = line.trim_start_matches(['#', '*', '-', '>', ' ']);
        let value = value
            .split_once(": ")
            .map_or(value, |(_, value)| value.trim_start_matches(['"', ' ']));
        value.strip_prefix(open).is_some_and(|inner| {
            inner.find(close).is_some_and(|end| {
                let rest = &inner[end + close.len_utf8()..];
                inner[..end].contains(' ') && !rest.starts_with(['(', '[', ':'])
            })
        })
    })
}

/// Whether a text is no more than a title and a few links: the README beside the records of a folder.
pub(crate) fn is_list_of_links(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (mut links, mut prose) = (0, 0);
    for line in lines {
        if line.contains("](") || line.starts_with("- ") || line.starts_with("* ") {
            links += 1
        } else {
            prose += 1
        }
    }
    prose <= 2 && (links > 0 || prose > 0)
}
