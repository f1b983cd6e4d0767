//! `decision doctor` on real repositories.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Sandbox, event, write_log};

/// The folder of the built programs.
fn programs() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_decision"));
    program.parent().expect("a folder").to_owned()
}

/// Runs the doctor with a search path; gives back its exit code and what it saw.
fn doctor(sandbox: &Sandbox, path: &str) -> (Option<i32>, Vec<Value>) {
    let output = sandbox
        .command(env!("CARGO_BIN_EXE_decision"))
        .args(["doctor", "--format", "json"])
        .env("PATH", path)
        .env_remove("CARGO_HOME")
        .output()
        .expect("decision runs");
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "doctor");
    let checks = value["checks"].as_array().expect("a list").clone();
    (output.status.code(), checks)
}

/// The usual search path, with the built programs in front.
fn usual_path() -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(programs()).chain(std::env::split_paths(&path));
    let joined = std::env::join_paths(folders).expect("a path");
    joined.to_string_lossy().into_owned()
}

/// What was seen in an area, each with its state in front.
fn of(checks: &[Value], area: &str) -> Vec<String> {
    let words = |check: &Value, key: &str| check[key].as_str().unwrap_or_default().to_owned();
    checks
        .iter()
        .filter(|check| check["area"] == area)
        .map(|check| format!("{}: {}", words(check, "state"), words(check, "what")))
        .collect()
}

fn log() -> Sandbox {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox
        .write("docs/decisions/README.md", "# About\n")
        .commit();
    sandbox
}

#[test]
fn all_is_well() {
    let sandbox = log();
    let (code, checks) = doctor(&sandbox, &usual_path());
    assert_eq!(code, Some(0), "{checks:#?}");
    assert_eq!(
        of(&checks, "directory"),
        ["ok: docs/decisions (found by: well-known name): 4 records"]
    );
    assert_eq!(
        of(&checks, "skipped"),
        ["ok: docs/decisions/README.md (index)"]
    );
    let hook = of(&checks, "hook");
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        hook[0].starts_with(&format!("ok: decision-hook {version}, ")),
        "{hook:?}"
    );
    assert!(of(&checks, "git")[0].starts_with("ok: git version "));
    assert_eq!(of(&checks, "git hook"), ["note: no commit is checked here"]);
    assert_eq!(
        of(&checks, "last runs"),
        ["note: the hook has answered nothing here yet"]
    );
    assert!(
        !sandbox.root().join(".git/decision").exists(),
        "looking leaves nothing behind"
    );
}

#[test]
fn the_last_runs_are_told_and_hold_no_prompt() {
    let sandbox = log();
    let prompt = |text: &str| {
        event(
            "UserPromptSubmit",
            &sandbox.root(),
            json!({ "prompt": text }),
        )
    };
    sandbox.hook(&prompt("what did we decide about session tokens?"));
    sandbox.hook(&prompt("please fix the typo"));
    sandbox.hook(b"{}");
    let log =
        std::fs::read_to_string(sandbox.root().join(".git/decision/hook.log")).expect("a log");
    assert!(!log.contains("tokens") && !log.contains("typo"), "{log}");

    let (code, checks) = doctor(&sandbox, &usual_path());
    assert_eq!(code, Some(0), "{checks:#?}");
    let runs = of(&checks, "last runs");
    assert_eq!(
        runs.len(),
        1,
        "what concerned nobody is not noted: {runs:?}"
    );
    assert!(
        runs[0].contains(" UserPromptSubmit of claude: "),
        "{runs:?}"
    );
    assert!(
        runs[0].contains(" bytes said, ") && runs[0].ends_with(" ms"),
        "{runs:?}"
    );
    let problems = of(&checks, "problems");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("no `hook_event_name`"), "{problems:?}");
}

#[test]
fn what_went_wrong_long_ago_and_perhaps_elsewhere_is_no_warning() {
    let sandbox = log();
    let state = |folder: &std::path::Path, at: i64| {
        std::fs::create_dir_all(folder).expect("a folder");
        let line = format!("{at} standard input is empty\n");
        std::fs::write(folder.join("hook.log"), line).expect("a log");
    };
    let now = jiff::Timestamp::now().as_second();
    let warns = || {
        let (_, checks) = doctor(&sandbox, &usual_path());
        let mut problems = checks.iter().filter(|check| check["area"] == "problems");
        problems.any(|check| check["state"] == "warning")
    };
    #[cfg(not(windows))]
    let shared = sandbox.home().join(".local/state/decision");
    #[cfg(windows)]
    let shared = sandbox.home().join("decision");
    state(&shared, now - 60);
    assert!(warns(), "a minute ago");
    state(&shared, now - 3 * 24 * 60 * 60);
    assert!(!warns(), "days ago, in whatever repository");
    let own = sandbox.root().join(".git/decision");
    state(&own, now - 4 * 24 * 60 * 60);
    assert!(warns(), "in this repository, whatever came elsewhere since");
}

