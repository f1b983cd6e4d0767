//! `decision record`: a record from standard input, judged first, then written in the manner of the log.

use std::io::{self, IsTerminal, Read, Write};

use anyhow::{Context, bail, ensure};
use clap::Args;
use decision_core::MAX_RECORD_BYTES;
use decision_git::Environment;
use decision_policy::intake::{self, Given, Place, Recorded, Request};

use super::{End, Global, Report};
use crate::environment;
use crate::render::{json, record as render};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What it is called [default: the first heading, else what the first sentence says]
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// A tag; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// A path or pattern that it governs, from the root of the repository; may be given several times
    #[arg(long, value_name = "PATH")]
    affects: Vec<String>,
    /// It is decided, not proposed; only on a terminal, where a person says so
    #[arg(long)]
    accepted: bool,
    /// Write it although a record in force or proposed is called nearly the same
    #[arg(long)]
    anyway: bool,
    /// Show the record and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    global: &Global,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    ensure!(
        !arguments.accepted || io::stdout().is_terminal(),
        "--accepted is for a person at a terminal; without it the record is proposed, and \
         `status: accepted` in its file accepts it later"
    );
    let text = read_input()?;
    let outcome = record(arguments, global, &text)?;
    match arguments.format {
        Report::Text => render::text(&outcome, out)?,
        Report::Json => json::write(out, "record", &render::json(&outcome))?,
    }
    Ok(match outcome {
        Recorded::Written { .. } | Recorded::Shown { .. } => End::Done,
        Recorded::Refused { .. } | Recorded::Known { .. } => End::Findings,
    })
}

/// All of standard input, up to one byte more than a record may have; what is beyond is read and thrown
/// away, so that the sender's write does not fail.
fn read_input() -> anyhow::Result<Vec<u8>> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        bail!("{}", usage("reads the record from standard input"));
    }
    let mut text = Vec::new();
    stdin
        .by_ref()
        .take(MAX_RECORD_BYTES + 1)
        .read_to_end(&mut text)
        .context("standard input cannot be read")?;
    if text.len() as u64 > MAX_RECORD_BYTES {
        let _ = io::copy(&mut stdin, &mut io::sink());
    }
    if text.iter().all(u8::is_ascii_whitespace) {
        bail!("{}", usage("standard input is empty"));
    }
    Ok(text)
}

fn usage(what: &str) -> String {
    format!(
        "{what}; send it as in: printf '%s' 'We chose X because Y.' | decision record --affects src/area/ \
         (a record with a line `# Title`, sections and front matter is taken as well)"
    )
}

fn record(arguments: &Arguments, global: &Global, text: &[u8]) -> anyhow::Result<Recorded> {
    let request = Request {
        text,
        given: Given {
            title: arguments.title.clone(),
            tags: arguments.tags.clone(),
            affects: arguments.affects.clone(),
            accepted: arguments.accepted,
            today: environment::today(),
        },
        anyway: arguments.anyway,
        dry_run: arguments.dry_run,
    };
    let state = environment::state_home();
    let place = Place {
        start: &global.start()?,
        dirs: &global.dirs,
        environment: &Environment::capture(),
        state_folder: state.as_deref(),
    };
    Ok(intake::record(request, &place)?)
}
