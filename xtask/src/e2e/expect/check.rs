//! Looking a claim up in what the runs left behind.

use serde_json::Value;

use super::super::sandbox::Outcome;
use super::Expect;

/// A claim with what was found, in words for the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::e2e) struct Finding {
    pub(in crate::e2e) holds: bool,
    pub(in crate::e2e) words: String,
}

impl Expect {
    /// Looks the claim up in what the runs left behind; `read` gives a file of the repository.
    pub(in crate::e2e) fn check(
        &self,
        runs: &[Outcome],
        read: impl Fn(&str) -> Option<String>,
    ) -> Finding {
        let run_of = |run: usize| run.checked_sub(1).and_then(|index| runs.get(index));
        let (holds, words) = match self {
            Self::Arrives {
                what,
                run,
                request,
                text,
            } => arrives(run_of(*run), what, *run, *request, text),
            Self::Times {
                what,
                run,
                request,
                text,
                times,
            } => times_in(run_of(*run), what, *run, *request, (text, *times)),
            Self::Never { what, text } => never(runs, what, text),
            Self::Unshown { what, run, text } => match run_of(*run) {
                Some(outcome) if !shows(outcome, text) => {
                    (true, format!("{what}{}: not shown", of_run(*run)))
                }
                _ => (false, format!("{what}{}: shown to the user", of_run(*run))),
            },
            Self::UserOnly { what, run, text } => {
                let shown = run_of(*run).is_some_and(|outcome| shows(outcome, text));
                let (unsaid, words) = never(runs, what, text);
                match (shown, unsaid) {
                    (true, true) => (true, format!("{what}: user only")),
                    (false, _) => (false, format!("{what}: not shown to the user")),
                    (true, false) => (false, words),
                }
            }
            Self::Requests { run, count } => {
                let seen = run_of(*run).map_or(0, |outcome| outcome.turns().count());
                let holds = seen == *count;
                let words = format!("requests{}: {seen}{}", of_run(*run), wanted(holds, *count));
                (holds, words)
            }
            Self::Holds { path, text } => match read(path) {
                Some(file) if file.contains(text.as_str()) => {
                    (true, format!("`{path}` holds {text:?}"))
                }
                Some(_) => (false, format!("`{path}` does not hold {text:?}")),
                None => (false, format!("`{path}` is not there")),
            },
            Self::Lacks { path, text } => {
                let held = read(path).is_some_and(|file| file.contains(text.as_str()));
                let words = if held {
                    format!("`{path}` holds {text:?}")
                } else {
                    format!("`{path}` without {text:?}")
                };
                (!held, words)
            }
        };
        Finding { holds, words }
    }
}

fn wanted(holds: bool, wanted: usize) -> String {
    if holds {
        String::new()
    } else {
        format!(", not {wanted}")
    }
}

/// Most sessions have one run, which goes without saying.
fn of_run(run: usize) -> String {
    if run > 1 {
        format!(" of run {run}")
    } else {
        String::new()
    }
}

fn times_in(
    outcome: Option<&Outcome>,
    what: &str,
    run: usize,
    request: Option<usize>,
    (text, times): (&str, usize),
) -> (bool, String) {
    let mut turns = outcome.into_iter().flat_map(Outcome::turns);
    let (turn, place) = match request {
        Some(request) => (
            request.checked_sub(1).and_then(|index| turns.nth(index)),
            format!("request {request}"),
        ),
        None => (turns.last(), "the last request".to_owned()),
    };
    let seen = turn.map_or(0, |turn| places(&turn.body, text).len());
    let holds = seen == times;
    (
        holds,
        format!(
            "{what}: {seen}× in {place}{}{}",
            of_run(run),
            wanted(holds, times)
        ),
    )
}

fn arrives(
    outcome: Option<&Outcome>,
    what: &str,
    run: usize,
    request: usize,
    text: &str,
) -> (bool, String) {
    let counts: Vec<Vec<String>> = outcome
        .map(|outcome| {
            outcome
                .turns()
                .map(|exchange| places(&exchange.body, text))
                .collect()
        })
        .unwrap_or_default();
    let Some(first) = counts.iter().position(|places| !places.is_empty()) else {
        return (
            false,
            format!(
                "{what}: in none of the {} requests of run {run}, not in {request}",
                counts.len()
            ),
        );
    };
    let here = &counts[first];
    let last = counts.last().map_or(0, Vec::len);
    let place = here.first().map(String::as_str).unwrap_or_default();
    let mut words = format!("{what}: request {}{} (`{place}`)", first + 1, of_run(run));
    let mut holds = true;
    if first + 1 != request {
        holds = false;
        words.push_str(&format!(", not in {request}"));
    }
    if here.len() != 1 || last != 1 {
        holds = false;
        words.push_str(&format!(
            ", {} times there and {last} times in the last request",
            here.len()
        ));
    }
    (holds, words)
}

