//! What a commit message says to records: `Decision: <record> complies` and
//! `Decision: <record> deviates because <reason>`, as trailers in git's terms.

use decision_core::{DecisionLog, Finding, Rule};

use super::report::{Answer, Answered, Verdict};
use crate::quote;

/// The key of the trailer; git compares keys without regard to case.
const KEY: &str = "decision";

const HELP: &str =
    "write `Decision: <record> complies` or `Decision: <record> deviates because <reason>`";

/// A message that may answer records.
#[derive(Debug, Clone, Copy)]
pub struct Message<'a> {
    /// How it is named to people: a file, or an abbreviated commit id.
    pub name: &'a str,
    /// The commit, where it is one.
    pub commit: Option<&'a str>,
    /// The whole text.
    pub text: &'a str,
}

/// The answers of a message, and what is wrong with them. What is no longer in the log is looked for in the
/// one `before`: to retire a record is answered too.
pub(super) fn read(
    message: Message<'_>,
    log: &DecisionLog,
    before: Option<&DecisionLog>,
) -> (Vec<Answer>, Vec<Finding>) {
    let (mut answers, mut findings) = (Vec::new(), Vec::new());
    for (line, value) in values(message.text) {
        match parse(&value, log, before) {
            // The key has other uses, too: what has nothing of an answer is none.
            Ok(None) => {}
            Ok(Some((record, verdict))) => answers.push(Answer {
                record,
                verdict,
                commit: message.commit.map(str::to_owned),
            }),
            Err(fault) => {
                let mut finding = Finding::new(Rule::InvalidTrailer, message.name, fault);
                if message.commit.is_none() {
                    finding = finding.at_line(line);
                }
                findings.push(finding.with_help(HELP));
            }
        }
    }
    (answers, findings)
}

/// The values of the `Decision` trailers: of the last paragraph of the message, which is not the first,
/// without git's comments, with lines that go on from the one before put behind it.
fn values(message: &str) -> Vec<(usize, String)> {
    let comment = comment_character(message);
    // What stands below the scissors is not part of the message.
    let lines: Vec<(usize, &str)> = message
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .take_while(|(_, line)| !(line.starts_with(comment) && line.contains("------ >8 ------")))
        .filter(|(_, line)| !line.starts_with(comment))
        .collect();
    let is_blank = |line: &(usize, &str)| line.1.trim().is_empty();
    let Some(last) = lines.iter().rposition(|line| !is_blank(line)) else {
        return Vec::new();
    };
    let Some(blank) = lines[..last].iter().rposition(is_blank) else {
        return Vec::new();
    };
    if lines[..blank].iter().all(is_blank) {
        return Vec::new();
    }
    let mut values: Vec<(usize, String)> = Vec::new();
    let mut is_ours = false;
    for (number, line) in &lines[blank + 1..=last] {
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = values.last_mut().filter(|_| is_ours) {
                value.push(' ');
                value.push_str(line.trim());
            }
            continue;
        }
        let pair = line.split_once(':');
        is_ours = pair.is_some_and(|(key, _)| key.trim_end().eq_ignore_ascii_case(KEY));
        if let Some((_, value)) = pair.filter(|_| is_ours) {
            values.push((*number, value.trim().to_owned()));
        }
    }
    values
}

/// The character that begins the comments which git puts below a message. It is `#` unless git is told
/// otherwise, and then one of a few with which no line of prose begins.
fn comment_character(message: &str) -> char {
    let first = message.lines().rev().find_map(|line| line.chars().next());
    first
        .filter(|first| ";@!$%^&|:".contains(*first))
        .unwrap_or('#')
}

