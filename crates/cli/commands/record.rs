//! `decision record`: a record from standard input, judged first, then written in the manner of the log.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use clap::Args;
use decision_core::{DecisionLog, Finding, MAX_RECORD_BYTES};
use decision_policy::author::{self, FileEdit};
use decision_policy::intake::{self, Claim, Given, Intake, Ready};
use decision_policy::memory::Memory;
use decision_policy::policies::capture;
use decision_policy::suggest::Tree;
use decision_policy::workspace::Workspace;
use decision_policy::{index, undo};

use super::{End, Global, Report};
use crate::environment;
use crate::render::json;
use crate::render::record::{self as render, Outcome};

/// So often a name is chosen anew because a file of that name came into being meanwhile.
const ATTEMPTS: usize = 5;

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
        Outcome::Written { .. } | Outcome::Shown { .. } => End::Done,
        Outcome::Refused { .. } | Outcome::Known { .. } => End::Findings,
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

fn record(arguments: &Arguments, global: &Global, text: &[u8]) -> anyhow::Result<Outcome> {
    let workspace = global.open()?;
    let given = Given {
        title: arguments.title.clone(),
        tags: arguments.tags.clone(),
        affects: scope(&workspace, &arguments.affects)?,
        accepted: arguments.accepted,
        today: environment::today(),
    };
    let intake = match intake::read(text, &given) {
        Ok(intake) => intake,
        Err(findings) => return Ok(Outcome::Refused { findings }),
    };
    let claim = Claim::wait(workspace.repository.git_common_dir());
    // What others wrote while this waited counts as well.
    let workspace = global.open()?;
    if !arguments.anyway
        && let Some(known) = intake::same_title(workspace.log(), intake.title())
    {
        return Ok(Outcome::Known {
            title: known.title.clone(),
            path: known.path.clone(),
        });
    }
    let ready = match render_in(&workspace, &intake) {
        Ok(ready) => ready,
        Err(findings) => return Ok(Outcome::Refused { findings }),
    };
    if arguments.dry_run {
        return Ok(Outcome::Shown { ready });
    }
    let (ready, made_folders) = write(global, &intake, ready)?;
    drop(claim);
    after(global, &workspace, &intake, ready, made_folders)
}

/// The scope as given: absolute paths become paths from the root.
fn scope(workspace: &Workspace, entries: &[String]) -> anyhow::Result<Vec<String>> {
    let entry = |entry: &String| {
        if !Path::new(entry).is_absolute() {
            return Ok(entry.replace('\\', "/"));
        }
        let inside = workspace.repository.relative(entry);
        inside.with_context(|| format!("--affects {entry}: lies outside of this repository"))
    };
    entries.iter().map(entry).collect()
}

fn render_in(workspace: &Workspace, intake: &Intake) -> Result<Ready, Vec<Finding>> {
    // Without a list of tracked files nothing can be called dead.
    let tree = workspace.repository.tracked_files().ok().map(Tree::new);
    intake.render(&author::style(workspace), |entry| {
        tree.as_ref().is_none_or(|tree| tree.claimed_by(entry) > 0)
    })
}

/// Writes the file, never over another; tells how many folders were made for it.
fn write(global: &Global, intake: &Intake, first: Ready) -> anyhow::Result<(Ready, usize)> {
    let mut ready = first;
    for _ in 1..ATTEMPTS {
        match create(global, &ready) {
            // Somebody else took the name, by whatever means.
            Err(_) if ready.rendered.file.exists() => {}
            result => return Ok((ready, result?)),
        }
        ready = render_in(&*global.open()?, intake)
            .map_err(|_| anyhow::anyhow!("{}: exists already", ready.rendered.path))?;
    }
    let made_folders = create(global, &ready)?;
    Ok((ready, made_folders))
}

fn create(global: &Global, ready: &Ready) -> anyhow::Result<usize> {
    let rendered = &ready.rendered;
    let above = rendered.file.ancestors().skip(1);
    let made_folders = above.take_while(|folder| !folder.exists()).count();
    let edit = FileEdit::create(
        global.open()?.repository.root(),
        rendered.path.clone(),
        rendered.file.clone(),
        rendered.text.clone(),
    )?;
    author::write(&[edit])?;
    Ok(made_folders)
}

/// What is to be known and done once the file is there. None of it takes the record back.
fn after(
    global: &Global,
    workspace: &Workspace,
    intake: &Intake,
    ready: Ready,
    made_folders: usize,
) -> anyhow::Result<Outcome> {
    let state = environment::state_home();
    let memory = Memory::of(&workspace.repository, state.as_deref());
    let can_undo = memory.as_ref().is_some_and(|memory| {
        let rendered = &ready.rendered;
        undo::remember(memory, &rendered.path, &rendered.text, made_folders)
    });
    let mut hints = Vec::new();
    if let Some(memory) = &memory {
        capture::note_recorded(memory, &ready.rendered.path);
        hints.extend(intake.missing_scope(&edited(workspace, memory)));
    } else {
        hints.extend(intake.missing_scope(&[]));
    }
    match index::refresh_existing(&*global.open()?) {
        Ok(None | Some((_, index::Refreshed::Unchanged))) => {}
        Ok(Some((path, index::Refreshed::Written))) => {
            hints.push(format!(
                "{}: the index was brought up to date",
                path.display()
            ));
        }
        Err(error) => hints.push(format!("the index was not brought up to date: {error}")),
    }
    Ok(Outcome::Written {
        ready,
        title: intake.title().to_owned(),
        can_undo,
        hints,
    })
}

/// The files that the running session has edited, records aside.
fn edited(workspace: &Workspace, memory: &Memory) -> Vec<String> {
    let mut paths = memory
        .current()
        .map(|session| session.edited())
        .unwrap_or_default();
    let dirs = workspace.located.decision_dirs();
    paths.retain(|path| !DecisionLog::reads(&dirs, path));
    paths
}
