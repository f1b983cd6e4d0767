//! The hook's run: read an event, answer it, never fail the host.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::{env, panic, process};

use decision_git::{Environment, Repository};
use decision_policy::event::{Event, MAX_INPUT_BYTES};
use decision_policy::registry::Place;
use decision_policy::{hosts, registry};

use crate::{environment, journal};

/// Runs the hook on standard input and output. Always exits 0: another code makes one host drop the
/// answer and another one deny the user's tool call.
pub fn main() -> ! {
    environment::ensure_home();
    panic::set_hook(Box::new(|info| {
        journal::note(None, &format!("bug: {info}"));
        process::exit(0);
    }));
    let input = read_input(&mut io::stdin().lock());
    if !environment::hooks_are_off()
        && let Some(answer) = answer(&input)
    {
        // A host that no longer listens is no fault of ours.
        let _ = io::stdout().lock().write_all(answer.as_bytes());
    }
    process::exit(0)
}

/// The answer to the bytes of an event, with its line end, or nothing.
fn answer(input: &[u8]) -> Option<String> {
    let event = match Event::read(input) {
        Ok(event) => event,
        Err(error) => {
            journal::note(None, &error.to_string());
            return None;
        }
    };
    match respond(&event, &[], &Environment::capture()) {
        Ok(answer) => answer.map(|answer| answer + "\n"),
        Err(error) => {
            let repository = event
                .cwd
                .as_deref()
                .and_then(|cwd| Repository::discover(cwd, &Environment::capture()).ok());
            let common = repository.as_ref().and_then(Repository::git_common_dir);
            journal::note(common, &format!("{}: {error}", event.name));
            let outcome = registry::unavailable(&event, &error);
            hosts::answer(&event, &outcome).map(|answer| answer + "\n")
        }
    }
}

/// What the host gets for an event: one line of JSON, or nothing.
pub(crate) fn respond(
    event: &Event,
    dirs: &[PathBuf],
    git_environment: &Environment,
) -> Result<Option<String>, decision_git::Error> {
    let state_folder = environment::state_home();
    let place = Place {
        fallback: &fallback(),
        dirs,
        environment: git_environment,
        state_folder: state_folder.as_deref(),
    };
    let outcome = registry::respond(event, &place)?;
    Ok(hosts::answer(event, &outcome))
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