/// The record and the verdict; none where the value has neither the name of a record nor a verdict.
fn parse(
    value: &str,
    log: &DecisionLog,
    before: Option<&DecisionLog>,
) -> Result<Option<(Answered, Verdict)>, String> {
    let shown = quote::plain_excerpt(value, 80);
    let (name, rest) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let name = quote::plain_excerpt(name.trim_matches(|c| "`'\"[]:,".contains(c)), 80);
    let mut found = log.find(&name);
    let mut searched = log;
    if let Some(before) = before.filter(|_| found.is_empty()) {
        found = before.find(&name);
        searched = before;
    }
    let is_gone = !std::ptr::eq(searched, log);
    let rest = rest.trim();
    let (verb, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let verb = verb.trim_end_matches([',', ':', ';', '.']);
    let reason = reason_of(rest);
    let verdict = if verb.eq_ignore_ascii_case("complies") {
        Verdict::Complies(reason)
    } else if verb.eq_ignore_ascii_case("deviates") {
        Verdict::Deviates(reason.ok_or_else(|| format!("`{shown}` gives no reason to deviate"))?)
    } else if found.is_empty() {
        return Ok(None);
    } else if verb.is_empty() {
        return Err(format!(
            "`{shown}` does not say what the commit does to the record"
        ));
    } else {
        return Err(format!("`{shown}` neither complies nor deviates"));
    };
    match found[..] {
        [record] => {
            let position = searched
                .records
                .iter()
                .position(|other| other.path == record.path);
            position
                .map(|position| {
                    let record = if is_gone {
                        Answered::Before(position)
                    } else {
                        Answered::Now(position)
                    };
                    Some((record, verdict))
                })
                .ok_or_else(|| format!("no record is called `{name}`"))
        }
        [] => Err(format!("no record is called `{name}`")),
        [first, second, ..] => Err(format!(
            "`{name}` may be {} or {}",
            quote::path(&first.path),
            quote::path(&second.path)
        )),
    }
}

/// What follows `because`; none where nothing does.
fn reason_of(text: &str) -> Option<String> {
    let (word, reason) = text.trim().split_once(char::is_whitespace)?;
    let is_because = word
        .trim_end_matches([':', ','])
        .eq_ignore_ascii_case("because");
    let reason = quote::plain_excerpt(reason, 300);
    (is_because && !reason.is_empty()).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use decision_core::DecisionDir;

    fn log() -> DecisionLog {
        let dirs = [DecisionDir::new("docs/adr", "docs/adr")];
        let file = |name: &str| (format!("docs/adr/{name}.md"), b"# A\n".to_vec());
        DecisionLog::from_files(&dirs, vec![file("0001-redis"), file("0002-keys")])
    }

    fn said(text: &str) -> (Vec<(Answered, Verdict)>, Vec<String>) {
        let message = Message {
            name: "message",
            commit: None,
            text,
        };
        let (answers, findings) = read(message, &log(), None);
        (
            answers
                .into_iter()
                .map(|one| (one.record, one.verdict))
                .collect(),
            findings.into_iter().map(|one| one.message).collect(),
        )
    }

    #[test]
    fn trailers_of_the_last_paragraph_answer_records() {
        let complies = (Answered::Now(0), Verdict::Complies(None));
        let deviates = (
            Answered::Now(1),
            Verdict::Deviates("the cache is cold".to_owned()),
        );
        let cases: &[(&str, Vec<(Answered, Verdict)>)] = &[
            (
                "Subject\n\nDecision: 0001-redis complies\n",
                vec![complies.clone()],
            ),
            (
                "Subject\n\nBody.\n\nDecision: 1 complies\ndecision: 2 deviates because the\n  cache is cold\nSigned-off-by: a <a@example.com>\n",
                vec![complies.clone(), deviates.clone()],
            ),
            (
                "Subject\n\nDecision: 1 complies\n\n# comment\n#\n",
                vec![complies.clone()],
            ),
            (
                "Subject\n\nDecision: 1 complies\n# ------------------------ >8 ------------------------\ndiff\n\nDecision: 2 complies\n",
                vec![complies.clone()],
            ),
            (
                "Subject\n\nDecision: 1 complies\n\n; Please enter\n;\n; On branch main\n",
                vec![complies.clone()],
            ),
            ("Decision: 1 complies\n", vec![]),
            ("Subject\n\nDecision: 1 complies\n\nMore text.\n", vec![]),
            ("", vec![]),
        ];
        for (text, expected) in cases {
            assert_eq!(&said(text), &(expected.clone(), vec![]), "{text:?}");
        }
    }

    #[test]
    fn a_record_is_named_as_people_write_it() {
        let complies = (Answered::Now(0), Verdict::Complies(None));
        let deviates = (Answered::Now(0), Verdict::Deviates("of time".to_owned()));
        let cases = [
            ("`0001-redis` complies.", &complies),
            ("\"0001-redis\" complies", &complies),
            ("[1] Complies", &complies),
            ("ADR-1: complies", &complies),
            ("docs/adr/0001-redis.md complies", &complies),
            ("1, deviates, because of time", &deviates),
            ("1 Deviates Because: of time", &deviates),
        ];
        for (value, expected) in cases {
            let text = format!("Subject\n\nDecision: {value}\n");
            assert_eq!(said(&text), (vec![expected.clone()], vec![]), "{value}");
        }
    }

    #[test]
    fn other_uses_of_the_key_are_no_answers() {
        for value in ["made at the meeting", "use redis", "approved", ""] {
            let text = format!("Subject\n\nDecision: {value}\n");
            assert_eq!(said(&text), (vec![], vec![]), "{value}");
        }
    }

    #[test]
    fn what_answers_nothing_is_told() {
        let cases = [
            ("1 deviates", "gives no reason"),
            ("1 deviates because", "gives no reason"),
            ("1", "does not say"),
            ("1 is nice", "neither complies nor deviates"),
            ("1 deviates: it had to", "gives no reason"),
            ("9 complies", "no record is called `9`"),
        ];
        for (value, expected) in cases {
            let (answers, faults) = said(&format!("Subject\n\nDecision: {value}\n"));
            assert_eq!(answers, [], "{value}");
            assert!(faults[0].contains(expected), "{faults:?}");
        }
    }
}
