//! The table of what was delivered, in Markdown.

use super::expect::Finding;

/// One case on one host.
pub(super) struct Row {
    pub(super) case: &'static str,
    /// The client with its version.
    pub(super) client: String,
    pub(super) result: Outcome,
}

/// What is known of a case afterwards.
pub(super) enum Outcome {
    /// It was run.
    Ran(Vec<Finding>),
    /// The run itself failed; why.
    Broken(String),
    /// The host cannot deliver it; why.
    NotDeliverable(&'static str),
    /// It was not run here; why.
    Skipped(String),
}

impl Row {
    /// True if something that was claimed does not hold.
    pub(super) fn failed(&self) -> bool {
        match &self.result {
            Outcome::Ran(findings) => findings.iter().any(|finding| !finding.holds),
            Outcome::Broken(_) => true,
            Outcome::NotDeliverable(_) | Outcome::Skipped(_) => false,
        }
    }

    fn cells(&self) -> (&'static str, String) {
        match &self.result {
            Outcome::Ran(findings) => {
                let words: Vec<String> = findings
                    .iter()
                    .map(|finding| {
                        if finding.holds {
                            finding.words.clone()
                        } else {
                            format!("**{}**", finding.words)
                        }
                    })
                    .collect();
                (
                    if self.failed() { "FAILED" } else { "holds" },
                    words.join("; "),
                )
            }
            Outcome::Broken(why) => ("FAILED", format!("**{why}**")),
            Outcome::NotDeliverable(why) => ("not deliverable", (*why).to_owned()),
            Outcome::Skipped(why) => ("skipped", why.clone()),
        }
    }
}

/// The table of all rows.
pub(super) fn table(rows: &[Row]) -> String {
    let mut table =
        String::from("| case | client | result | what was found |\n| --- | --- | --- | --- |\n");
    for row in rows {
        let (result, found) = row.cells();
        let cells = [row.case, &row.client, result, &found].map(cell);
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_row() {
        let finding = |holds, words: &str| Finding {
            holds,
            words: words.to_owned(),
        };
        let row = |case, result| Row {
            case,
            client: "Claude Code 1".to_owned(),
            result,
        };
        let rows = [
            row(
                "one",
                Outcome::Ran(vec![finding(true, "context: request 1")]),
            ),
            row(
                "two",
                Outcome::Ran(vec![finding(true, "a"), finding(false, "b | c")]),
            ),
            row("three", Outcome::Broken("no\nmock".to_owned())),
            row("four", Outcome::NotDeliverable("no such event")),
            row("five", Outcome::Skipped("not installed".to_owned())),
        ];
        assert_eq!(
            table(&rows),
            "\
| case | client | result | what was found |
| --- | --- | --- | --- |
| one | Claude Code 1 | holds | context: request 1 |
| two | Claude Code 1 | FAILED | a; **b \\| c** |
| three | Claude Code 1 | FAILED | **no mock** |
| four | Claude Code 1 | not deliverable | no such event |
| five | Claude Code 1 | skipped | not installed |
"
        );
        assert_eq!(
            rows.iter().map(Row::failed).collect::<Vec<_>>(),
            [false, true, true, false, false]
        );
    }
}
