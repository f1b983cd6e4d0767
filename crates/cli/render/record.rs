//! What became of a record that came on standard input.

use std::io::{self, Write};

use decision_core::{Finding, Rule};
use decision_policy::intake::{Ready, Recorded, TEMPLATE};
use decision_policy::quote;
use serde_json::{Value, json};

use super::json::findings as findings_json;
use super::style::PATH;

/// For people, and for the model that ran it.
pub(crate) fn text(outcome: &Recorded, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Recorded::Written {
            ready,
            title,
            can_undo,
            hints,
        } => {
            let path = quote::path(&ready.rendered.path);
            let status = status(ready);
            writeln!(
                out,
                "{PATH}{path}{PATH:#}: recorded \"{}\", {status}",
                quote::line(title)
            )?;
            told(ready, out)?;
            for hint in hints {
                writeln!(out, "  {}", quote::plain(hint))?;
            }
            if status == "proposed" {
                writeln!(
                    out,
                    "  It is a proposal until a person sets its status to accepted or merges it."
                )?;
            }
            if *can_undo {
                writeln!(out, "  `decision undo` takes it back.")?;
            }
            Ok(())
        }
        Recorded::Shown { ready } => {
            let path = quote::path(&ready.rendered.path);
            writeln!(out, "{PATH}{path}{PATH:#}: would be written:\n")?;
            writeln!(out, "{}", quote::block(ready.rendered.text.trim_end()))?;
            told(ready, out)
        }
        Recorded::Refused { findings } => refused(findings, out),
        Recorded::Known { title, path } => {
            writeln!(
                out,
                "Nothing was written: {PATH}{}{PATH:#} \"{}\" is in force or proposed, and called nearly the same.",
                quote::path(path),
                quote::line(title)
            )?;
            writeln!(
                out,
                "  Change that one, or give this one a title that tells them apart; --anyway writes it as it is."
            )
        }
    }
}

fn told(ready: &Ready, out: &mut dyn Write) -> io::Result<()> {
    for note in &ready.notes {
        writeln!(out, "  note: {}", quote::plain(note))?;
    }
    for finding in &ready.findings {
        writeln!(out, "  {}", quote::plain(&finding.to_string()))?;
    }
    Ok(())
}

fn refused(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Nothing was written:")?;
    for finding in findings {
        writeln!(out, "  {}", quote::plain(&finding.to_string()))?;
    }
    let lacks = |finding: &Finding| matches!(finding.rule, Rule::NoTitle | Rule::NoDecision);
    if findings.iter().any(lacks) {
        writeln!(
            out,
            "\nA record has about these parts, of which title and sentence are needed:\n"
        )?;
        for line in TEMPLATE.lines() {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
    }
    Ok(())
}

fn status(ready: &Ready) -> &'static str {
    if ready.accepted {
        "accepted"
    } else {
        "proposed"
    }
}

/// For programs.
pub(crate) fn json(outcome: &Recorded) -> Value {
    let ready_json = |ready: &Ready, written: bool| {
        json!({
            "written": written,
            "path": ready.rendered.path,
            "slug": ready.rendered.slug,
            "status": status(ready),
            "notes": ready.notes,
            "findings": findings_json(&ready.findings),
        })
    };
    match outcome {
        Recorded::Written {
            ready,
            title,
            can_undo,
            hints,
        } => {
            let mut value = ready_json(ready, true);
            value["title"] = json!(title);
            value["undo"] = json!(can_undo);
            value["hints"] = json!(hints);
            value
        }
        Recorded::Shown { ready } => {
            let mut value = ready_json(ready, false);
            value["text"] = json!(ready.rendered.text);
            value
        }
        Recorded::Refused { findings } => {
            json!({ "written": false, "findings": findings_json(findings) })
        }
        Recorded::Known { title, path } => {
            json!({ "written": false, "findings": [], "known": { "title": title, "path": path } })
        }
    }
}
