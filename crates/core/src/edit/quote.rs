//! Writing an entry as a YAML scalar on one line.

/// Why an entry cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// Nothing in it.
    #[error("there is nothing in it")]
    Empty,
    /// White space at its ends would be lost.
    #[error("begins or ends with white space")]
    Spaced,
    /// A line end or another control character.
    #[error("holds a control character")]
    Control,
}

/// How the neighbours of a scalar are quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
}

impl Style {
    /// The style that all of these scalars share, as written; plain where they differ.
    pub(super) fn shared<'a>(mut scalars: impl Iterator<Item = &'a str>) -> Style {
        let of = |scalar: &str| match scalar.as_bytes().first() {
            Some(b'\'') => Style::Single,
            Some(b'"') => Style::Double,
            _ => Style::Plain,
        };
        let Some(first) = scalars.next().map(of) else {
            return Style::Plain;
        };
        if scalars.all(|scalar| of(scalar) == first) {
            first
        } else {
            Style::Plain
        }
    }
}

/// Whether an entry can be written and read back as it is.
pub(super) fn check(entry: &str) -> Result<(), Unwritable> {
    let odd = |c: char| {
        c.is_control()
            || matches!(
                c,
                '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
            )
    };
    if entry.is_empty() {
        Err(Unwritable::Empty)
    } else if entry.chars().any(odd) {
        Err(Unwritable::Control)
    } else if entry.trim() != entry {
        Err(Unwritable::Spaced)
    } else {
        Ok(())
    }
}

/// An entry as an item of a block list, quoted only where YAML needs it.
///
/// # Errors
///
/// Where it cannot be written on one line and read back as it is.
pub fn scalar(entry: &str) -> Result<String, Unwritable> {
    check(entry)?;
    Ok(styled(entry, Style::Plain, false))
}

/// A text as an item of a list in brackets, quoted only where YAML needs it; nothing that
/// [`scalar`] refuses may be in it.
pub(crate) fn flow_scalar(text: &str) -> String {
    styled(text, Style::Plain, true)
}

/// A slug as the key of a mapping, quoted only where YAML needs it.
///
/// # Errors
///
/// Where it cannot be written on one line and read back as it is.
pub fn key(slug: &str) -> Result<String, Unwritable> {
    check(slug)?;
    let plain = slug.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && slug
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'))
        && !is_other_type(slug);
    Ok(if plain {
        slug.to_owned()
    } else {
        quoted(slug, Style::Double)
    })
}

/// An entry in a style, or in quotes where the style would not do; `in_flow` inside of `[]`.
pub(super) fn styled(entry: &str, style: Style, in_flow: bool) -> String {
    match style {
        Style::Plain if is_plain(entry, in_flow) => entry.to_owned(),
        Style::Plain => quoted(entry, Style::Double),
        _ => quoted(entry, style),
    }
}

fn quoted(entry: &str, style: Style) -> String {
    // Double quotes take backslashes for escapes; single ones take everything as it is.
    if style == Style::Single || entry.contains(['\\', '"']) {
        format!("'{}'", entry.replace('\'', "''"))
    } else {
        format!("\"{entry}\"")
    }
}

fn is_plain(entry: &str, in_flow: bool) -> bool {
    let begins = entry.starts_with(|c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '/' | '.' | '(' | '+' | '$')
    });
    let inside = |c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                '_' | '/'
                    | '.'
                    | '-'
                    | '+'
                    | '*'
                    | '?'
                    | '!'
                    | '@'
                    | '~'
                    | '$'
                    | '('
                    | ')'
                    | '='
                    | '%'
                    | '^'
                    | ' '
            )
            || (!in_flow && matches!(c, '{' | '}' | '[' | ']' | ','))
    };
    begins && entry.chars().all(inside) && !is_other_type(entry) && !entry.starts_with("...")
}

/// Whether some reader of YAML would take it for something other than text.
pub(super) fn is_other_type(entry: &str) -> bool {
    let words = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan", "+.inf",
    ];
    let of_number = |c: char| {
        c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | '_' | ':' | 'e' | 'E' | 'T' | 'Z')
    };
    let begins = entry.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+'));
    let numeric = begins
        && entry.contains(|c: char| c.is_ascii_digit())
        && (entry.chars().all(of_number) || entry.starts_with("0x") || entry.starts_with("0o"));
    numeric || words.iter().any(|word| entry.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_quoted_where_yaml_needs_it() {
        for (entry, block, flow) in [
            ("src/a.rs", "src/a.rs", "src/a.rs"),
            ("src/**/*.rs", "src/**/*.rs", "src/**/*.rs"),
            (".github/", ".github/", ".github/"),
            ("*.rs", "\"*.rs\"", "\"*.rs\""),
            ("!src/gen/", "\"!src/gen/\"", "\"!src/gen/\""),
            ("{a,b}/x", "\"{a,b}/x\"", "\"{a,b}/x\""),
            ("src/{a,b}", "src/{a,b}", "\"src/{a,b}\""),
            ("[id]/x", "\"[id]/x\"", "\"[id]/x\""),
            ("app/[id]", "app/[id]", "\"app/[id]\""),
            ("@scope/x", "\"@scope/x\"", "\"@scope/x\""),
            ("a #b", "\"a #b\"", "\"a #b\""),
            ("a: b", "\"a: b\"", "\"a: b\""),
            ("-x", "\"-x\"", "\"-x\""),
            ("1.5", "\"1.5\"", "\"1.5\""),
            ("2024-01-01", "\"2024-01-01\"", "\"2024-01-01\""),
            ("no", "\"no\"", "\"no\""),
            ("a\\[b", "'a\\[b'", "'a\\[b'"),
            ("a\"'b", "'a\"''b'", "'a\"''b'"),
            ("straße/ä.rs", "straße/ä.rs", "straße/ä.rs"),
        ] {
            assert_eq!(styled(entry, Style::Plain, false), block, "block: {entry}");
            assert_eq!(styled(entry, Style::Plain, true), flow, "flow: {entry}");
        }
    }

    #[test]
    fn what_would_be_lost_is_refused() {
        for (entry, reason) in [
            ("", Unwritable::Empty),
            (" a", Unwritable::Spaced),
            ("a\nb", Unwritable::Control),
            ("a\t", Unwritable::Control),
        ] {
            assert_eq!(scalar(entry), Err(reason), "{entry:?}");
        }
    }

    #[test]
    fn keys_that_are_plain_text_stay_plain() {
        for (slug, expected) in [
            ("0012-use-redis", "0012-use-redis"),
            ("2022-11-09-api/README", "2022-11-09-api/README"),
            ("0012", "\"0012\""),
            ("a b", "\"a b\""),
        ] {
            assert_eq!(key(slug).as_deref(), Ok(expected));
        }
    }
}
