//! The file name that a title makes.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::{files, template};

/// No slug is longer, in characters; it ends with a whole word.
const MAX_LENGTH: usize = 60;

/// Names that some systems keep for devices.
const RESERVED: &[&str] = &["con", "prn", "aux", "nul"];

/// A title as the words of a file name: in lower case, with `separator` between them.
///
/// Letters lose their accents and ligatures come apart (`Größe` → `grosse`); letters of other scripts
/// stay as they are. What is neither letter nor digit parts words, an apostrophe does not. A name that
/// would be taken for a template, for an index or for a device gets a word more.
pub fn slug(title: &str, separator: char) -> String {
    let mut slug = String::new();
    let mut pending = false;
    for c in title.nfkd().flat_map(char::to_lowercase) {
        match c {
            '\'' | '’' | '`' | '"' => continue,
            c if is_combining_mark(c) && is_latin_end(&slug) => continue,
            c if c.is_alphanumeric() || is_combining_mark(c) => {
                if pending && !slug.is_empty() {
                    slug.push(separator);
                }
                pending = false;
                match c {
                    'ß' => slug.push_str("ss"),
                    'æ' => slug.push_str("ae"),
                    'œ' => slug.push_str("oe"),
                    'ø' => slug.push('o'),
                    'ł' => slug.push('l'),
                    'đ' | 'ð' => slug.push('d'),
                    'þ' => slug.push_str("th"),
                    'ı' => slug.push('i'),
                    c => slug.push(c),
                }
            }
            _ => pending = true,
        }
    }
    let slug: String = cut(&slug, separator).nfc().collect();
    let mut slug = if slug.is_empty() {
        "decision".to_owned()
    } else {
        slug
    };
    let is_taken = |slug: &str| {
        template::is_template_name(slug) || files::is_about(slug) || RESERVED.contains(&slug)
    };
    if is_taken(&slug) {
        slug = format!("{slug}{separator}decision");
    }
    if is_taken(&slug) {
        slug = format!("decision{separator}{slug}");
    }
    slug
}

/// Whether the mark that comes next belongs to a Latin, Greek or Cyrillic letter: of those the bare letter
/// is another spelling, in other scripts it is another sound.
fn is_latin_end(slug: &str) -> bool {
    slug.chars()
        .next_back()
        .is_some_and(|c| c.is_ascii() || ('\u{370}'..'\u{530}').contains(&c))
}

fn cut(slug: &str, separator: char) -> &str {
    let Some((end, next)) = slug.char_indices().nth(MAX_LENGTH) else {
        return slug;
    };
    let head = &slug[..end];
    if next == separator {
        return head;
    }
    head.rfind(separator).map_or(head, |at| &head[..at])
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn titles_make_names_that_every_system_takes() {
        for (title, expected) in [
            ("Use Postgres for sessions", "use-postgres-for-sessions"),
            ("  Don't cache — ever!  ", "dont-cache-ever"),
            ("Größe der Ämter", "grosse-der-amter"),
            ("Crème brûlée & Œuvre", "creme-brulee-oeuvre"),
            ("Łódź, Øre", "lodz-ore"),
            ("キャッシュを使わない", "キャッシュを使わない"),
            ("Й и ё", "и-и-е"),
            ("ﬁle names", "file-names"),
            ("C++ / Rust: FFI", "c-rust-ffi"),
            ("../../etc/passwd", "etc-passwd"),
            ("a\u{202e}b\u{0}c", "a-b-c"),
            ("…", "decision"),
            ("README", "readme-decision"),
            ("Template engine", "decision-template-engine-decision"),
            ("NUL", "nul-decision"),
            (
                "One two three four five six seven eight nine ten eleven twelve",
                "one-two-three-four-five-six-seven-eight-nine-ten-eleven",
            ),
        ] {
            assert_eq!(slug(title, '-'), expected, "{title}");
        }
        assert_eq!(slug("Use Postgres", '_'), "use_postgres");
    }
}
