//! `decision hook test`: what an agent host would get for a prompt, without a host.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use decision_git::Environment;
use decision_policy::event::{Event, EventKind};
use decision_policy::workspace::Workspace;
use decision_policy::{command, quote, registry};
use serde_json::{Value, json};

use crate::environment;
use crate::respond::respond;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    #[command(after_help = super::examples::HOOK_TEST)]
    /// Fire the hook for a prompt as a host would, and show what the model and the user would see
    Test(Test),
}

#[derive(Debug, Args)]
pub(super) struct Test {
    /// The prompt as typed [default: a query for the words of the newest record's title]
    prompt: Vec<String>,
    /// Which host sends it
    #[arg(long, value_name = "HOST", default_value = "claude")]
    host: Host,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Host {
    Claude,
    Codex,
    Gemini,
    Copilot,
    Cursor,
}

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
    let prompt = match test.prompt.join(" ") {
        prompt if prompt.is_empty() => sample(start, dirs, &environment)?,
        prompt => prompt,
    };
    writeln!(out, "Prompt: {}\n", quote::plain(&prompt))?;
    for input in events(test.host, &prompt, start) {
        let event = Event::read(input.to_string().as_bytes())
            .context("the event made for the test is none: a bug")?;
        let title = format!("{} ({})", event.name, host_name(test.host));
        writeln!(out, "{title}\n{}", "-".repeat(title.len()))?;
        let Some(answer) = respond(&event, dirs, &environment)? else {
            writeln!(out, "nothing is said: {}\n", why_silent(&event))?;
            continue;
        };
        let value: Value = serde_json::from_str(&answer)?;
        let context = value
            .pointer("/hookSpecificOutput/additionalContext")
            .or_else(|| value.get("additionalContext"))
            .or_else(|| value.get("additional_context"));
        show(out, "The model sees", context)?;
        show(out, "The user sees", value.get("systemMessage"))?;
        writeln!(
            out,
            "On standard output, {} bytes:\n{answer}\n",
            answer.len()
        )?;
    }
    Ok(())
}

/// A query that the log at hand can answer.
fn sample(start: &Path, dirs: &[PathBuf], environment: &Environment) -> anyhow::Result<String> {
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
    match &event.kind {
        _ if registry::concerns(event) => "nothing that is there answers the prompt clearly enough",
        EventKind::Prompt { text } if command::typed(text).is_some() => {
            "the command has an event of its own"
        }
        _ => {
            "it is neither the query command, nor a question about a decision, nor does it state one"
        }
    }
}

fn show(out: &mut dyn Write, who: &str, text: Option<&Value>) -> std::io::Result<()> {
    match text.and_then(Value::as_str) {
        Some(text) => {
            writeln!(out, "{who}, {} characters:", text.chars().count())?;
            text.lines()
                .try_for_each(|line| writeln!(out, "  {line}"))?;
            writeln!(out)
        }
        None => writeln!(out, "{who} nothing.\n"),
    }
}

/// The events that the host fires for the prompt, in its order and with its keys.
fn events(host: Host, prompt: &str, start: &Path) -> Vec<Value> {
    let cwd = start.to_string_lossy();
    // A session of its own, since what is said once would stay unsaid the next time.
    let session = format!("test-{}", std::process::id());
    let base = |name: &str| json!({ "session_id": session, "cwd": cwd, "hook_event_name": name, "prompt": prompt });
    let with = |mut value: Value, extra: &[(&str, &str)]| {
        for (key, text) in extra {
            value[*key] = json!(text);
        }
        value
    };
    match host {
        Host::Claude => {
            let mut events = vec![with(base("UserPromptSubmit"), &[("transcript_path", "")])];
            if let Some(typed) = command::typed(prompt).filter(|typed| typed.current) {
                events.push(with(
                    base("UserPromptExpansion"),
                    &[
                        ("transcript_path", ""),
                        ("expansion_type", "slash_command"),
                        ("command_name", "decision:query"),
                        ("command_args", typed.words),
                        ("command_source", "plugin"),
                    ],
                ));
            }
            events
        }
        Host::Codex => vec![with(
            base("UserPromptSubmit"),
            &[("transcript_path", ""), ("turn_id", "1")],
        )],
        Host::Gemini => vec![with(
            base("BeforeAgent"),
            &[("transcript_path", ""), ("timestamp", "0")],
        )],
        Host::Copilot => vec![with(base("UserPromptSubmit"), &[("timestamp", "0")])],
        Host::Cursor => vec![json!({
            "conversation_id": session,
            "generation_id": "1",
            "hook_event_name": "beforeSubmitPrompt",
            "cursor_version": "3",
            "workspace_roots": [cwd],
            "prompt": prompt,
        })],
    }
}

fn host_name(host: Host) -> &'static str {
    match host {
        Host::Claude => "Claude Code",
        Host::Codex => "Codex CLI",
        Host::Gemini => "Gemini CLI",
        Host::Copilot => "Copilot CLI",
        Host::Cursor => "Cursor",
    }
}
