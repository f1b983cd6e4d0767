//! Events around an edit: what the hook costs where no record governs the file, and where one does.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use decision_core::{DecisionDir, DecisionLog};
use serde_json::{Value, json};

use super::process::{Expect, Subject, compare};
use super::report::{self, Report};
use super::{Log, Programs, WARM_UP, records};

/// How often the log is read within this process.
const LOADS: usize = 40;

/// Times the events over a log of `size` records. Beside the processes it says what reading the log alone
/// takes, so that what an event costs over the start of a process and the reading can be told.
pub(super) fn time(
    programs: &Programs,
    work: &Path,
    size: usize,
    runs: usize,
    report: &mut Report,
) -> Result<()> {
    let log = records::log(work, size, &programs.git)?;
    let (first, median) = load(&log, size)?;
    let edit =
        json!({ "file_path": log.root.join("lib/other.rs"), "old_string": "a", "new_string": "b" });
    let read = json!({ "file_path": log.root.join("src/alert/module.rs") });
    // Without a session nothing is remembered, so every run has something to say.
    let subjects = [
        subject(
            programs,
            &log,
            "hook: event of no concern",
            ("Notification", "", json!({})),
            false,
        )?,
        subject(
            programs,
            &log,
            "hook: edit, nothing governs",
            ("PreToolUse", "Edit", edit),
            false,
        )?,
        subject(
            programs,
            &log,
            "hook: read, records govern",
            ("PostToolUse", "Read", read),
            true,
        )?,
        programs.hook(&log),
    ];
    let times = compare(&subjects, WARM_UP, runs);
    let case = format!("{} records", report::thousands(size));
    report.add(&case, &subjects, &times);
    report.note(format!(
        "{case}: reading the log alone takes {:.2} ms the first time in a process, as in a hook, and {:.2} ms in the median of {LOADS}",
        first.as_secs_f64() * 1e3,
        median.as_secs_f64() * 1e3
    ));
    Ok(())
}

/// The hook on an event of Claude Code; where it `speaks`, one of the records must be in what it says.
fn subject(
    programs: &Programs,
    log: &Log,
    name: &'static str,
    (event, tool, input): (&str, &str, Value),
    speaks: bool,
) -> Result<Subject> {
    let file = log.root.with_extension(format!("{event}.json"));
    let event = json!({
        "transcript_path": "", "cwd": log.root, "hook_event_name": event,
        "tool_name": tool, "tool_input": input,
    });
    fs::write(&file, event.to_string())
        .with_context(|| format!("cannot write {}", file.display()))?;
    let expect = if speaks {
        log.expect()
    } else {
        Expect::Nothing
    };
    let program = Subject::new(name, &programs.hook, Vec::new(), &log.root, expect);
    Ok(program.with_stdin(&file))
}

/// How long reading the log takes the first time in this process, when memory and threads are not there
/// yet, and in the median.
fn load(log: &Log, size: usize) -> Result<(Duration, Duration)> {
    let dirs = [DecisionDir::new(&log.dir, "docs/decisions")];
    let mut times = Vec::new();
    for _ in 0..LOADS {
        let start = Instant::now();
        let read = DecisionLog::load(&dirs);
        times.push(start.elapsed());
        ensure!(
            read.records.len() == size,
            "{} records read",
            read.records.len()
        );
    }
    let first = times[0];
    times.sort();
    Ok((first, times[LOADS / 2]))
}