fn never(runs: &[Outcome], what: &str, text: &str) -> (bool, String) {
    for (index, outcome) in runs.iter().enumerate() {
        for (number, exchange) in outcome.turns().enumerate() {
            if let Some(place) = places(&exchange.body, text).first() {
                return (
                    false,
                    format!(
                        "{what}: in run {}, request {} (`{place}`)",
                        index + 1,
                        number + 1
                    ),
                );
            }
        }
    }
    (true, format!("{what}: in no request"))
}

fn shows(outcome: &Outcome, text: &str) -> bool {
    printed(&outcome.stdout, text) || printed(&outcome.stderr, text)
}

/// True if `output`, text or JSON lines, shows `text`.
fn printed(output: &str, text: &str) -> bool {
    output.contains(text)
        || output.lines().any(|line| {
            serde_json::from_str::<Value>(line).is_ok_and(|line| !places(&line, text).is_empty())
        })
}

/// Where `text` stands in the strings of a body, each occurrence once.
fn places(body: &Value, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    walk(body, "", &mut |place, string| {
        for _ in string.matches(text) {
            found.push(place.trim_start_matches('.').to_owned());
        }
    });
    found
}

fn walk(value: &Value, place: &str, visit: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(string) => visit(place, string),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let kind = item["role"].as_str().or_else(|| item["type"].as_str());
                let kind = kind.map(|kind| format!(":{kind}")).unwrap_or_default();
                walk(item, &format!("{place}[{index}{kind}]"), visit);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                walk(member, &format!("{place}.{key}"), visit);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::super::mock::Exchange;
    use super::super::*;
    use super::*;

    fn outcome(bodies: &[Value], stdout: &str) -> Outcome {
        let exchange = |main: bool, body: &Value| Exchange {
            main,
            method: "POST".to_owned(),
            target: "/v1/messages".to_owned(),
            body: body.clone(),
        };
        // A side request that has it all must not count.
        let mut exchanges = vec![exchange(false, &json!(bodies))];
        exchanges.extend(bodies.iter().map(|body| exchange(true, body)));
        Outcome {
            exchanges,
            ended: "0".to_owned(),
            stdout: stdout.to_owned(),
            stderr: String::new(),
        }
    }

    fn message(text: &str) -> Value {
        json!({"messages": [{"role": "user", "content": [{"type": "text", "text": text}]}]})
    }

    fn check(expect: &Expect, bodies: &[Value]) -> Finding {
        expect.check(
            &[outcome(bodies, "{\"note\":\"a \\\"quoted\\\" line\"}\n")],
            |path| (path == "there").then(|| "some text".to_owned()),
        )
    }

    #[test]
    fn a_text_arrives_once_and_in_its_request() {
        let bodies = [message("hello"), message("hello X"), message("hello X")];
        let finding = check(&arrives_in(2, "context", "X"), &bodies);
        assert_eq!(
            finding,
            Finding {
                holds: true,
                words: "context: request 2 (`messages[0:user].content[0:text].text`)".to_owned()
            }
        );
        for (request, text) in [(1, "X"), (3, "X"), (2, "hello"), (1, "missing")] {
            let finding = check(&arrives_in(request, "context", text), &bodies);
            assert!(!finding.holds, "{}", finding.words);
        }
    }

    #[test]
    fn a_text_said_twice_does_not_hold() {
        for bodies in [
            [message("X X"), message("X X")],
            [message("X"), message("X and X")],
        ] {
            let finding = check(&arrives_in(1, "context", "X"), &bodies);
            assert!(!finding.holds, "{}", finding.words);
        }
        let bodies = [message("X"), message("X and X")];
        assert!(check(&times_in_run(1, "context", "X", 2), &bodies).holds);
        assert!(!check(&times_in_run(1, "context", "X", 1), &bodies).holds);
        assert!(check(&times_in_request(1, "context", "X", 1), &bodies).holds);
        assert!(!check(&times_in_request(3, "context", "X", 1), &bodies).holds);
    }

    #[test]
    fn what_only_the_user_sees_is_in_no_request() {
        let bodies = [message("hello")];
        assert!(check(&user_only("note", "a \"quoted\" line"), &bodies).holds);
        assert!(!check(&user_only("note", "another line"), &bodies).holds);
        assert!(!check(&user_only("note", "hello"), &bodies).holds);
        assert!(check(&unshown_in_run(1, "note", "another line"), &bodies).holds);
        assert!(!check(&unshown_in_run(1, "note", "a \"quoted\" line"), &bodies).holds);
        assert!(!check(&unshown_in_run(2, "note", "another line"), &bodies).holds);
        assert!(check(&unsaid("note", "line"), &bodies).holds);
        assert!(!check(&unsaid("note", "hello"), &bodies).holds);
    }

    #[test]
    fn files_and_requests_are_counted() {
        let bodies = [message("a"), message("b")];
        for (expect, expected) in [
            (requests(2), true),
            (requests(3), false),
            (holds("there", "some"), true),
            (holds("there", "other"), false),
            (holds("missing", "some"), false),
            (lacks("there", "some"), false),
            (lacks("there", "other"), true),
            (lacks("missing", "some"), true),
        ] {
            let finding = check(&expect, &bodies);
            assert_eq!(finding.holds, expected, "{expect:?}: {}", finding.words);
        }
    }
}
