//! The hook's run: read an event, answer it, never fail the host.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, panic, process};

use decision_git::{Environment, Repository};
use decision_policy::event::{Event, MAX_INPUT_BYTES};
use decision_policy::registry::{Place, Response};
use decision_policy::{hosts, registry};

use crate::{environment, journal, programs};

/// Runs the hook on standard input and output. Always exits 0: another code makes one host drop the
/// answer and another one deny the user's tool call.
pub fn main() -> ! {
    environment::ensure_home();
    panic::set_hook(Box::new(|info| {
        journal::note(None, &format!("{} bug: {info}", journal::PROGRAM));
        process::exit(0);
    }));
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        // A person started it: no host would, and what they type is no event.
        let _ = writeln!(
            io::stderr(),
            "decision-hook answers agent clients, which send an event on standard input; `decision hook test` tries it"
        );
        process::exit(0);
    }
    let input = read_input(&mut stdin);
    if !environment::hooks_are_off() {
        run(&input);
    }
    process::exit(0)
}

/// Answers the bytes of an event, and notes what that cost.
fn run(input: &[u8]) {
    let begun = Instant::now();
    let event = match Event::read(input) {
        Ok(event) => event,
        Err(error) => return journal::note(None, &error.to_string()),
    };
    let (answer, response) = match response(&event, &[], &Environment::capture(), None) {
        Ok(response) => (hosts::answer(&event, &response.outcome), response),
        Err(error) => {
            let repository = event
                .cwd
                .as_deref()
                .and_then(|cwd| Repository::discover(cwd, &Environment::capture()).ok());
            let common = repository.as_ref().and_then(Repository::git_common_dir);
            journal::note(common, &format!("{}: {error}", event.name));
            let outcome = registry::unavailable(&event, &error);
            (hosts::answer(&event, &outcome), Response::default())
        }
    };
    let answer = answer.map_or_else(String::new, |answer| answer + "\n");
    // A host that no longer listens is no fault of ours.
    let _ = io::stdout().lock().write_all(answer.as_bytes());
    // Outside a repository nothing is kept of what went well.
    if response.concerned
        && let Some(common) = response.git_common_dir.as_deref()
    {
        let run = journal::Run {
            event: event.name,
            host: event.host.word().to_owned(),
            bytes: answer.len(),
            took: begun.elapsed(),
        };
        journal::note(Some(common), &run.to_string());
    }
}

/// What the host would get for an event: one line of JSON, or nothing. What is remembered between the events
/// of a trial is kept in `folder` and nowhere else.
pub(crate) fn try_out(
    event: &Event,
    dirs: &[PathBuf],
    git_environment: &Environment,
    folder: &Path,
) -> Result<Option<String>, decision_git::Error> {
    let response = response(event, dirs, git_environment, Some(folder))?;
    Ok(hosts::answer(event, &response.outcome))
}

fn response(
    event: &Event,
    dirs: &[PathBuf],
    git_environment: &Environment,
    trial: Option<&Path>,
) -> Result<Response, decision_git::Error> {
    let state_folder = environment::state_home();
    let place = Place {
        fallback: &fallback(),
        dirs,
        environment: git_environment,
        state_folder: state_folder.as_deref(),
        trial,
        means: programs::means,
    };
    registry::respond(event, &place)
}

/// Where an event happens that does not say so.
fn fallback() -> PathBuf {
    environment::project_dir()
        .or_else(|| env::current_dir().ok())
        .unwrap_or_else(|| Path::new(".").to_owned())
}

/// All that the host writes; what is beyond the largest event is read and thrown away, so that the host's
/// write does not fail.
fn read_input(stdin: &mut dyn Read) -> Vec<u8> {
    let mut input = Vec::new();
    let limit = MAX_INPUT_BYTES as u64 + 1;
    if stdin.take(limit).read_to_end(&mut input).is_ok() && input.len() > MAX_INPUT_BYTES {
        let _ = io::copy(stdin, &mut io::sink());
    }
    input
}
