//! The plugin's files: manifests that agree with each other, and the launcher of the source form.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::{Path, PathBuf};

use decision_policy::hosts::subscriptions::Client;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn json(path: &str) -> Value {
    let text = fs::read_to_string(root().join(path)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every handler of the source's hooks.json, with the event and the matcher of its group.
fn handlers() -> Vec<(String, Option<String>, Value)> {
    let hooks = json("plugin/hooks/hooks.json");
    let mut handlers = Vec::new();
    for (event, groups) in hooks["hooks"].as_object().unwrap() {
        for group in groups.as_array().unwrap() {
            let matcher = group
                .get("matcher")
                .map(|matcher| matcher.as_str().unwrap().to_owned());
            for handler in group["hooks"].as_array().unwrap() {
                handlers.push((event.clone(), matcher.clone(), handler.clone()));
            }
        }
    }
    handlers
}

#[test]
fn the_manifests_agree() {
    let plugin = json("plugin/.claude-plugin/plugin.json");
    assert_eq!(plugin["name"], "decision");
    assert_eq!(
        plugin["version"],
        env!("CARGO_PKG_VERSION"),
        "plugin.json and the workspace"
    );

    let marketplace = json(".claude-plugin/marketplace.json");
    assert_eq!(marketplace["name"], "decision");
    let plugins = marketplace["plugins"].as_array().unwrap();
    assert_eq!(plugins.len(), 1);
    assert_eq!(plugins[0]["name"], plugin["name"]);
    let folder = root().join(plugins[0]["source"].as_str().unwrap());
    assert!(folder.join(".claude-plugin/plugin.json").is_file());
}

#[test]
fn every_event_has_one_quick_handler() {
    let handlers = handlers();
    let mut wiring: Vec<(&str, Option<&str>)> = handlers
        .iter()
        .map(|(event, matcher, _)| (event.as_str(), matcher.as_deref()))
        .collect();
    let mut wanted: Vec<(&str, Option<&str>)> = Client::ClaudeCode
        .subscriptions()
        .iter()
        .map(|one| (one.event, one.matcher))
        .collect();
    wiring.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(wiring, wanted);
    for (event, _, handler) in handlers {
        assert_eq!(handler["type"], "command", "{event}");
        assert!(handler["timeout"].as_u64().unwrap() <= 10, "{event}");
        // The form that every host reads: quoted for a shell, and without `args`.
        let command = handler["command"].as_str().unwrap();
        let quoted = command
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap();
        let file = quoted.strip_prefix("${CLAUDE_PLUGIN_ROOT}/").unwrap();
        assert!(
            root().join("plugin").join(file).is_file(),
            "{event}: {file}"
        );
        assert_eq!(handler.get("args"), None, "{event}");
    }
}

#[test]
fn the_page_of_the_hosts_names_every_event() {
    let page = fs::read_to_string(root().join("docs/hosts.md")).unwrap();
    let section = page.split("## Which events are asked for").nth(1).unwrap();
    for client in Client::ALL {
        let start = format!("| {} |", client.name());
        let row = section.lines().find(|line| line.starts_with(&start));
        let words: Vec<&str> = row
            .unwrap_or_else(|| panic!("no row for {}", client.name()))
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .collect();
        for one in client.subscriptions() {
            let tools = one.matcher.unwrap_or_default();
            let tools = tools.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            for word in tools.filter(|tool| !tool.is_empty()).chain([one.event]) {
                assert!(words.contains(&word), "{}: {word}", client.name());
            }
        }
    }
}

#[test]
fn the_query_skill_is_the_command_and_needs_no_permission() {
    let skill = fs::read_to_string(root().join("plugin/skills/query/SKILL.md")).unwrap();
    let (head, body) = skill
        .strip_prefix("---\n")
        .unwrap()
        .split_once("\n---\n")
        .unwrap();
    assert!(head.lines().any(|line| line == "name: query"));
    assert!(head.lines().any(|line| line.starts_with("description: ")));
    // A skill that asks for tools is refused where the model calls it and nobody can be asked.
    assert!(!head.contains("allowed-tools"));
    assert!(body.contains("$ARGUMENTS"));
}

/// The front matter of a skill, and its text.
fn skill(name: &str) -> (String, String) {
    let path = root().join("plugin/skills").join(name).join("SKILL.md");
    let skill = fs::read_to_string(path).unwrap();
    let (head, body) = skill
        .strip_prefix("---\n")
        .unwrap()
        .split_once("\n---\n")
        .unwrap();
    (head.to_owned(), body.to_owned())
}

#[test]
fn the_record_skill_may_run_one_command_and_nothing_else() {
    let (head, body) = skill("record");
    assert!(head.lines().any(|line| line == "name: record"));
    let allowed: Vec<&str> = head
        .lines()
        .filter_map(|line| line.strip_prefix("allowed-tools: "))
        .collect();
    assert_eq!(allowed, ["Bash(decision record *)"]);
    assert!(body.contains("$ARGUMENTS"));
    // What a person alone may say is not shown to a model.
    assert!(!body.contains("--accepted") && !body.contains("--anyway"));
}

#[cfg(unix)]
#[test]
fn the_example_of_the_record_skill_can_be_run() {
    let sandbox = crate::support::Sandbox::new();
    let (_, body) = skill("record");
    let example: Vec<&str> = body
        .lines()
        .skip_while(|line| line.trim() != "```")
        .skip(1)
        .take_while(|line| line.trim() != "```")
        .map(|line| line.strip_prefix("   ").unwrap_or(line))
        .collect();
    let program = Path::new(env!("CARGO_BIN_EXE_decision"));
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    let output = sandbox
        .command("sh")
        .args(["-c", &example.join("\n")])
        .env("PATH", path)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        printed.contains("docs/decisions/short-title-of-the-choice.md"),
        "{printed}"
    );
}

#[cfg(unix)]
mod launcher {
    use std::io::{self, Write as _};
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::{Child, Command, Output, Stdio};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use tempfile::TempDir;

    use super::*;

    /// A home, a project that is open, and a plugin, in folders of their own.
    struct Machine {
        temp: TempDir,
        shell: &'static str,
        project: PathBuf,
        path: Vec<PathBuf>,
        environment: Vec<(&'static str, PathBuf)>,
        event: Vec<u8>,
    }

    impl Machine {
        fn new(shell: &'static str) -> Self {
            Self::with_names(shell, "home", "project")
        }

        fn with_names(shell: &'static str, home: &str, project: &str) -> Self {
            let temp = tempfile::tempdir().unwrap();
            // Compared with paths that the launcher has resolved.
            let base = temp.path().canonicalize().unwrap();
            let home = base.join(home);
            let project = base.join(project);
            fs::create_dir_all(project.join(".git")).unwrap();
            fs::create_dir_all(&home).unwrap();
            fs::create_dir_all(base.join("plugin root")).unwrap();
            let environment = vec![
                ("HOME", home),
                ("CLAUDE_PROJECT_DIR", project.clone()),
                ("CLAUDE_PLUGIN_ROOT", base.join("plugin root")),
                ("CLAUDE_PLUGIN_DATA", base.join("data/decision")),
            ];
            let event = br#"{"hook_event_name":"UserPromptSubmit"}"#.to_vec();
            Self {
                temp,
                shell,
                project,
                path: Vec::new(),
                environment,
                event,
            }
        }

        fn base(&self) -> PathBuf {
            self.temp.path().canonicalize().unwrap()
        }

        fn home(&self) -> PathBuf {
            self.get("HOME")
        }

        fn get(&self, name: &str) -> PathBuf {
            let found = self.environment.iter().find(|(key, _)| *key == name);
            found.unwrap().1.clone()
        }

        fn set(&mut self, name: &'static str, value: impl Into<PathBuf>) {
            self.environment.retain(|(key, _)| *key != name);
            self.environment.push((name, value.into()));
        }

        fn run(&self) -> Output {
            let mut path = self.path.clone();
            path.extend(["/usr/bin".into(), "/bin".into()]);
            let mut words = self.shell.split(' ');
            let mut command = Command::new(words.next().unwrap());
            command
                .args(words)
                .arg(root().join("plugin/launch/hook.sh"))
                .current_dir(&self.project)
                .env_clear()
                .env("PATH", std::env::join_paths(path).unwrap())
                .envs(self.environment.iter().map(|(key, value)| (key, value)));
            let mut child = spawn(&mut command).unwrap();
            // A host that cannot write all of its event may take that for a failure.
            child.stdin.take().unwrap().write_all(&self.event).unwrap();
            child.wait_with_output().unwrap()
        }

        /// Runs the launcher and returns what it printed, having checked that it ended well.
        fn printed(&self) -> String {
            let output = self.run();
            assert!(output.status.success(), "{}: {output:?}", self.shell);
            String::from_utf8(output.stdout).unwrap()
        }

        fn assert_runs(&self, program: &Path) {
            let expected = format!(
                "{}\n{}",
                program.display(),
                String::from_utf8_lossy(&self.event)
            );
            assert_eq!(self.printed(), expected, "{}", self.shell);
        }

        fn assert_tells_once(&self, part: &str) {
            let printed = self.printed();
            let message: Value = serde_json::from_str(&printed)
                .unwrap_or_else(|error| panic!("{printed:?}: {error}"));
            let keys: Vec<&String> = message.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["systemMessage"]);
            let text = message["systemMessage"].as_str().unwrap();
            assert!(text.contains(part), "{text}");
            assert!(text.contains("cargo install"), "{text}");
            assert_eq!(self.printed(), "", "{}: the second time", self.shell);
        }
    }

    /// Puts a program into `folder` that prints its own path, then its input.
    fn install(folder: &Path) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let program = folder.join("decision-hook");
        write_program(&program, "#!/bin/sh\nprintf '%s\\n' \"$0\"\ncat\n");
        program
    }

    /// A program that another thread's fork still holds open for writing cannot be started, so
    /// neither is done while the other is.
    static FORK_OR_WRITE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        FORK_OR_WRITE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_program(path: &Path, text: &str) {
        let _alone = alone();
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn spawn(command: &mut Command) -> io::Result<Child> {
        let _alone = alone();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    }

    /// The shells that stand behind `/bin/sh` on the systems at hand.
    fn shells() -> Vec<&'static str> {
        let there = |shell: &&str| {
            let program = shell.split(' ').next().unwrap();
            spawn(Command::new(program).args(["-c", ":"]))
                .is_ok_and(|child| child.wait_with_output().is_ok())
        };
        [
            "sh",
            "dash",
            "bash --posix",
            "zsh --emulate sh",
            "ksh",
            "busybox sh",
        ]
        .into_iter()
        .filter(there)
        .collect()
    }

    #[test]
    fn the_first_place_that_has_the_program_is_used() {
        for shell in shells() {
            let mut machine = Machine::new(shell);
            let on_path = machine.base().join("opt/bin");
            machine.path.push(on_path.clone());
            machine.set("CARGO_HOME", machine.base().join("cargo"));
            // From the last place to the first, so that each new one wins.
            let places = [
                on_path,
                machine.home().join(".local/bin"),
                machine.home().join(".cargo/bin"),
                machine.base().join("cargo/bin"),
                machine.get("CLAUDE_PLUGIN_ROOT").join("bin"),
            ];
            for place in places {
                machine.assert_runs(&install(&place));
            }
        }
    }

    #[test]
    fn odd_names_are_taken_as_they_are() {
        let name = r#"a "b" 'c' $HOME `id` \ * ü;&"#;
        for shell in shells() {
            let mut machine =
                Machine::with_names(shell, &format!("home {name}"), &format!("project {name}"));
            let inside = machine.project.join("bin");
            install(&inside);
            let on_path = machine.base().join(format!("opt {name}"));
            machine.path = vec![inside, on_path.clone()];
            machine.assert_runs(&install(&on_path));
            machine.assert_runs(&install(&machine.home().join(".cargo/bin")));
        }
    }

    #[test]
    fn the_program_starts_where_the_host_started_the_hook() {
        for shell in shells() {
            let machine = Machine::new(shell);
            let program = install(&machine.home().join(".cargo/bin"));
            write_program(&program, "#!/bin/sh\ncat >/dev/null\npwd\n");
            assert_eq!(
                machine.printed(),
                format!("{}\n", machine.project.display())
            );
        }
    }

    /// Makes a machine whose only program lies in the open project.
    type Inside = fn(&mut Machine);

    const INSIDE: &[(&str, Inside)] = &[
        ("an entry of PATH", |machine| {
            let bin = machine.project.join("target/release");
            install(&bin);
            machine.path.push(bin);
        }),
        ("an entry of PATH with dots", |machine| {
            install(&machine.project.join("bin"));
            machine
                .path
                .push(machine.base().join("plugin root/../project/bin"));
        }),
        ("the cargo folder", |machine| {
            install(&machine.project.join("cargo/bin"));
            machine.set("CARGO_HOME", machine.project.join("cargo"));
        }),
        ("the home", |machine| {
            install(&machine.project.join(".cargo/bin"));
            machine.set("HOME", machine.project.clone());
        }),
        ("the plugin", |machine| {
            install(&machine.project.join("plugin/bin"));
            machine.set("CLAUDE_PLUGIN_ROOT", machine.project.join("plugin"));
        }),
        ("a linked folder", |machine| {
            install(&machine.project.join("bin"));
            symlink(machine.project.join("bin"), machine.base().join("linked")).unwrap();
            machine.path.push(machine.base().join("linked"));
        }),
        ("a linked program", |machine| {
            let program = install(&machine.project.join("bin"));
            let bin = machine.home().join(".local/bin");
            fs::create_dir_all(&bin).unwrap();
            symlink(program, bin.join("decision-hook")).unwrap();
        }),
        ("a chain of relative links", |machine| {
            install(&machine.project.join("bin"));
            let bin = machine.home().join(".cargo/bin");
            fs::create_dir_all(bin.join("one")).unwrap();
            symlink("one/two", bin.join("decision-hook")).unwrap();
            symlink("../../../../project/bin/decision-hook", bin.join("one/two")).unwrap();
        }),
        (
            "a program reached through a link in the project",
            |machine| {
                let outside = install(&machine.base().join("outside"));
                fs::create_dir(machine.project.join("bin")).unwrap();
                symlink(outside, machine.project.join("bin/decision-hook")).unwrap();
                machine.path.push(machine.project.join("bin"));
            },
        ),
        ("a project opened through a link", |machine| {
            let bin = machine.project.join("bin");
            install(&bin);
            machine.path.push(bin);
            let link = machine.base().join("link");
            symlink(&machine.project, &link).unwrap();
            machine.set("CLAUDE_PROJECT_DIR", link);
            machine.project = machine.base().join("elsewhere");
            fs::create_dir(&machine.project).unwrap();
        }),
        ("the checkout above the open folder", |machine| {
            let bin = machine.project.join("bin");
            install(&bin);
            machine.path.push(bin);
            machine.project.push("packages/one");
            fs::create_dir_all(&machine.project).unwrap();
            machine.set("CLAUDE_PROJECT_DIR", machine.project.clone());
        }),
        ("the checkout around a submodule", |machine| {
            let bin = machine.project.join("bin");
            install(&bin);
            machine.path.push(bin);
            machine.project.push("sub");
            fs::create_dir_all(&machine.project).unwrap();
            fs::write(
                machine.project.join(".git"),
                "gitdir: ../.git/modules/sub\n",
            )
            .unwrap();
            machine.set("CLAUDE_PROJECT_DIR", machine.project.clone());
        }),
        ("the working folder of the hook", |machine| {
            let bin = machine.project.join("bin");
            install(&bin);
            machine.path.push(bin);
            machine
                .environment
                .retain(|(key, _)| *key != "CLAUDE_PROJECT_DIR");
        }),
        (
            "the session's project, with the hook elsewhere",
            |machine| {
                let bin = machine.project.join("bin");
                install(&bin);
                machine.path.push(bin);
                machine.project = machine.base().join("elsewhere");
                fs::create_dir(&machine.project).unwrap();
            },
        ),
        ("a folder that is no repository", |machine| {
            fs::remove_dir(machine.project.join(".git")).unwrap();
            let bin = machine.project.join("bin");
            install(&bin);
            machine.path.push(bin);
        }),
    ];

    #[test]
    fn nothing_from_the_open_project_is_run() {
        for shell in shells() {
            for (name, prepare) in INSIDE {
                let mut machine = Machine::new(shell);
                prepare(&mut machine);
                let printed = machine.printed();
                assert!(
                    printed.contains("inside the open project"),
                    "{shell}, {name}: {printed}"
                );
                // Nor does it hide one that lies elsewhere.
                let elsewhere = machine.base().join("system/bin");
                machine.path.push(elsewhere.clone());
                machine.assert_runs(&install(&elsewhere));
            }
        }
    }

    #[test]
    fn a_relative_entry_of_the_path_is_passed_over() {
        for shell in shells() {
            for entry in ["bin", "./bin", ".", "", "../outside", "~/bin"] {
                let mut machine = Machine::new(shell);
                for folder in ["bin", ".", "../outside", "~/bin"] {
                    install(&machine.project.join(folder));
                }
                machine.path.push(entry.into());
                machine.assert_tells_once("not installed");
            }
        }
    }

    #[test]
    fn links_that_lead_outside_are_followed() {
        for shell in shells() {
            let machine = Machine::new(shell);
            let program = install(&machine.base().join("store/decision-1/bin"));
            let bin = machine.home().join(".local/bin");
            fs::create_dir_all(&bin).unwrap();
            symlink(
                "../../../store/current/decision-hook",
                bin.join("decision-hook"),
            )
            .unwrap();
            symlink(
                program.parent().unwrap(),
                machine.base().join("store/current"),
            )
            .unwrap();
            machine.assert_runs(&program);
        }
    }

    #[test]
    fn what_cannot_be_run_is_passed_over() {
        for shell in shells() {
            let mut machine = Machine::new(shell);
            let bin = machine.home().join(".cargo/bin");
            fs::create_dir_all(bin.join("decision-hook")).unwrap();
            let local = install(&machine.home().join(".local/bin"));
            fs::set_permissions(&local, fs::Permissions::from_mode(0o644)).unwrap();
            let looped = machine.base().join("loop");
            fs::create_dir(&looped).unwrap();
            symlink("decision-hook", looped.join("decision-hook")).unwrap();
            machine.path = vec![machine.base().join("absent"), looped];
            machine.assert_tells_once("not installed");
        }
    }

    #[test]
    fn without_a_program_the_user_is_told_once_and_the_event_is_read() {
        for shell in shells() {
            let mut machine = Machine::new(shell);
            machine.event = vec![b'x'; 1 << 20];
            machine.assert_tells_once("not installed");
            let files: Vec<_> = fs::read_dir(machine.get("CLAUDE_PLUGIN_ROOT"))
                .unwrap()
                .collect();
            assert!(files.is_empty(), "{files:?}");
            // Installed later, it is found.
            machine.event = b"{}".to_vec();
            machine.assert_runs(&install(&machine.home().join(".cargo/bin")));
        }
    }

    #[test]
    fn a_program_that_does_not_start_is_told_and_no_failure() {
        for shell in shells() {
            let machine = Machine::new(shell);
            let program = install(&machine.home().join(".cargo/bin"));
            write_program(&program, "#!/nonexistent/interpreter\n");
            machine.assert_tells_once("does not start");
        }
    }

    #[test]
    fn where_nothing_can_be_remembered_nothing_is_said() {
        for shell in shells() {
            let mut machine = Machine::new(shell);
            let file = machine.base().join("file");
            fs::write(&file, "").unwrap();
            let plugin = machine.get("CLAUDE_PLUGIN_ROOT");
            for data in [
                "".into(),
                "data".into(),
                file.join("below"),
                plugin.join("data"),
            ] {
                machine.set("CLAUDE_PLUGIN_DATA", data.clone());
                assert_eq!(machine.printed(), "", "{}", data.display());
            }
            machine
                .environment
                .retain(|(key, _)| *key != "CLAUDE_PLUGIN_DATA");
            assert_eq!(machine.printed(), "");
            assert!(fs::read_dir(plugin).unwrap().next().is_none());
        }
    }

    #[test]
    fn switched_off_it_says_nothing() {
        for shell in shells() {
            let mut machine = Machine::new(shell);
            machine.set("DECISION_HOOK", "off");
            assert_eq!(machine.printed(), "");
        }
    }
}
