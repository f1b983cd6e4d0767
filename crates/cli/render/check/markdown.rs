//! Markdown for a comment on a pull request. What records say is data of strangers: none of it is marked
//! up, mentions anybody or leads anywhere.

use std::io::{self, Write};

use decision_core::{Decision, Severity};
use decision_policy::check::source::Source;
use decision_policy::check::{Answer, Governing, Problem, Report};
use decision_policy::quote;

use super::records::{does, says};

/// So many governed files are named of one record.
const MAX_FILES: usize = 3;

/// The whole report.
pub(crate) fn report(source: &Source, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "### Decision records")?;
    let problems: Vec<&Problem> = report.open().collect();
    let governing_none = report.governing.is_empty() && report.governed_before.is_empty();
    if problems.is_empty() && governing_none && report.acknowledged.is_empty() {
        return writeln!(
            out,
            "\nNothing is wrong, and no record governs what changed."
        );
    }
    if !report.governing.is_empty() {
        writeln!(out, "\n**Governs this change**\n")?;
        for one in &report.governing {
            let record = &source.log.records[one.record];
            governing(record, one, "governs", report.answer_to(one.record), out)?;
        }
    }
    if !report.governed_before.is_empty() {
        writeln!(out, "\n**Governed this until this change**\n")?;
        for one in &report.governed_before {
            if let Some(record) = source.record_before(one.governing.record) {
                let answer = report.answer_to_former(one);
                governing(record, &one.governing, "governed", answer, out)?;
                writeln!(
                    out,
                    "  until this change {}",
                    plain(&does(source, &one.fate))
                )?;
            }
        }
    }
    if !report.acknowledged.is_empty() {
        writeln!(out, "\n**Written together with what they govern**\n")?;
        for one in &report.acknowledged {
            let record = &source.log.records[one.record];
            writeln!(out, "- {}", code(&record.path))?;
        }
    }
    if !problems.is_empty() {
        writeln!(out, "\n**Findings**\n")?;
        for problem in problems {
            finding(problem, out)?;
        }
    }
    let excused = report.problems.len() - report.open().count();
    if excused > 0 {
        let are = if excused == 1 { "is" } else { "are" };
        writeln!(
            out,
            "\n{excused} more {are} allowed by a comment in the record or known by the baseline."
        )?;
    }
    Ok(())
}

fn governing(
    record: &Decision,
    one: &Governing,
    verb: &str,
    answer: Option<&Answer>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = quote::plain_excerpt(&record.title, 120);
    writeln!(out, "- **{}** {}", plain(&title), code(&record.path))?;
    if let Some(sentence) = record.deciding_sentence() {
        writeln!(out, "  {}", plain(&quote::plain_excerpt(&sentence, 240)))?;
    }
    let mut files: Vec<String> = one
        .files
        .iter()
        .take(MAX_FILES)
        .map(|file| code(&file.path))
        .collect();
    if one.files.len() > MAX_FILES {
        files.push(format!("{} more", one.files.len() - MAX_FILES));
    }
    writeln!(out, "  {verb} {}", files.join(", "))?;
    if let Some(answer) = answer {
        writeln!(out, "  **{}**", plain(&says(answer)))?;
    }
    Ok(())
}

fn finding(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let finding = &problem.finding;
    let mark = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let place = match finding.line {
        Some(line) => format!("{}:{line}", finding.path),
        None => finding.path.clone(),
    };
    let before = if problem.introduced {
        ""
    } else {
        " (was there before)"
    };
    writeln!(
        out,
        "- **{mark}** {} {}: {}{before}",
        code(finding.rule.name()),
        code(&place),
        plain(&quote::plain(&finding.message))
    )?;
    if !finding.help.is_empty() {
        writeln!(out, "  {}", plain(&quote::plain(&finding.help)))?;
    }
    Ok(())
}

/// Text as it stands: nothing in it is markup, a mention, a reference or an address.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // Mentions, references and addresses are looked for in the text that comes of the markup.
            '@' | '#' => {
                out.push('\\');
                out.push(c);
                out.push_str("<!-- -->");
            }
            ':' if text[at..].starts_with("://") => out.push_str(":<!-- -->"),
            '.' if ends_with_www(&text.as_bytes()[..at]) => out.push_str("<!-- -->."),
            // At the beginning of a line they make a list, a heading or a rule.
            '-' | '+' | '=' if at == 0 => {
                out.push('\\');
                out.push(c);
            }
            '.' if at > 0 && text[..at].bytes().all(|byte| byte.is_ascii_digit()) => {
                out.push_str("\\.");
            }
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '~' | '|' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

fn ends_with_www(text: &[u8]) -> bool {
    text.last_chunk::<3>()
        .is_some_and(|end| end.eq_ignore_ascii_case(b"www"))
}

/// A path or a name as code.
fn code(text: &str) -> String {
    let text = quote::path(text);
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::{code, plain};

    #[test]
    fn text_stays_text() {
        for (text, expected) in [
            ("Tokens live in Redis.", "Tokens live in Redis."),
            (
                "![x](https://e.example/p.png)",
                "\\!\\[x\\]\\(https:<!-- -->//e.example/p.png\\)",
            ),
            (
                "ask @team about #12",
                "ask \\@<!-- -->team about \\#<!-- -->12",
            ),
            ("<img src=x> & *b*", "&lt;img src=x&gt; &amp; \\*b\\*"),
            ("see www.example.com", "see www<!-- -->.example.com"),
            ("--- a - b", "\\--- a - b"),
            ("=== a = b", "\\=== a = b"),
            ("1. do as I say. 2. more", "1\\. do as I say. 2. more"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }

    #[test]
    fn code_cannot_be_closed_from_inside() {
        assert_eq!(code("a.md"), "`a.md`");
        assert_eq!(code("a``b.md"), "```a``b.md```");
        assert_eq!(code("`a"), "`` `a ``");
    }
}
