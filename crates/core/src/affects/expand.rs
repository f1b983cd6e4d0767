//! The readings of an entry: braces spelt out, and brackets that may be text read both ways.

use super::glob::Class;
use super::problem::Fault;

/// How many readings an entry may have.
pub(super) const MAX_READINGS: usize = 128;
/// How many bytes the readings of an entry may have together.
pub(super) const MAX_BYTES: usize = 16 * 1024;
/// How deep braces may stand in braces.
pub(super) const MAX_DEPTH: usize = 8;

/// The readings of an entry.
pub(super) struct Readings {
    /// Patterns without braces, in the order of the alternatives; text before class.
    pub(super) patterns: Vec<String>,
    /// Whether the first of them is the entry taken as text, so that only `*` and `?` would make it
    /// a glob.
    pub(super) text_first: bool,
}

/// Spells out an entry that has braces, brackets or backslashes.
pub(super) fn readings(text: &str) -> Result<Readings, Fault> {
    let mut reader = Reader {
        text,
        at: 0,
        text_first: true,
    };
    let patterns = reader.sequence(0)?;
    Ok(Readings {
        patterns,
        text_first: reader.text_first,
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    text_first: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Everything up to the end, or in braces up to the `,` or `}` that ends the alternative.
    fn sequence(&mut self, depth: usize) -> Result<Vec<String>, Fault> {
        let mut done = vec![String::new()];
        while let Some(c) = self.peek() {
            match c {
                ',' | '}' if depth > 0 => break,
                '{' => {
                    let group = self.group(depth)?;
                    done = product(&done, &group)?;
                }
                '[' => {
                    let class = self.class()?;
                    done = product(&done, &class)?;
                }
                '\\' => {
                    let escaped = self.text[self.at + 1..].chars().next();
                    self.at += 1 + escaped.map_or(0, char::len_utf8);
                    // At the end there is nothing to escape but itself.
                    let escaped = escaped.unwrap_or('\\');
                    for pattern in &mut done {
                        // A slash parts segments even where it is escaped.
                        if escaped != '/' {
                            pattern.push('\\');
                        }
                        pattern.push(escaped);
                    }
                }
                _ => {
                    let rest = &self.text[self.at..];
                    let end = rest.find(['{', '[', '\\', ',', '}']).unwrap_or(rest.len());
                    let end = end.max(c.len_utf8());
                    for pattern in &mut done {
                        pattern.push_str(&rest[..end]);
                    }
                    self.at += end;
                }
            }
        }
        if bytes(&done) > MAX_BYTES {
            return Err(Fault::TooManyReadings);
        }
        Ok(done)
    }

    fn group(&mut self, depth: usize) -> Result<Vec<String>, Fault> {
        if depth == MAX_DEPTH {
            return Err(Fault::TooManyReadings);
        }
        let mut alternatives: Vec<String> = Vec::new();
        let mut count = 0;
        loop {
            self.at += 1;
            alternatives.extend(self.sequence(depth + 1)?);
            count += 1;
            if alternatives.len() > MAX_READINGS {
                return Err(Fault::TooManyReadings);
            }
            match self.peek() {
                Some(',') => {}
                Some(_) => break,
                None => return Err(Fault::UnclosedBrace),
            }
        }
        self.at += 1;
        if count > 1 {
            self.text_first = false;
            return Ok(alternatives);
        }
        // Braces without a comma are text (`routes/{id}.ts`), and an editor's `*.{ts}`.
        let mut both: Vec<String> = alternatives
            .iter()
            .map(|inner| format!("{{{inner}}}"))
            .collect();
        both.extend(alternatives.into_iter().filter(|inner| !inner.is_empty()));
        Ok(both)
    }

    fn class(&mut self) -> Result<Vec<String>, Fault> {
        let rest = &self.text[self.at..];
        let Some(class) = Class::at_start(rest) else {
            for text in ["[]", "[!]", "[^]"] {
                if rest.starts_with(text) {
                    self.at += text.len();
                    return Ok(vec![format!("\\{text}")]);
                }
            }
            return Err(Fault::UnclosedBracket);
        };
        if class.members().contains("[:") && class.members().ends_with(':') {
            return Err(Fault::NamedClass);
        }
        self.at += class.length;
        let written = &rest[..class.length];
        if class.negated || class.has_span() {
            self.text_first = false;
            return Ok(vec![written.to_owned()]);
        }
        Ok(vec![as_text(written), written.to_owned()])
    }
}

/// A bracket expression as a pattern that matches its own text.
fn as_text(class: &str) -> String {
    let mut text = String::with_capacity(class.len() + 4);
    let mut escaped = false;
    for c in class.chars() {
        if !escaped && matches!(c, '[' | ']' | '*' | '?') {
            text.push('\\');
        }
        text.push(c);
        escaped = !escaped && c == '\\';
    }
    text
}

fn bytes(patterns: &[String]) -> usize {
    patterns.iter().map(String::len).sum()
}

/// Every head with every tail behind it.
fn product(heads: &[String], tails: &[String]) -> Result<Vec<String>, Fault> {
    let count = heads.len() * tails.len();
    if count > MAX_READINGS || bytes(heads) * tails.len() + bytes(tails) * heads.len() > MAX_BYTES {
        return Err(Fault::TooManyReadings);
    }
    let joined = heads
        .iter()
        .flat_map(|head| tails.iter().map(move |tail| [head.as_str(), tail]));
    Ok(joined.map(|parts| parts.concat()).collect())
}
