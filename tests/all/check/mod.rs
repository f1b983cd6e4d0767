//! `decision check`: at real commits, by hand, in CI.

mod commits;
mod excuses;
mod old_faults;
mod output;
mod places;
mod repairs;
mod review;
mod silenced;

use std::path::Path;

use crate::support::Sandbox;

/// What was typed and what was printed, to be compared as a whole.
struct Transcript<'s> {
    sandbox: &'s Sandbox,
    text: String,
}

impl<'s> Transcript<'s> {
    fn new(sandbox: &'s Sandbox) -> Transcript<'s> {
        Transcript {
            sandbox,
            text: String::new(),
        }
    }

    /// Says what comes.
    fn note(&mut self, text: &str) -> &mut Self {
        self.text.push_str(&format!("# {text}\n"));
        self
    }

    /// Runs git at the root.
    fn git(&mut self, arguments: &[&str]) -> &mut Self {
        self.git_in(".", arguments)
    }

    fn git_in(&mut self, folder: &str, arguments: &[&str]) -> &mut Self {
        self.run("git".as_ref(), "git", folder, arguments)
    }

    /// Runs `decision` at the root.
    fn decision(&mut self, arguments: &[&str]) -> &mut Self {
        let program = env!("CARGO_BIN_EXE_decision");
        self.run(program.as_ref(), "decision", ".", arguments)
    }

    fn run(&mut self, program: &Path, name: &str, folder: &str, arguments: &[&str]) -> &mut Self {
        let output = self
            .sandbox
            .command(program)
            .args(arguments)
            .current_dir(self.sandbox.root().join(folder))
            .output()
            .expect("the program runs");
        let place = if folder == "." {
            String::new()
        } else {
            format!("{folder} ")
        };
        self.text
            .push_str(&format!("{place}$ {name} {}\n", arguments.join(" ")));
        for bytes in [&output.stdout, &output.stderr] {
            self.text.push_str(&String::from_utf8_lossy(bytes));
        }
        if let Some(code) = output.status.code().filter(|code| *code != 0) {
            self.text.push_str(&format!("[exit code {code}]\n"));
        }
        self
    }

    /// The text, with what differs from run to run taken out.
    fn finish(&self) -> String {
        let root = self.sandbox.root().to_string_lossy().into_owned();
        let text = self.text.replace(&root, "$ROOT").replace('\r', "");
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect();
        lines.push(String::new());
        lines.join("\n")
    }
}

/// A record that governs a path.
fn record(name: &str, description: &str, affects: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: {description}\ndate: 2026-03-12\naffects:\n  - {affects}\n---\n\n# {description}\n\nBecause.\n"
    )
}

/// A repository with two records and what they govern, all committed.
fn service() -> Sandbox {
    let sandbox = Sandbox::new();
    write_service(&sandbox);
    sandbox.commit();
    sandbox
}

fn write_service(sandbox: &Sandbox) {
    sandbox
        .write(
            "docs/decisions/tokens.md",
            record("tokens", "Session tokens live in Redis only", "src/auth/"),
        )
        .write(
            "docs/decisions/keys.md",
            record(
                "keys",
                "Cache keys begin with the service",
                "src/cache/keys.rs # one file",
            ),
        )
        .write(
            "src/auth/store.rs",
            "pub fn store(token: &str) {\n    redis::set(token);\n}\n",
        )
        .write(
            "src/auth/check.rs",
            "pub fn check(token: &str) -> bool {\n    redis::has(token)\n}\n",
        )
        .write(
            "src/cache/keys.rs",
            "pub fn key(service: &str) -> String {\n    service.into()\n}\n",
        )
        .write("src/main.rs", "fn main() {}\n");
}

/// Puts a hook into a hooks folder that runs `decision check --hook` as git calls it.
fn hook(sandbox: &Sandbox, hooks: &str, name: &str, before: &str, arguments: &str) {
    let program = env!("CARGO_BIN_EXE_decision").replace('\\', "/");
    let script = format!("#!/bin/sh\n{before}exec '{program}' check --hook{arguments}\n");
    let path = format!("{hooks}/{name}");
    sandbox.write(&path, script);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(sandbox.root().join(path), permissions).expect("an executable");
    }
}

fn pre_commit(sandbox: &Sandbox) {
    hook(sandbox, ".git/hooks", "pre-commit", "", "");
}
