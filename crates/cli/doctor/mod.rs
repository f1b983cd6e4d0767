//! Whether everything that this program lives on is there and alive. Each part looks and says; nothing is
//! mended.

mod git_hook;
mod hosts;
mod place;
mod programs;
mod runs;

use decision_policy::workspace::Workspace;

/// How a thing stands, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// It works, but perhaps not as meant.
    Warning,
    /// Something does not work.
    Broken,
}

impl State {
    /// A word for people and programs.
    pub(crate) fn word(self) -> &'static str {
        match self {
            State::Good => "ok",
            State::Note => "note",
            State::Warning => "warning",
            State::Broken => "broken",
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Check {
    /// What part of the whole it belongs to, in one word.
    pub(crate) area: &'static str,
    pub(crate) state: State,
    /// What was seen.
    pub(crate) what: String,
    /// What to do about it; empty where there is nothing to do.
    pub(crate) help: String,
}

impl Check {
    fn new(area: &'static str, state: State, what: impl Into<String>) -> Check {
        Check {
            area,
            state,
            what: what.into(),
            help: String::new(),
        }
    }

    fn with_help(mut self, help: impl Into<String>) -> Check {
        self.help = help.into();
        self
    }
}

/// Looks at everything, in the order in which it is told.
pub(crate) fn examine(workspace: &Workspace) -> Vec<Check> {
    let mut checks = place::examine(workspace);
    checks.extend(programs::examine(workspace));
    checks.extend(hosts::examine(workspace));
    checks.extend(git_hook::examine(workspace));
    checks.extend(runs::examine(workspace));
    checks
}
