//! The agent hosts that tasks are for.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use decision_policy::hosts::subscriptions::Client;

/// An agent host that plugin folders are made for and whose real client is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Host {
    /// Claude Code.
    Claude,
    /// OpenAI Codex CLI.
    Codex,
    /// Gemini CLI, whose plugins are called extensions.
    Gemini,
    /// GitHub Copilot CLI.
    Copilot,
}

impl Host {
    /// All hosts.
    pub(crate) const ALL: [Self; 4] = [Self::Claude, Self::Codex, Self::Gemini, Self::Copilot];

    /// The host's word on the command line, and the name of its folders.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Copilot => "copilot",
        }
    }

    /// The client that its hooks are written for.
    pub(crate) fn client(self) -> Client {
        match self {
            Self::Claude => Client::ClaudeCode,
            Self::Codex => Client::Codex,
            Self::Gemini => Client::Gemini,
            Self::Copilot => Client::Copilot,
        }
    }
}

/// One host, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// This one.
    One(Host),
    /// Every one.
    All,
}

impl Choice {
    /// The hosts that are meant.
    pub(crate) fn hosts(self) -> Vec<Host> {
        match self {
            Self::One(host) => vec![host],
            Self::All => Host::ALL.to_vec(),
        }
    }
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        const VARIANTS: [Choice; Host::ALL.len() + 1] = {
            let mut variants = [Choice::All; Host::ALL.len() + 1];
            let mut at = 0;
            while at < Host::ALL.len() {
                variants[at] = Choice::One(Host::ALL[at]);
                at += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::One(host) => host.name(),
            Self::All => "all",
        }))
    }
}
