//! The text of an index. Titles, tags and sentences are data: nothing in them is Markdown.

use std::collections::BTreeMap;

use decision_core::{Decision, StatusKind, Succession};

use crate::quote;

/// A title is cut behind this many characters.
const MAX_TITLE: usize = 120;
/// A deciding sentence is cut behind this many characters.
const MAX_SENTENCE: usize = 200;
/// A tag or a word for a status is cut behind this many characters.
const MAX_WORD: usize = 40;

/// The records by status, then those in force or proposed by tag; lines that end in `\n`, the same for the same log.
///
/// `folder` is where the index stands, from the root with `/`: links are relative to it.
pub fn render(records: &[Decision], succession: &Succession, folder: &str) -> String {
    let index = Index {
        records,
        succession,
        folder,
    };
    let (mut in_force, mut proposed) = (0, 0);
    for (at, record) in records.iter().enumerate() {
        if succession.is_in_force(at) {
            proposed += usize::from(record.is_proposed());
            in_force += usize::from(!record.is_proposed());
        }
    }
    let of_them = quote::in_force(in_force, proposed);
    let mut out = match records.len() {
        1 => format!("1 decision record, {of_them}.\n"),
        all => format!("{all} decision records, {of_them}.\n"),
    };
    index.by_status(&mut out);
    index.by_tag(&mut out);
    out
}

struct Index<'a> {
    records: &'a [Decision],
    succession: &'a Succession,
    folder: &'a str,
}

/// Under which heading a record stands, in the order of the headings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Accepted,
    NoStatus,
    /// Words that mean none of the others, in lower case.
    Other(String),
    Proposed,
    Deprecated,
    Superseded,
    Rejected,
}

impl Index<'_> {
    fn by_status(&self, out: &mut String) {
        let mut groups: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
        for record in 0..self.records.len() {
            groups.entry(self.group(record)).or_default().push(record);
        }
        for (group, records) in groups {
            let heading = match &group {
                Group::Accepted => "Accepted".to_owned(),
                Group::NoStatus => "Without a status".to_owned(),
                Group::Other(_) => {
                    let status = self.records[records[0]].status.as_ref();
                    escape(&quote::plain_excerpt(
                        status.map_or("", |status| &status.text),
                        MAX_WORD,
                    ))
                }
                Group::Proposed => "Proposed".to_owned(),
                Group::Deprecated => "Deprecated".to_owned(),
                Group::Superseded => "Superseded".to_owned(),
                Group::Rejected => "Rejected".to_owned(),
            };
            out.push_str(&format!("\n## {heading}\n\n"));
            for record in records {
                out.push_str(&format!("- {}\n", self.item(record)));
            }
        }
    }

    /// Records in force under each of their tags. A tag that differs only in case is the same one.
    fn by_tag(&self, out: &mut String) {
        let mut tags: BTreeMap<String, (String, Vec<usize>)> = BTreeMap::new();
        let mut untagged = Vec::new();
        for (record, decision) in self.records.iter().enumerate() {
            if !self.succession.is_in_force(record) {
                continue;
            }
            let mut any = false;
            for tag in &decision.tags {
                let shown = quote::plain_excerpt(tag, MAX_WORD);
                if shown.is_empty() {
                    continue;
                }
                any = true;
                let (_, records) = tags
                    .entry(shown.to_lowercase())
                    .or_insert_with(|| (shown, Vec::new()));
                if records.last() != Some(&record) {
                    records.push(record);
                }
            }
            if !any {
                untagged.push(record);
            }
        }
        if tags.is_empty() {
            return;
        }
        out.push_str("\n## In force or proposed, by tag\n\n");
        for (tag, records) in tags.into_values() {
            let tag = escape(&tag);
            out.push_str(&format!("- **{tag}**: {}\n", self.short_links(&records)));
        }
        if !untagged.is_empty() {
            out.push_str(&format!("- no tag: {}\n", self.short_links(&untagged)));
        }
    }

    /// What the log as a whole says of a record outweighs its own word.
    fn group(&self, record: usize) -> Group {
        let Some(status) = &self.records[record].status else {
            return if self.succession.is_in_force(record) {
                Group::NoStatus
            } else {
                Group::Superseded
            };
        };
        match status.kind {
            StatusKind::Rejected => Group::Rejected,
            StatusKind::Deprecated => Group::Deprecated,
            StatusKind::Superseded => Group::Superseded,
            _ if !self.succession.is_in_force(record) => Group::Superseded,
            StatusKind::Accepted => Group::Accepted,
            StatusKind::Proposed => Group::Proposed,
            StatusKind::Other => {
                Group::Other(quote::plain_excerpt(&status.text, MAX_WORD).to_lowercase())
            }
        }
    }

    /// One line of the list. What is not in force is not quoted, so that nobody follows it.
    fn item(&self, record: usize) -> String {
        let decision = &self.records[record];
        let mut line = self.link(record);
        if let Some(date) = &decision.date {
            line.push_str(&format!(", {}", escape(&quote::plain_excerpt(date, 24))));
        }
        let successors = self.succession.successors(record);
        match (self.succession.is_in_force(record), successors) {
            (true, []) => {}
            (true, next) => line.push_str(&format!(
                ", in force until {} is accepted",
                self.links(next)
            )),
            (false, []) => return line,
            (false, next) => {
                line.push_str(&format!(", replaced by {}", self.links(next)));
                return line;
            }
        }
        if let Some(sentence) = decision.deciding_sentence() {
            let sentence = escape(&quote::plain_excerpt(&sentence, MAX_SENTENCE));
            line.push_str(&format!(": {sentence}"));
        }
        line
    }

    fn links(&self, records: &[usize]) -> String {
        let links: Vec<String> = records.iter().map(|record| self.link(*record)).collect();
        links.join(", ")
    }

    /// By their slugs: a record with five tags would show its title six times.
    fn short_links(&self, records: &[usize]) -> String {
        let links: Vec<String> = records
            .iter()
            .map(|record| {
                let slug = quote::path(&self.records[*record].slug);
                self.link_as(*record, slug.rsplit('/').next().unwrap_or(&slug))
            })
            .collect();
        links.join(", ")
    }

    fn link(&self, record: usize) -> String {
        let decision = &self.records[record];
        let title = quote::plain_excerpt(&decision.title, MAX_TITLE);
        let title = match &decision.id {
            Some(id) => format!("{} {title}", quote::plain_excerpt(id, MAX_WORD)),
            None => title,
        };
        if title.is_empty() {
            self.link_as(record, &quote::path(&decision.slug))
        } else {
            self.link_as(record, &title)
        }
    }

    fn link_as(&self, record: usize, text: &str) -> String {
        match target(self.folder, &self.records[record].path) {
            Some(target) => format!("[{}]({target})", escape(text)),
            None => escape(text),
        }
    }
}

