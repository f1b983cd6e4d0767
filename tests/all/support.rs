//! A hermetic place for end-to-end tests: a real git repository in a temporary folder, a home of its own,
//! and the built binaries.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A git repository with records and code, removed when dropped.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// An empty repository with one commit.
    pub(crate) fn new() -> Sandbox {
        let sandbox = Sandbox::without_git();
        sandbox.git(&["init", "-q", "-b", "main"]);
        sandbox.git(&["commit", "-q", "--allow-empty", "-m", "begin"]);
        sandbox
    }

    /// A folder that is no repository.
    pub(crate) fn without_git() -> Sandbox {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir_all(folder.path().join("home")).expect("a home");
        std::fs::create_dir_all(folder.path().join("work")).expect("a work folder");
        Sandbox { folder }
    }

    /// The root of the work tree, links resolved.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder
            .path()
            .canonicalize()
            .expect("the folder exists")
            .join("work")
    }

    /// Writes a file, its folders included.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let file = self.root().join(path);
        std::fs::create_dir_all(file.parent().expect("a file has a folder")).expect("folders");
        std::fs::write(file, text).expect("a file");
        self
    }

    /// Commits everything.
    pub(crate) fn commit(&self) -> &Self {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "more"]);
        self
    }

    /// Runs git and gives back what it prints.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = self
            .command("git")
            .args(arguments)
            .current_dir(self.root())
            .output()
            .expect("git runs");
        assert!(
            output.status.success(),
            "git {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A command with a home of its own and nothing of the user's settings.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if [
                "GIT_",
                "DECISION_",
                "CLAUDE_",
                "XDG_",
                "GEMINI_",
                "COPILOT_",
                "CODEX_",
            ]
            .iter()
            .any(|prefix| name.starts_with(prefix))
            {
                command.env_remove(name);
            }
        }
        let home = self.folder.path().join("home");
        command
            .env_remove("PLUGIN_ROOT")
            .env("HOME", &home)
            .env("LOCALAPPDATA", &home)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", home.join(".gitconfig"))
            .envs([
                ("GIT_AUTHOR_NAME", "t"),
                ("GIT_AUTHOR_EMAIL", "t@example.com"),
            ])
            .envs([
                ("GIT_COMMITTER_NAME", "t"),
                ("GIT_COMMITTER_EMAIL", "t@example.com"),
            ])
            .current_dir(self.root());
        command
    }

    /// Runs `decision` and gives back what it printed; it must succeed.
    pub(crate) fn decision(&self, arguments: &[&str]) -> String {
        let output = self.decision_in(".", arguments);
        assert!(
            output.status.success(),
            "decision {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs `decision` in a folder of the work tree.
    pub(crate) fn decision_in(&self, folder: &str, arguments: &[&str]) -> Output {
        self.command(env!("CARGO_BIN_EXE_decision"))
            .args(arguments)
            .current_dir(self.root().join(folder))
            .output()
            .expect("decision runs")
    }

    /// Runs the hook on an input, with the programs on the `PATH`; it must exit 0 and be silent on standard
    /// error.
    pub(crate) fn hook(&self, input: &[u8]) -> String {
        self.hook_with(
            self.command(env!("CARGO_BIN_EXE_decision-hook"))
                .env("PATH", path_with_programs()),
            input,
        )
    }

    /// The same with a command that was prepared.
    pub(crate) fn hook_with(&self, command: &mut Command, input: &[u8]) -> String {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the hook starts");
        child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(input)
            .expect("the hook reads all of its input");
        let output = child.wait_with_output().expect("the hook ends");
        assert_eq!(output.status.code(), Some(0), "exit code");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "",
            "standard error"
        );
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// The user's home.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }
}

/// The `PATH` of these tests, with the programs that are tested in front, as one who installed them has it.
fn path_with_programs() -> std::ffi::OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_decision")).parent();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = own.map(Path::to_owned).into_iter();
    std::env::join_paths(all.chain(std::env::split_paths(&path))).expect("a path")
}

/// Puts a program where a test wants it. A link where that can be: a copy that another thread's new process
/// still holds open for writing cannot be started.
pub(crate) fn put_program(built: &Path, at: &Path) {
    std::fs::hard_link(built, at)
        .or_else(|_| std::fs::copy(built, at).map(|_| ()))
        .expect("a program");
}

/// A record in the tool's own format.
pub(crate) fn record(description: &str, affects: &[&str], title: &str, body: &str) -> String {
    let affects: String = affects
        .iter()
        .map(|entry| format!("\n  - \"{entry}\""))
        .collect();
    format!(
        "---\ndescription: {description}\ndate: 2026-03-12\naffects:{affects}\n---\n\n# {title}\n\n{body}\n"
    )
}

/// A small log about an imaginary service.
pub(crate) fn write_log(sandbox: &Sandbox) {
    let records = [
        (
            "session-tokens-redis",
            record(
                "Session tokens live in Redis only",
                &["services/auth/"],
                "Session tokens live in Redis",
                "Revocation must be instant, so no process-local cache.",
            ),
        ),
        (
            "cache-key-names",
            record(
                "Cache keys begin with the service",
                &["services/cache/"],
                "Cache key names",
                "A prefix keeps the keys of services apart.",
            ),
        ),
        (
            "audit-log-append-only",
            record(
                "The audit log is append-only",
                &["services/audit/**/*.rs"],
                "Audit log is append-only",
                "Entries are never changed.",
            ),
        ),
        (
            "retry-with-jitter",
            record(
                "Retries wait with jitter",
                &["lib/http/"],
                "Retry with jitter",
                "Clients that retry at once bring the server down again.",
            ),
        ),
    ];
    for (slug, text) in records {
        sandbox.write(&format!("docs/decisions/{slug}.md"), text);
    }
    sandbox.write("services/auth/session_store.rs", "fn a() {}\n");
    sandbox.write("services/audit/log.rs", "fn b() {}\n");
    sandbox.write("lib/http/client.rs", "fn c() {}\n");
    sandbox.write("README.md", "# Service\n");
}

/// What the model gets from an answer of the hook: its one line of JSON must have nothing but the keys
/// that the strictest host allows.
pub(crate) fn context(answer: &str, event: &str) -> String {
    assert!(
        answer.ends_with('\n') && answer.lines().count() == 1,
        "one line: {answer:?}"
    );
    let value: serde_json::Value = serde_json::from_str(answer).expect("JSON");
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["hookSpecificOutput"]);
    let inner = value["hookSpecificOutput"].as_object().expect("an object");
    assert_eq!(inner["hookEventName"], event);
    assert_eq!(inner.len(), 2);
    let text = inner["additionalContext"]
        .as_str()
        .expect("text")
        .to_owned();
    assert!(text.len() <= 10_000, "{} bytes", text.len());
    text
}

/// The JSON of an event in a folder, with other keys beside the common ones.
pub(crate) fn event(name: &str, cwd: &Path, extra: serde_json::Value) -> Vec<u8> {
    let mut value = serde_json::json!({
        "session_id": "s",
        "prompt_id": "p",
        "transcript_path": "/t",
        "cwd": cwd,
        "permission_mode": "default",
        "hook_event_name": name,
    });
    value
        .as_object_mut()
        .expect("an object")
        .extend(extra.as_object().expect("an object").clone());
    value.to_string().into_bytes()
}
