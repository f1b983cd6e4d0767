//! `decision hook test`: what an agent host would get for an event, without a host. Nothing of the user's
//! changes: what is remembered between events goes into a folder that is removed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::{Args, Subcommand, ValueEnum};
use decision_git::Environment;
use decision_policy::event::{Event, EventKind};
use decision_policy::hosts::Host;
use decision_policy::hosts::sample::{self, Happening};
use decision_policy::workspace::Workspace;
use decision_policy::{command, quote, registry};
use serde_json::Value;

use crate::environment;
use crate::respond::try_out;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    #[command(after_help = super::examples::HOOK_TEST)]
    /// Fire the hook as a host would, and show what the model and the user would see; nothing is changed
    Test(Test),
}

#[derive(Debug, Args)]
pub(super) struct Test {
    /// The prompt as typed [default: a query for the words of the newest record's title]; with `--event stop`
    /// the model's last words
    prompt: Vec<String>,
    /// What happens
    #[arg(long, value_name = "EVENT", default_value = "prompt")]
    event: Moment,
    /// The file that is read or edited
    #[arg(long, value_name = "PATH", required_if_eq_any = [("event", "read"), ("event", "edit")])]
    file: Option<PathBuf>,
    /// Which host sends it
    #[arg(long, value_name = "HOST", default_value = "claude")]
    host: Client,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Moment {
    /// The user sends a prompt
    Prompt,
    /// A session begins
    SessionStart,
    /// The model has read a file
    Read,
    /// The model is about to edit a file, and has edited it
    Edit,
    /// The model's turn ends
    Stop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Client {
    Claude,
    Codex,
    Gemini,
    Copilot,
    Cursor,
}

/// What the model said at the end of a turn, where nothing is given.
const LAST_WORDS: &str = "Done. I chose Postgres over SQLite because several processes write.";

pub(super) fn run(
    command: &Command,
    start: &Path,
    dirs: &[PathBuf],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Command::Test(test) = command;
    let environment = Environment::capture();
    if environment::hooks_are_off() {
        writeln!(
            out,
            "DECISION_HOOK is off: a host would get nothing. Without it:\n"
        )?;
    }
    let words = test.prompt.join(" ");
    ensure!(
        words.is_empty() || matches!(test.event, Moment::Prompt | Moment::Stop),
        "only a prompt and the end of a turn have words; a file is named by --file"
    );
    ensure!(
        test.file.is_none() || matches!(test.event, Moment::Read | Moment::Edit),
        "--file goes with `--event read` or `--event edit`"
    );
    let file = test.file.as_ref().map(|file| start.join(file));
    let path = file.as_deref().unwrap_or(start).to_string_lossy();
    let line = file.as_deref().and_then(first_line);
    let words = match test.event {
        Moment::Prompt if words.is_empty() => newest(start, dirs, &environment)?,
        Moment::Stop if words.is_empty() => LAST_WORDS.to_owned(),
        _ => words,
    };
    let (what, happening) = match test.event {
        Moment::Prompt => (
            format!("Prompt: {}", quote::plain(&words)),
            Happening::Prompt(&words),
        ),
        Moment::SessionStart => ("A session begins".to_owned(), Happening::SessionStart),
        Moment::Read => (
            format!("Read: {}", quote::path(&path)),
            Happening::Read(&path),
        ),
        Moment::Edit => (
            format!("Edit that changes nothing: {}", quote::path(&path)),
            Happening::Edit {
                file: &path,
                line: line.as_deref(),
            },
        ),
        Moment::Stop => (
            format!("The turn ends: {}", quote::plain(&words)),
            Happening::Stop(&words),
        ),
    };
    writeln!(out, "{what}\n")?;
    let memory = tempfile::tempdir().context("no folder for what is remembered meanwhile")?;
    let host = test.host.host();
    let cwd = start.to_string_lossy();
    let session = format!("test-{}", std::process::id());
    for input in sample::events(host, happening, &session, &cwd) {
        let event = Event::read(input.to_string().as_bytes())
            .context("the event made for the test is none: a bug")?;
        let title = format!("{} ({})", event.name, test.host.name());
        writeln!(out, "{title}\n{}", "-".repeat(title.len()))?;
        let Some(answer) = try_out(&event, dirs, &environment, memory.path())? else {
            writeln!(out, "nothing is said: {}\n", why_silent(&event))?;
            continue;
        };
        answered(&answer, out)?;
    }
    Ok(())
}

/// The parts of an answer, and the answer itself.
fn answered(answer: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let value: Value = serde_json::from_str(answer)?;
    let first = |pointers: &[&str]| {
        let mut found = pointers.iter().filter_map(|at| value.pointer(at));
        found.next().and_then(Value::as_str)
    };
    let context = first(&[
        "/hookSpecificOutput/additionalContext",
        "/additionalContext",
        "/additional_context",
    ]);
    let refusal = first(&[
        "/hookSpecificOutput/permissionDecisionReason",
        "/permissionDecisionReason",
        "/agent_message",
    ]);
    let request = first(&["/reason", "/followup_message"]);
    match (refusal, request) {
        (Some(_), _) => show(out, "The call is refused, and the model sees", refusal)?,
        (None, Some(_)) => show(out, "The turn goes on, and the model sees", request)?,
        (None, None) => show(out, "The model sees", context)?,
    }
    show(
        out,
        "The user sees",
        first(&["/systemMessage", "/user_message"]),
    )?;
    writeln!(
        out,
        "On standard output, {} bytes:\n{answer}\n",
        answer.len()
    )?;
    Ok(())
}

/// A line of a file that can be found again in it; none where there is no such file.
fn first_line(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    Some(line.to_owned())
}

/// A query that the log at hand can answer.
fn newest(start: &Path, dirs: &[PathBuf], environment: &Environment) -> anyhow::Result<String> {
    let workspace = Workspace::open(start, dirs, environment)?;
    let records = &workspace.log().records;
    let newest = records
        .iter()
        .max_by(|a, b| a.date.cmp(&b.date).then_with(|| b.path.cmp(&a.path)));
    Ok(newest.map_or_else(
        || "/decision:query".to_owned(),
        |record| format!("/decision:query {}", quote::plain(&record.title)),
    ))
}

fn why_silent(event: &Event) -> &'static str {
    let takes_context = event.host.takes_context(&event.kind);
    match &event.kind {
        EventKind::Edit { .. } if !takes_context => {
            "before a call this client takes no context, only a refusal, and nothing is refused"
        }
        EventKind::Edit { .. } | EventKind::Edited { .. } | EventKind::Read { .. } => {
            "no record in force or proposed governs the file, or it was said already, which it is once a session"
        }
        EventKind::Stop { .. } if !event.host.shows_messages() => {
            "this client shows no line at the end of a turn; `capture: ask` would make the turn go on"
        }
        EventKind::Stop { .. } => "the words report no choice, or the project keeps no records",
        EventKind::SessionStart { .. } => "there is nothing to know",
        _ if registry::concerns(event) => "nothing that is there answers the prompt clearly enough",
        EventKind::Prompt { text } if command::typed(text).is_some() => {
            "the command has an event of its own"
        }
        _ => {
            "it is neither the query command, nor a question about a decision, nor does it state one"
        }
    }
}

fn show(out: &mut dyn Write, who: &str, text: Option<&str>) -> std::io::Result<()> {
    match text {
        Some(text) => {
            writeln!(out, "{who}, {} characters:", text.chars().count())?;
            text.lines()
                .try_for_each(|line| writeln!(out, "  {line}"))?;
            writeln!(out)
        }
        None => writeln!(out, "{who} nothing.\n"),
    }
}

impl Client {
    fn host(self) -> Host {
        match self {
            Client::Claude => Host::ClaudeCode,
            Client::Codex => Host::Codex,
            Client::Gemini => Host::Gemini,
            Client::Copilot => Host::Copilot,
            Client::Cursor => Host::Cursor,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Client::Claude => "Claude Code",
            Client::Codex => "Codex CLI",
            Client::Gemini => "Gemini CLI",
            Client::Copilot => "Copilot CLI",
            Client::Cursor => "Cursor",
        }
    }
}