/// The address of a record seen from a folder; none where only one of them lies in the repository, as the
/// address would hold on one machine alone.
fn target(folder: &str, path: &str) -> Option<String> {
    let is_absolute = |path: &str| path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
    if is_absolute(folder) || is_absolute(path) {
        return None;
    }
    let above: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let parts: Vec<&str> = path.split('/').collect();
    let shared = above
        .iter()
        .zip(&parts[..parts.len() - 1])
        .take_while(|(a, b)| a == b)
        .count();
    let mut target = "../".repeat(above.len() - shared);
    target.push_str(&encode(&parts[shared..].join("/")));
    Some(target)
}

/// A path as the address of a link. Letters of other scripts stay readable.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        let plain = c.is_ascii_alphanumeric() || "/-_.~+,=:@".contains(c);
        if plain || (c.is_alphanumeric() && !c.is_ascii()) {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
}

/// One line of text as Markdown that shows just that text. `@` too is escaped: a file of rules for agents
/// would take `@path` for a file to read in.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let escaped = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '~' | '|' | '@' => true,
            // Inside a word it has no meaning, and names of code are full of it.
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '&' => next == '#' || next.is_ascii_alphabetic(),
            // An address becomes a link by itself.
            ':' => next == '/',
            '.' => ends_with_www(&out),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

fn ends_with_www(text: &str) -> bool {
    text.as_bytes()
        .last_chunk::<3>()
        .is_some_and(|end| end.eq_ignore_ascii_case(b"www"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_relative_to_the_index() {
        for (folder, path, expected) in [
            ("", "docs/adr/a.md", Some("docs/adr/a.md")),
            ("docs/adr", "docs/adr/a.md", Some("a.md")),
            (
                ".claude/rules",
                "docs/adr/a.md",
                Some("../../docs/adr/a.md"),
            ),
            (
                ".claude/rules",
                ".claude/decisions/a.md",
                Some("../decisions/a.md"),
            ),
            ("a", "a.md", Some("../a.md")),
            (
                "",
                "docs/a (b) <c>#d?.md",
                Some("docs/a%20%28b%29%20%3Cc%3E%23d%3F.md"),
            ),
            ("", "docs/é%20.md", Some("docs/é%2520.md")),
            ("", "/elsewhere/a.md", None),
            ("/elsewhere", "a.md", None),
            ("C:/elsewhere", "a.md", None),
        ] {
            assert_eq!(target(folder, path).as_deref(), expected, "{folder} {path}");
        }
    }

    #[test]
    fn nothing_in_a_title_is_markdown() {
        for (text, expected) in [
            (
                "plain text, with (brackets) - and #1",
                "plain text, with (brackets) - and #1",
            ),
            ("[x](y) ![z]", r"\[x\](y) !\[z\]"),
            ("<b> & &amp; &#1;", r"\<b\> & \&amp; \&#1;"),
            ("a_b _c_ __d__", r"a_b \_c\_ \_\_d\_\_"),
            ("`code` *x* ~y~ a|b \\", r"\`code\` \*x\* \~y\~ a\|b \\"),
            ("see www.x.y", r"see www\.x.y"),
            (
                "see @~/.ssh/id and https://x.y",
                r"see \@\~/.ssh/id and https\://x.y",
            ),
        ] {
            assert_eq!(escape(text), expected, "{text}");
        }
    }
}
