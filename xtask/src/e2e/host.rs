//! The clients that are driven: which version, how they are called, what they need around them.

use super::mock::Wire;
use super::sandbox::{HOME, MOCK, ROOT};
use crate::host::Host;

/// How a client comes from the package registry.
pub(super) struct Package {
    /// The package to install, which may bring the client in another one.
    pub(super) name: String,
    /// The version that the cases were written against.
    pub(super) version: &'static str,
    /// The client, below the folder that it was installed in; a `*` stands for the one entry there.
    pub(super) program: String,
    /// True for a script that `node` runs.
    pub(super) script: bool,
}

impl Host {
    /// The client as people call it.
    pub(super) fn title(self) -> &'static str {
        self.client().name()
    }

    /// The pinned client.
    pub(super) fn package(self) -> Package {
        let platform = format!("linux-{}", node_architecture());
        let native = |name: String, version, program: String| Package {
            name,
            version,
            program,
            script: false,
        };
        match self {
            Self::Claude => {
                let name = format!("@anthropic-ai/claude-code-{platform}");
                let program = format!("node_modules/{name}/claude");
                native(name, "2.1.332", program)
            }
            Self::Codex => native(
                "@openai/codex".to_owned(),
                "0.171.0",
                format!("node_modules/@openai/codex-{platform}/vendor/*/bin/codex"),
            ),
            Self::Copilot => native(
                "@github/copilot".to_owned(),
                "1.0.102",
                format!("node_modules/@github/copilot-{platform}/copilot"),
            ),
            Self::Gemini => Package {
                name: "@google/gemini-cli".to_owned(),
                version: "0.61.0",
                program: "node_modules/@google/gemini-cli/bundle/gemini.js".to_owned(),
                script: true,
            },
        }
    }

    /// The protocol that the client speaks to its model.
    pub(super) fn wire(self) -> Wire {
        match self {
            Self::Claude => Wire::Anthropic,
            Self::Codex | Self::Copilot => Wire::Responses,
            Self::Gemini => Wire::Gemini,
        }
    }

    /// The arguments of one non-interactive run; a `resumed` one continues the session before it.
    pub(super) fn arguments(self, prompt: &str, resumed: bool) -> Vec<String> {
        let words: &[&str] = match self {
            Self::Claude => &[
                "--output-format",
                "stream-json",
                "--verbose",
                "--permission-mode",
                "acceptEdits",
            ],
            // The trust that a person gives in `/hooks` cannot be given here.
            Self::Codex => &[
                "exec",
                "--skip-git-repo-check",
                "--json",
                "--dangerously-bypass-hook-trust",
            ],
            Self::Gemini => &[
                "-m",
                "gemini-2.5-pro",
                "--output-format",
                "text",
                "--approval-mode",
                "yolo",
                "--skip-trust",
            ],
            Self::Copilot => &[
                "--output-format",
                "json",
                "--allow-all-tools",
                "--no-auto-update",
            ],
        };
        let resume: &[&str] = match self {
            // A session that goes on keeps the trust that it began with.
            Self::Copilot if !resumed => &["--trust-folder"],
            _ if !resumed => &[],
            Self::Claude | Self::Copilot => &["--continue"],
            Self::Codex => &["resume", "--last"],
            Self::Gemini => &["--resume", "latest"],
        };
        let mut arguments: Vec<String> = [words, resume]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect();
        if self != Self::Codex {
            arguments.push("-p".to_owned());
        }
        arguments.push(prompt.to_owned());
        arguments
    }

    /// The variables that lead the client to the mock and keep it from everything else.
    pub(super) fn environment(self) -> Vec<(String, String)> {
        let openai = format!("{MOCK}/v1");
        let pairs: &[(&str, &str)] = match self {
            Self::Claude => &[
                ("ANTHROPIC_API_KEY", "sk-ant-fake"),
                ("ANTHROPIC_BASE_URL", MOCK),
                ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
                ("DISABLE_AUTOUPDATER", "1"),
                ("DISABLE_ERROR_REPORTING", "1"),
                ("DISABLE_TELEMETRY", "1"),
            ],
            Self::Codex => &[("MOCK_KEY", "sk-fake")],
            Self::Gemini => &[
                ("GEMINI_API_KEY", "fake"),
                ("GEMINI_CLI_NO_RELAUNCH", "true"),
                ("GOOGLE_GEMINI_BASE_URL", MOCK),
                ("NO_BROWSER", "true"),
            ],
            Self::Copilot => &[
                ("COPILOT_AUTO_UPDATE", "false"),
                ("COPILOT_MODEL", "gpt-5.1"),
                ("COPILOT_OFFLINE", "true"),
                ("COPILOT_PROVIDER_API_KEY", "fake"),
                ("COPILOT_PROVIDER_BASE_URL", &openai),
                ("COPILOT_PROVIDER_WIRE_API", "responses"),
            ],
        };
        let path = format!("{ROOT}/bin:/usr/local/bin:/usr/bin:/bin");
        let temp = format!("{ROOT}/tmp");
        let common = [
            ("HOME", HOME),
            ("LANG", "C.UTF-8"),
            ("PATH", &path),
            ("SHELL", "/bin/bash"),
            ("TERM", "dumb"),
            ("TMPDIR", &temp),
        ];
        common
            .iter()
            .chain(pairs)
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    /// Settings below the client's home without which it would not start offline.
    pub(super) fn settings(self) -> Option<(&'static str, String)> {
        match self {
            Self::Claude | Self::Copilot => None,
            Self::Codex => Some((
                ".codex/config.toml",
                format!(
                    r#"model = "gpt-5.5"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "{MOCK}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
"#
                ),
            )),
            Self::Gemini => Some((
                ".gemini/settings.json",
                r#"{
  "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}
}
"#
                .to_owned(),
            )),
        }
    }
}

/// The processor's name as npm packages spell it.
fn node_architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    }
}
