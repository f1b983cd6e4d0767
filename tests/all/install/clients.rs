//! The hook in the configuration of agent clients.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{Programs, tree};
use crate::support::Sandbox;

const CLIENTS: [(&str, &str); 5] = [
    ("claude", ".claude/settings.json"),
    ("codex", ".codex/hooks.json"),
    ("gemini", ".gemini/settings.json"),
    ("copilot", ".copilot/hooks/decision.json"),
    ("cursor", ".cursor/hooks.json"),
];

fn file(sandbox: &Sandbox, path: &str) -> PathBuf {
    let file = sandbox.home().join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
    file
}

/// The JSON of a configuration that has no comments.
fn json(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The lines that start the hook, of all events.
fn commands(text: &str) -> Vec<String> {
    let value = json(text);
    let mut commands = Vec::new();
    for entries in value["hooks"].as_object().expect("an object").values() {
        for entry in entries.as_array().expect("a list") {
            let handler = entry.get("hooks").map_or(entry, |handlers| &handlers[0]);
            let command = ["command", "bash", "powershell"]
                .iter()
                .find_map(|key| handler[*key].as_str());
            commands.extend(command.map(str::to_owned));
        }
    }
    commands
}

#[test]
fn what_was_there_comes_back_byte_for_byte() {
    let texts: &[(&str, Option<&[u8]>)] = &[
        ("no file", None),
        ("an empty file", Some(b"")),
        ("white space", Some(b"\n\n")),
        ("an empty object", Some(b"{}")),
        ("an empty object with a space", Some(b"{ }\n")),
        ("empty hooks", Some(b"{\n  \"hooks\": {}\n}\n")),
        ("an empty list", Some(b"{\"hooks\": {\"Stop\": [], \"AfterAgent\": [ ]}}")),
        (
            "one line with a secret",
            Some(b"{\"env\": {\"TOKEN\": \"s3cret\"}, \"model\": \"x\"}"),
        ),
        (
            "others' hooks, comments and a comma at the end",
            Some(
                b"// mine\n{\n    \"theme\": \"dark\", /* night */\n    \"hooks\": {\n        // loud\n        \"Stop\": [\n            {\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]},\n        ],\n    },\n}\n",
            ),
        ),
        (
            "tabs, CRLF, no end of line",
            Some(b"{\r\n\t\"theme\": \"dark\",\r\n\t\"hooks\": {\r\n\t\t\"SessionStart\": []\r\n\t}\r\n}"),
        ),
        ("a byte order mark", Some(b"\xef\xbb\xbf{\"a\": \"\xc3\xbc\"}\n")),
    ];
    for (client, path) in CLIENTS {
        let sandbox = Sandbox::without_git();
        let programs = Programs::new(&sandbox);
        for (name, text) in texts {
            let what = format!("{client}, {name}");
            if let Some(text) = text {
                fs::write(file(&sandbox, path), text).expect("a file");
            }
            let own = || {
                let mut tree = tree(&sandbox.home());
                tree.retain(|path, _| !path.starts_with(".local"));
                tree
            };
            let before = own();
            let planned = programs.succeed(&sandbox, &["install", client, "--dry-run"]);
            assert_eq!(own(), before, "{what}: --dry-run");
            assert!(planned.contains("decision-hook"), "{what}: {planned}");

            programs.succeed(&sandbox, &["install", client]);
            let installed = own();
            assert_ne!(installed, before, "{what}");
            let again = programs.succeed(&sandbox, &["install", client]);
            assert!(again.contains("has the hooks already"), "{what}: {again}");
            assert_eq!(own(), installed, "{what}: twice");
            for (path, remembered) in tree(&sandbox.home().join(".local")) {
                assert!(!remembered.contains("s3cret"), "{what}: {}", path.display());
            }

            programs.succeed(&sandbox, &["uninstall", client]);
            assert_eq!(own(), before, "{what}");
            let left = sandbox.home().join(".local/state/decision/install");
            assert!(!left.exists(), "{what}");
            let again = programs.succeed(&sandbox, &["uninstall", client]);
            assert!(again.contains("no entries"), "{what}: {again}");
            assert_eq!(own(), before, "{what}: twice");
        }
    }
}

#[test]
fn every_installation_can_be_told_from_the_others_in_the_file() {
    // A second installation from elsewhere takes the first one's place, and the way back leads behind both.
    let sandbox = Sandbox::without_git();
    let programs = Programs::new(&sandbox);
    let settings = file(&sandbox, ".claude/settings.json");
    let before = "{\"hooks\": { }, \"model\": \"x\"}";
    fs::write(&settings, before).expect("a file");
    programs.succeed(&sandbox, &["install", "claude"]);
    let moved = Programs {
        folder: sandbox.home().join("moved"),
    };
    fs::rename(&programs.folder, &moved.folder).expect("a folder");
    moved.succeed(&sandbox, &["install", "claude"]);
    let commands = commands(&fs::read_to_string(&settings).expect("a file"));
    assert_eq!(commands.len(), 7, "{commands:?}");
    for command in commands {
        assert!(
            command.contains("/moved/") || command.contains("\\moved\\"),
            "{command}"
        );
    }
    moved.succeed(&sandbox, &["uninstall", "claude"]);
    assert_eq!(fs::read_to_string(&settings).expect("a file"), before);
}

#[test]
fn a_file_that_changed_since_keeps_its_changes() {
    for forget in [false, true] {
        let sandbox = Sandbox::without_git();
        let programs = Programs::new(&sandbox);
        let settings = file(&sandbox, ".gemini/settings.json");
        fs::write(&settings, "{\n  // mine\n  \"theme\": \"dark\"\n}\n").expect("a file");
        programs.succeed(&sandbox, &["install", "gemini"]);
        let text = fs::read_to_string(&settings).expect("a file");
        let text = text.replace("\"dark\"", "\"light\"").replace(
            "\"AfterAgent\": [",
            "\"AfterAgent\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] },",
        );
        fs::write(&settings, text).expect("a file");
        if forget {
            fs::remove_dir_all(sandbox.home().join(".local")).expect("a folder");
        }
        let said = programs.succeed(&sandbox, &["uninstall", "gemini"]);
        assert!(said.contains("changed since"), "{said}");
        let text = fs::read_to_string(&settings).expect("a file");
        assert!(
            text.contains("// mine") && text.contains("\"light\""),
            "{text}"
        );
        assert!(!text.contains("decision"), "{text}");
        let value = json(&text.replace("// mine", ""));
        let hooks = value["hooks"].as_object().expect("an object");
        assert_eq!(hooks.len(), 1, "{text}");
        assert_eq!(hooks["AfterAgent"][0]["hooks"][0]["command"], "say done");
    }
}

#[test]
fn a_file_of_ours_that_only_we_changed_goes_without_what_is_remembered() {
    let sandbox = Sandbox::without_git();
    let programs = Programs::new(&sandbox);
    let settings = file(&sandbox, ".codex/hooks.json");
    let other = "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": \"x\"}]}]}}\n";
    fs::write(&settings, other).expect("a file");
    programs.succeed(&sandbox, &["install", "codex"]);
    fs::remove_dir_all(sandbox.home().join(".local")).expect("a folder");
    programs.succeed(&sandbox, &["uninstall", "codex"]);
    let text = fs::read_to_string(&settings).expect("a file");
    assert_eq!(json(&text), json(other));
}

#[test]
fn what_is_no_configuration_is_left_as_it_is() {
    let cases: &[(&str, &[u8], &str)] = &[
        ("claude", b"{\n  \"a\": }", "line 2, column 8"),
        ("claude", b"[1]", "holds no object"),
        ("claude", b"{\"hooks\": [1]}", "`hooks` is no object"),
        (
            "codex",
            b"{\"hooks\": {\"Stop\": 1}}",
            "`hooks.Stop` is no list",
        ),
        ("gemini", b"{\"a\": \"\xff\"}", "no UTF-8"),
    ];
    for (client, text, says) in cases {
        let sandbox = Sandbox::without_git();
        let programs = Programs::new(&sandbox);
        let path = CLIENTS
            .iter()
            .find(|(name, _)| name == client)
            .expect("a client")
            .1;
        fs::write(file(&sandbox, path), text).expect("a file");
        let before = tree(&sandbox.home());
        let error = programs.refuse(&sandbox, &["install", client]);
        assert!(error.contains(says), "{client}: {error}");
        assert!(error.contains("left as it is"), "{client}: {error}");
        assert_eq!(tree(&sandbox.home()), before, "{client}");
    }
}

#[test]
fn the_environment_says_where_a_client_lives() {
    for (client, variable, path) in [
        ("claude", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("copilot", "COPILOT_HOME", "hooks/decision.json"),
    ] {
        let sandbox = Sandbox::without_git();
        let programs = Programs::new(&sandbox);
        let elsewhere = sandbox.home().join("else where");
        let output = programs
            .command(&sandbox, &["install", client])
            .env(variable, &elsewhere)
            .output()
            .expect("decision runs");
        assert!(output.status.success(), "{output:?}");
        let text = fs::read_to_string(elsewhere.join(path)).expect(client);
        assert!(!commands(&text).is_empty());
    }
}

#[test]
fn a_person_is_told_what_else_it_takes() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    let settings = file(&sandbox, ".claude/settings.json");
    let enabled = "{\"enabledPlugins\": {\"decision@decision\": true}}";
    fs::write(&settings, enabled).expect("a file");
    fs::write(file(&sandbox, ".copilot/settings.json"), enabled).expect("a file");
    fs::write(
        file(&sandbox, ".codex/config.toml"),
        "[plugins.\"decision@decision\"]\nenabled = true\n",
    )
    .expect("a file");
    fs::create_dir_all(sandbox.home().join(".gemini/extensions/decision")).expect("a folder");
    for (arguments, says) in [
        (&["claude"][..], "said twice"),
        (&["claude", "--project"], "said twice"),
        (&["codex"], "said twice"),
        (&["gemini"], "said twice"),
        (&["copilot", "--project"], "said twice"),
        (&["codex"], "/hooks"),
        (&["cursor"], "not tried"),
        (&["gemini", "--project"], "trusted folder"),
    ] {
        let arguments = [&["install"], arguments, &["--dry-run"]].concat();
        let said = programs.succeed(&sandbox, &arguments);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Output, Stdio};

    use serde_json::json;

    use super::*;
    use crate::support::{event, write_log};

    #[test]
    fn a_linked_file_is_changed_where_it_lies() {
        let sandbox = Sandbox::without_git();
        let programs = Programs::new(&sandbox);
        let settings = file(&sandbox, ".claude/settings.json");
        let kept = file(&sandbox, "dotfiles/claude.json");
        fs::write(&kept, "{}\n").expect("a file");
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o600)).expect("a mode");
        symlink("../dotfiles/claude.json", &settings).expect("a link");
        programs.succeed(&sandbox, &["install", "claude"]);
        assert!(
            fs::symlink_metadata(&settings)
                .expect("a link")
                .is_symlink()
        );
        assert!(!commands(&fs::read_to_string(&kept).expect("a file")).is_empty());
        let mode = fs::metadata(&kept).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        programs.succeed(&sandbox, &["uninstall", "claude"]);
        assert_eq!(fs::read_to_string(&kept).expect("a file"), "{}\n");
        assert!(
            fs::symlink_metadata(&settings)
                .expect("a link")
                .is_symlink()
        );

        fs::remove_file(&kept).expect("a file");
        let error = programs.refuse(&sandbox, &["install", "claude"]);
        assert!(error.contains("leads nowhere"), "{error}");
    }

    /// Runs a line as a client does, with an event on standard input.
    fn run(sandbox: &Sandbox, line: &str, path: &str, input: &[u8]) -> Output {
        let mut child = sandbox
            .command("sh")
            .args(["-c", line])
            .env("PATH", format!("{path}:/usr/bin:/bin"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        // A program that is not there reads nothing.
        let _ = std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), input);
        child.wait_with_output().expect("the shell ends")
    }

    #[test]
    fn what_is_installed_answers_and_never_fails() {
        let sandbox = Sandbox::new();
        write_log(&sandbox);
        let programs = Programs::new(&sandbox);
        let moved = sandbox.home().join("it's $(here) \"now\"");
        fs::rename(&programs.folder, &moved).expect("a folder");
        let programs = Programs { folder: moved };
        let prompt = event(
            "BeforeAgent",
            &sandbox.root(),
            json!({ "timestamp": "t", "prompt": "/decision:query session tokens" }),
        );
        for (client, path) in &CLIENTS[1..] {
            programs.succeed(&sandbox, &["install", client]);
            let text = fs::read_to_string(sandbox.home().join(path)).expect("a file");
            for line in commands(&text) {
                let output = run(&sandbox, &line, "/nowhere", &prompt);
                assert!(output.status.success(), "{client}: {output:?}");
                let said = String::from_utf8_lossy(&output.stdout);
                assert!(
                    said.contains("Session tokens live in Redis"),
                    "{client}: {output:?}"
                );
            }
        }
        fs::remove_dir_all(&programs.folder).expect("a folder");
        for (client, path) in &CLIENTS[1..] {
            let text = fs::read_to_string(sandbox.home().join(path)).expect("a file");
            for line in commands(&text) {
                let output = run(&sandbox, &line, "/nowhere", &prompt);
                assert!(output.status.success(), "{client}: {output:?}");
                assert_eq!(
                    (output.stdout.len(), output.stderr.len()),
                    (0, 0),
                    "{output:?}"
                );
            }
        }
    }

    #[test]
    fn a_projects_hooks_run_nothing_of_the_project() {
        let sandbox = Sandbox::new();
        let programs = Programs::new(&sandbox);
        let inside = sandbox
            .write("bin/decision-hook", "#!/bin/sh\necho inside\n")
            .root();
        let outside = sandbox
            .home()
            .canonicalize()
            .expect("a home")
            .join("own bin");
        fs::create_dir(&outside).expect("a folder");
        fs::write(
            outside.join("decision-hook"),
            "#!/bin/sh\necho outside\nexit 3\n",
        )
        .expect("a program");
        for program in [inside.join("bin"), outside.clone()] {
            let program = program.join("decision-hook");
            fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("a mode");
        }
        let outside = outside.to_str().expect("UTF-8").to_owned();
        let inside = inside.join("bin").to_str().expect("UTF-8").to_owned();
        for (client, path) in [
            ("claude", ".claude/settings.json"),
            ("codex", ".codex/hooks.json"),
            ("gemini", ".gemini/settings.json"),
            ("copilot", ".github/hooks/decision.json"),
            ("cursor", ".cursor/hooks.json"),
        ] {
            sandbox.write("sub/file", "");
            let before = tree(&sandbox.root());
            let output = programs
                .command(&sandbox, &["-C", "sub", "install", client, "--project"])
                .output()
                .expect("decision runs");
            assert!(output.status.success(), "{output:?}");
            let text = fs::read_to_string(sandbox.root().join(path)).expect(client);
            for line in commands(&text) {
                for (place, expected) in [
                    (outside.as_str(), "outside\n"),
                    (inside.as_str(), ""),
                    ("bin", ""),
                    ("/nowhere", ""),
                ] {
                    let output = run(&sandbox, &line, place, b"{}");
                    assert!(output.status.success(), "{client} {place}: {output:?}");
                    let said = String::from_utf8_lossy(&output.stdout);
                    assert_eq!(said, expected, "{client} {place}");
                }
            }
            programs.succeed(&sandbox, &["uninstall", client, "--project"]);
            assert_eq!(tree(&sandbox.root()), before, "{client}");
        }
    }
}