#[cfg(unix)]
#[test]
fn only_the_user_can_read_the_log() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = log();
    sandbox.hook(&event(
        "UserPromptSubmit",
        &sandbox.root(),
        json!({ "prompt": "what did we decide about session tokens?" }),
    ));
    let file = sandbox.root().join(".git/decision/hook.log");
    let mode = std::fs::metadata(file).expect("a log").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn settings_and_directories_that_are_odd_are_named() {
    let sandbox = log();
    sandbox.write(
        ".decision.yaml",
        "dirs: [docs/decisions, nowhere]\ncolour: red\n",
    );
    let (code, checks) = doctor(&sandbox, &usual_path());
    assert_eq!(code, Some(0));
    let settings = of(&checks, "settings");
    assert!(
        settings[0].contains(".decision.yaml:2: `colour` is not a known key"),
        "{settings:?}"
    );
    let directories = of(&checks, "directory");
    assert!(
        directories[0].contains("found by: .decision.yaml"),
        "{directories:?}"
    );
    assert!(
        directories[1].starts_with("warning: .decision.yaml: nowhere"),
        "{directories:?}"
    );
}

#[test]
fn a_hook_of_another_version_is_broken() {
    let sandbox = log();
    let bin = sandbox.home().join(".cargo").join("bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let name = format!("decision-hook{}", std::env::consts::EXE_SUFFIX);
    let file = bin.join(&name);
    std::fs::copy(programs().join(&name), &file).expect("a copy");
    let bytes = std::fs::read(&file).expect("the program");
    let mark = format!("decision-hook/{};", env!("CARGO_PKG_VERSION"));
    let at = bytes
        .windows(mark.len())
        .position(|window| window == mark.as_bytes())
        .expect("the program says its version");
    let mut other = bytes;
    other[at + "decision-hook/".len()] = b'9';
    std::fs::write(&file, other).expect("the program");
    let (code, checks) = doctor(&sandbox, &usual_path());
    assert_eq!(code, Some(1));
    let hook = of(&checks, "hook");
    assert!(hook[0].starts_with("broken: decision-hook 9"), "{hook:?}");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::PermissionsExt;

    use super::{doctor, log, of, usual_path};
    use crate::support::Sandbox;

    fn write_hook(sandbox: &Sandbox, name: &str, text: &str, mode: u32) {
        let path = format!(".git/hooks/{name}");
        sandbox.write(&path, text);
        let file = sandbox.root().join(path);
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).expect("a mode");
    }

    #[test]
    fn the_hooks_that_are_installed_are_alive_until_something_is_missing() {
        let sandbox = log();
        write_hook(&sandbox, "pre-commit", "#!/bin/sh\nexit 0\n", 0o755);
        sandbox.decision(&["install", "git"]);
        let (code, checks) = doctor(&sandbox, &usual_path());
        let hooks = of(&checks, "git hook");
        assert_eq!(code, Some(0), "{hooks:?}");
        assert!(
            hooks[0].starts_with("ok: ") && hooks[0].contains("pre-commit runs the check"),
            "{hooks:?}"
        );
        assert!(
            hooks[0].ends_with("after the hook that was there before"),
            "{hooks:?}"
        );
        assert!(hooks[2].contains("commit-msg runs the check"), "{hooks:?}");

        let file = sandbox.root().join(".git/hooks/pre-commit");
        let text = std::fs::read_to_string(&file).expect("a hook");
        write_hook(&sandbox, "pre-commit", &text, 0o644);
        let (code, checks) = doctor(&sandbox, &usual_path());
        assert_eq!(code, Some(1));
        assert!(of(&checks, "git hook")[0].contains("is not executable"));

        // The program that was written down is gone; one of the PATH is taken in its place.
        let gone = text.replace(env!("CARGO_BIN_EXE_decision"), "/nowhere/decision");
        assert_ne!(gone, text);
        write_hook(&sandbox, "pre-commit", &gone, 0o755);
        let (code, checks) = doctor(&sandbox, &usual_path());
        assert_eq!(code, Some(0));
        assert!(
            of(&checks, "git hook")[0].starts_with("note: "),
            "changed by hand"
        );
        let (code, checks) = doctor(&sandbox, "/usr/bin:/bin");
        assert_eq!(code, Some(1));
        let hooks = of(&checks, "git hook");
        assert!(
            hooks[0].contains("calls /nowhere/decision, which is not there"),
            "{hooks:?}"
        );

        std::fs::remove_file(sandbox.root().join(".git/hooks/commit-msg")).expect("a hook");
        let (_, checks) = doctor(&sandbox, &usual_path());
        assert!(of(&checks, "git hook")[2].starts_with("warning: commit-msg is not installed"));
    }

    #[test]
    fn hooks_of_others_are_told_by_what_they_call() {
        for (text, mode, code, expected) in [
            ("#!/bin/sh\nmake lint\n", 0o755, 0, "note: "),
            ("#!/bin/sh\ndecision check\n", 0o755, 0, "ok: "),
            ("#!/bin/sh\ndecision check\n", 0o644, 1, "broken: "),
        ] {
            let sandbox = log();
            write_hook(&sandbox, "pre-commit", text, mode);
            let (ended, checks) = doctor(&sandbox, &usual_path());
            let hooks = of(&checks, "git hook");
            assert!(
                hooks[0].starts_with(expected),
                "{text:?} {mode:o}: {hooks:?}"
            );
            assert_eq!(ended, Some(code), "{text:?} {mode:o}: {checks:#?}");
        }
    }

    #[test]
    fn who_keeps_hooks_may_run_the_check() {
        let sandbox = log();
        sandbox.write(
            "lefthook.yml",
            "pre-commit:\n  jobs:\n    - run: decision check --hook\n",
        );
        let (_, checks) = doctor(&sandbox, &usual_path());
        assert_eq!(of(&checks, "git hook"), ["ok: lefthook.yml runs the check"]);
    }

    #[test]
    fn a_program_in_the_project_is_not_the_one_that_is_run() {
        let sandbox = log();
        sandbox.write("bin/decision-hook", "#!/bin/sh\n");
        let file = sandbox.root().join("bin/decision-hook");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        let path = format!(
            "{}:{}",
            file.parent().expect("a folder").display(),
            usual_path()
        );
        let (_, checks) = doctor(&sandbox, &path);
        let hook = of(&checks, "hook");
        assert!(
            hook[0].starts_with("ok: ") && !hook[0].contains("work/bin"),
            "{hook:?}"
        );
    }

    #[test]
    fn a_client_that_runs_a_program_which_is_gone_is_broken() {
        let sandbox = log();
        let settings = sandbox.home().join(".claude/settings.json");
        std::fs::create_dir_all(settings.parent().expect("a folder")).expect("a folder");
        for (text, code, expected) in [
            (
                r#"{"hooks": {"command": "/gone/decision-hook"}}"#,
                1,
                "runs /gone/decision-hook, which is not there",
            ),
            (
                r#"{"enabledPlugins": {"decision@decision": true}}"#,
                0,
                "names the plugin",
            ),
            ("{}", 0, "no agent client is set up to run the hook"),
        ] {
            std::fs::write(&settings, text).expect("a file");
            let (ended, checks) = doctor(&sandbox, &usual_path());
            assert_eq!(ended, Some(code), "{text}");
            assert!(
                of(&checks, "host")[0].ends_with(expected),
                "{text}: {checks:#?}"
            );
        }
        sandbox.decision(&["install", "claude"]);
        let (code, checks) = doctor(&sandbox, &usual_path());
        assert_eq!(code, Some(0));
        let host = of(&checks, "host");
        assert!(
            host[0].starts_with("ok: Claude Code: ") && host[0].ends_with("runs the hook"),
            "{host:?}"
        );
    }
}

#[test]
fn settings_that_run_no_hook_are_broken() {
    let sandbox = log();
    for (text, told) in [
        ("{", "is not JSON: "),
        (
            r#"{"disableAllHooks": true, "enabledPlugins": {"decision@decision": true}}"#,
            "turns all hooks off (`disableAllHooks`)",
        ),
    ] {
        sandbox.write(".claude/settings.json", text);
        let (code, checks) = doctor(&sandbox, &usual_path());
        let host = of(&checks, "host");
        assert_eq!(code, Some(1), "{checks:#?}");
        assert!(
            host[0].starts_with("broken: Claude Code: ") && host[0].contains(told),
            "{host:?}"
        );
    }
}

#[test]
fn a_hook_that_git_passes_over_is_broken() {
    let sandbox = log();
    sandbox.decision(&["install", "git"]);
    sandbox.git(&["config", "core.hooksPath", "elsewhere"]);
    let (code, checks) = doctor(&sandbox, &usual_path());
    let hook = of(&checks, "git hook");
    assert_eq!(code, Some(1), "{checks:#?}");
    assert!(
        hook[0].starts_with("broken: ") && hook[0].contains("is passed over: core.hooksPath is "),
        "{hook:?}"
    );
}
