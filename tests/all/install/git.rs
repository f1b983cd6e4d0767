//! The commit check in git's hooks, with real commits.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::{Programs, tree};
use crate::support::{Sandbox, put_program};

fn hook(path: &Path, bytes: &[u8], mode: u32) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, bytes).expect("a hook");
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

/// Puts a script in the place of `decision` that notes its arguments and ends with a code.
fn stand_in(programs: &Programs, sandbox: &Sandbox, code: u8) {
    let program = programs.path("decision");
    fs::remove_file(&program).expect("a program");
    let log = sandbox.home().join("log");
    let text = format!(
        "#!/bin/sh\nfor word; do printf '%s ' \"${{word##*/}}\"; done >>'{}'\nexit {code}\n",
        log.display()
    );
    hook(&program, text.as_bytes(), 0o755);
}

fn log(sandbox: &Sandbox) -> String {
    let file = sandbox.home().join("log");
    let text = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(file);
    text
}

/// Commits something in a folder; whether git did, and what was said.
fn commit(sandbox: &Sandbox, folder: &str, arguments: &[&str]) -> (bool, String) {
    let output = sandbox
        .command("git")
        .current_dir(sandbox.root().join(folder))
        .args(["commit", "--allow-empty", "-m", "subject"])
        .args(arguments)
        .output()
        .expect("git runs");
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[test]
fn what_was_there_comes_back_byte_for_byte() {
    type Prepare = fn(&Sandbox);
    let cases: &[(&str, Prepare)] = &[
        ("nothing", |_| {}),
        ("no folder of hooks", |sandbox| {
            fs::remove_dir_all(sandbox.root().join(".git/hooks")).expect("a folder");
        }),
        ("a program", |sandbox| {
            hook(
                &sandbox.root().join(".git/hooks/pre-commit"),
                b"#!/bin/sh\nexit 0\n",
                0o755,
            );
        }),
        ("both hooks, odd modes", |sandbox| {
            let hooks = sandbox.root().join(".git/hooks");
            hook(&hooks.join("pre-commit"), b"#!/bin/sh\n", 0o510);
            hook(&hooks.join("commit-msg"), b"#!/bin/sh\n", 0o711);
        }),
        ("no program", |sandbox| {
            hook(
                &sandbox.root().join(".git/hooks/pre-commit"),
                b"#!/bin/sh\nexit 1\n",
                0o644,
            );
        }),
        ("CRLF and no end of line", |sandbox| {
            hook(
                &sandbox.root().join(".git/hooks/pre-commit"),
                b"#!/bin/sh\r\nexit 0",
                0o755,
            );
        }),
        ("empty", |sandbox| {
            hook(&sandbox.root().join(".git/hooks/commit-msg"), b"", 0o755);
        }),
        ("bytes", |sandbox| {
            hook(
                &sandbox.root().join(".git/hooks/pre-commit"),
                b"\x7fELF\xff\0\xfe",
                0o755,
            );
        }),
        ("a link", |sandbox| {
            sandbox.write("tools/hook", "#!/bin/sh\n");
            let hooks = sandbox.root().join(".git/hooks");
            fs::create_dir_all(&hooks).expect("a folder");
            symlink("../../tools/hook", hooks.join("pre-commit")).expect("a link");
        }),
        ("a link that leads nowhere", |sandbox| {
            let hooks = sandbox.root().join(".git/hooks");
            fs::create_dir_all(&hooks).expect("a folder");
            symlink("../nowhere", hooks.join("pre-commit")).expect("a link");
        }),
        ("core.hooksPath in the work tree", |sandbox| {
            sandbox.git(&["config", "core.hooksPath", ".githooks"]);
            sandbox.write(".githooks/pre-commit", "#!/bin/sh\n");
        }),
        ("core.hooksPath that does not exist", |sandbox| {
            sandbox.git(&["config", "core.hooksPath", "../deep/er/hooks"]);
        }),
    ];
    for (name, prepare) in cases {
        let sandbox = Sandbox::new();
        let programs = Programs::new(&sandbox);
        prepare(&sandbox);
        let before = tree(&sandbox.root());
        let printed = programs.succeed(&sandbox, &["install", "git", "--dry-run"]);
        assert_eq!(tree(&sandbox.root()), before, "{name}: --dry-run");
        assert!(printed.contains("write the program"), "{name}: {printed}");
        assert!(printed.lines().count() < 12, "{name}: {printed}");
        let whole = ["install", "git", "--dry-run", "--verbose"];
        let whole = programs.succeed(&sandbox, &whole);
        assert!(whole.contains("+ #!/bin/sh"), "{name}: {whole}");

        let done = programs.succeed(&sandbox, &["install", "git"]);
        assert_eq!(
            printed.replace(
                "nothing is done: --dry-run",
                "done; `decision uninstall git` takes it back"
            ),
            done,
            "{name}"
        );
        let installed = tree(&sandbox.root());
        let again = programs.succeed(&sandbox, &["install", "git"]);
        assert!(again.contains("as they should be"), "{name}: {again}");
        assert_eq!(tree(&sandbox.root()), installed, "{name}: twice");

        programs.succeed(&sandbox, &["uninstall", "git"]);
        assert_eq!(tree(&sandbox.root()), before, "{name}");
        let again = programs.succeed(&sandbox, &["uninstall", "git"]);
        assert!(again.contains("no hook"), "{name}: {again}");
        assert_eq!(tree(&sandbox.root()), before, "{name}: twice");
    }
}

#[test]
fn the_check_decides_with_the_code_1_alone() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    programs.succeed(&sandbox, &["install", "git"]);
    for (code, commits, says) in [
        (0, true, ""),
        (1, false, ""),
        (2, true, "ended with code 2"),
        (101, true, "ended with code 101"),
    ] {
        stand_in(&programs, &sandbox, code);
        let (committed, said) = commit(&sandbox, ".", &[]);
        assert_eq!(committed, commits, "{code}: {said}");
        assert!(said.contains(says), "{code}: {said}");
        assert_eq!(
            said.contains("the commit goes on"),
            !says.is_empty(),
            "{said}"
        );
        let ran = match commits {
            true => "check --hook check --hook --message COMMIT_EDITMSG ",
            false => "check --hook ",
        };
        assert_eq!(log(&sandbox), ran, "{code}");
    }
    // Neither a program that is gone nor one that is switched off stands in the way.
    let (committed, _) = commit(&sandbox, ".", &["--no-verify"]);
    assert!(committed);
    assert_eq!(log(&sandbox), "");
    let mut off = sandbox.command("git");
    off.env("DECISION_HOOK", "off")
        .args(["commit", "--allow-empty", "-m", "x"]);
    assert!(off.output().expect("git runs").status.success());
    assert_eq!(log(&sandbox), "");
    fs::remove_file(programs.path("decision")).expect("a program");
    let (committed, said) = commit(&sandbox, ".", &[]);
    assert!(committed, "{said}");
    assert!(said.contains("pre-commit checks nothing"), "{said}");
}

#[test]
fn the_hook_that_was_there_comes_first_and_counts() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    let hooks = sandbox.root().join(".git/hooks");
    hook(
        &hooks.join("commit-msg"),
        b"#!/bin/sh\n. \"${0%/*}/beside\"\nprintf 'old %s ' \"$(head -n 1 \"$1\")\" >>\"$HOME/log\"\n[ ! -e \"$HOME/refuse\" ]\n",
        0o755,
    );
    hook(&hooks.join("beside"), b"", 0o644);
    hook(
        &hooks.join("pre-commit"),
        b"printf 'not run' >>\"$HOME/log\"\nexit 1\n",
        0o644,
    );
    let said = programs.succeed(&sandbox, &["install", "git"]);
    assert!(said.contains("is not executable"), "{said}");
    stand_in(&programs, &sandbox, 0);
    let (committed, said) = commit(&sandbox, ".", &[]);
    assert!(committed, "{said}");
    assert_eq!(
        log(&sandbox),
        "check --hook old subject check --hook --message COMMIT_EDITMSG "
    );

    fs::write(sandbox.home().join("refuse"), "").expect("a file");
    let (committed, _) = commit(&sandbox, ".", &[]);
    assert!(!committed);
    assert_eq!(log(&sandbox), "check --hook old subject ");
}

#[test]
fn commits_of_every_kind_are_checked() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    sandbox.write("a b/file.rs", "1\n").commit();
    let linked = sandbox.home().join("linked tree");
    let path = linked.to_str().expect("UTF-8");
    sandbox.git(&["worktree", "add", "-q", "-b", "linked", path]);
    // Installed from a folder of a linked work tree, it holds for all of them.
    let mut install = programs.command(&sandbox, &["install", "git"]);
    let output = install
        .current_dir(linked.join("a b"))
        .output()
        .expect("decision runs");
    assert!(output.status.success(), "{output:?}");
    stand_in(&programs, &sandbox, 0);
    let both = "check --hook check --hook --message COMMIT_EDITMSG ";
    for folder in [
        sandbox.root(),
        sandbox.root().join("a b"),
        linked.join("a b"),
    ] {
        let folder = folder.to_str().expect("UTF-8");
        fs::write(Path::new(folder).join("new.rs"), folder).expect("a file");
        sandbox.git(&["-C", folder, "add", "-A"]);
        for arguments in [&[][..], &["-a"], &["--amend"]] {
            let (committed, said) = commit(&sandbox, folder, arguments);
            assert!(committed, "{said}");
            assert_eq!(log(&sandbox), both, "{folder} {arguments:?}");
        }
    }
    sandbox.write("a b/file.rs", "2\n");
    let output = sandbox
        .command("git")
        .args(["commit", "-m", "x", "--", "a b/file.rs"])
        .output()
        .expect("git runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(log(&sandbox), both);
    // A merge that git commits by itself.
    sandbox.git(&["switch", "-q", "-c", "side", "HEAD~"]);
    sandbox.git(&["commit", "-q", "--no-verify", "--allow-empty", "-m", "x"]);
    sandbox.git(&["merge", "-q", "--no-edit", "main"]);
    assert_eq!(log(&sandbox), both.replace("COMMIT_EDITMSG", "MERGE_MSG"));
}

#[test]
fn hooks_that_are_switched_off_stay_so() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    sandbox.git(&["config", "core.hooksPath", "/dev/null"]);
    let error = programs.refuse(&sandbox, &["install", "git", "--dry-run"]);
    assert!(error.contains("git runs no hooks here"), "{error}");
    programs.succeed(&sandbox, &["uninstall", "git"]);
}

#[test]
fn a_folder_for_all_repositories_is_asked_for_by_name() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    let shared = sandbox.home().join("hooks");
    sandbox.git(&[
        "config",
        "--global",
        "core.hooksPath",
        shared.to_str().expect("UTF-8"),
    ]);
    for verb in ["install", "uninstall"] {
        let error = programs.refuse(&sandbox, &[verb, "git"]);
        assert!(error.contains("--global-hooks"), "{error}");
        assert!(
            error.contains("git config --local core.hooksPath"),
            "{error}"
        );
    }
    assert!(!shared.exists());
    programs.succeed(&sandbox, &["install", "git", "--global-hooks"]);
    stand_in(&programs, &sandbox, 1);
    let (committed, _) = commit(&sandbox, ".", &[]);
    assert!(!committed);
    let decision = Programs {
        folder: Path::new(env!("CARGO_BIN_EXE_decision"))
            .parent()
            .expect("a folder")
            .to_owned(),
    };
    decision.succeed(&sandbox, &["uninstall", "git", "--global-hooks"]);
    assert!(!shared.exists());

    // The way out that the refusal names.
    let error = decision.refuse(&sandbox, &["install", "git"]);
    let own = error.split('\'').nth(1).expect("a path in quotes");
    sandbox.git(&["config", "--local", "core.hooksPath", own]);
    decision.succeed(&sandbox, &["install", "git"]);
    assert!(sandbox.root().join(".git/hooks/pre-commit").exists());
    assert!(!shared.exists());
}

#[test]
fn who_keeps_the_hooks_is_told_what_to_add() {
    let cases: &[(&str, &str, &str, &str)] = &[
        (
            ".husky/_",
            "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"",
            "husky",
            ".husky/pre-commit",
        ),
        (
            ".git/hooks",
            "#!/bin/sh\ncall_lefthook run \"pre-commit\" \"$@\"\n",
            "lefthook",
            "lefthook.yml",
        ),
        (
            ".git/hooks",
            "#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n",
            "the pre-commit framework",
            ".pre-commit-config.yaml",
        ),
    ];
    for (folder, text, manager, file) in cases {
        let sandbox = Sandbox::new();
        let programs = Programs::new(&sandbox);
        sandbox.git(&["config", "core.hooksPath", folder]);
        let hooks = sandbox.root().join(folder);
        hook(&hooks.join("pre-commit"), text.as_bytes(), 0o755);
        let before = tree(&sandbox.root());
        let output = programs.run(&sandbox, &["install", "git"]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(file), "{said}");
        let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/git-hooks.md"))
            .expect("the guide");
        let lines: Vec<&str> = said
            .lines()
            .map(str::trim)
            .filter(|line| line.contains("decision check --hook"))
            .collect();
        assert!(lines.len() >= 2, "{said}");
        assert!(said.contains("pre-merge-commit"), "{said}");
        for line in lines {
            let stands = guide.lines().any(|other| other.trim() == line);
            assert!(stands, "docs/git-hooks.md does not have {line}");
        }
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(manager), "{error}");
        assert_eq!(tree(&sandbox.root()), before, "{manager}");
    }
}

#[test]
fn a_hook_that_changed_since_is_left_alone() {
    type Change = fn(&Path);
    let cases: &[(&str, Change, &str)] = &[
        (
            "edited",
            |hooks| {
                let file = hooks.join("pre-commit");
                let text = fs::read_to_string(&file).expect("a hook");
                fs::write(&file, format!("{text}make lint\n")).expect("a hook");
            },
            "changed since",
        ),
        (
            "replaced",
            |hooks| hook(&hooks.join("pre-commit"), b"#!/bin/sh\n", 0o755),
            "replaced by another program",
        ),
    ];
    for (name, change, says) in cases {
        let sandbox = Sandbox::new();
        let programs = Programs::new(&sandbox);
        let hooks = sandbox.root().join(".git/hooks");
        hook(&hooks.join("pre-commit"), b"#!/bin/sh\nexit 0\n", 0o755);
        programs.succeed(&sandbox, &["install", "git"]);
        change(&hooks);
        let before = tree(&hooks);
        let error = programs.refuse(&sandbox, &["uninstall", "git"]);
        assert!(error.contains(says), "{name}: {error}");
        assert!(
            error.contains("pre-commit.before-decision"),
            "{name}: {error}"
        );
        programs.refuse(&sandbox, &["install", "git"]);
        assert_eq!(tree(&hooks), before, "{name}");
    }
}

#[test]
fn a_hook_that_was_deleted_since_gives_the_old_one_back() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    let hooks = sandbox.root().join(".git/hooks");
    hook(&hooks.join("pre-commit"), b"#!/bin/sh\nexit 0\n", 0o750);
    let before = tree(&hooks);
    programs.succeed(&sandbox, &["install", "git"]);
    fs::remove_file(hooks.join("pre-commit")).expect("a hook");
    programs.succeed(&sandbox, &["uninstall", "git"]);
    assert_eq!(tree(&hooks), before);
}

#[test]
fn hooks_are_found_where_they_were_installed() {
    for scope in ["--local", "--global"] {
        let sandbox = Sandbox::new();
        let programs = Programs::new(&sandbox);
        let hooks = sandbox.root().join(".git/hooks");
        let before = tree(&hooks);
        programs.succeed(&sandbox, &["install", "git"]);
        let later = sandbox.home().join("later");
        let later = later.to_str().expect("UTF-8");
        sandbox.git(&["config", scope, "core.hooksPath", later]);
        programs.succeed(&sandbox, &["uninstall", "git"]);
        assert_eq!(tree(&hooks), before, "{scope}");
    }
}

#[test]
fn what_is_offered_to_other_programs_is_a_command() {
    let sandbox = Sandbox::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/.pre-commit-hooks.yaml");
    let text = fs::read_to_string(file).expect("a file");
    let entries: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  entry: decision "))
        .collect();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        let mut arguments: Vec<&str> = entry.split(' ').collect();
        // The framework adds the file with the message.
        if arguments.ends_with(&["--message"]) {
            arguments.push("file");
        }
        arguments.push("--help");
        sandbox.decision(&arguments);
    }
}

#[test]
fn a_program_in_the_work_tree_is_not_run() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    let inside = sandbox.root().join("node_modules/.bin");
    fs::create_dir_all(&inside).expect("a folder");
    for name in ["decision", "decision-hook"] {
        put_program(&programs.path(name), &inside.join(name));
    }
    let said = Programs {
        folder: inside.clone(),
    }
    .succeed(&sandbox, &["install", "git"]);
    assert!(said.contains("in the work tree"), "{said}");
    let text = fs::read_to_string(sandbox.root().join(".git/hooks/pre-commit")).expect("a hook");
    assert!(!text.contains("node_modules"), "{text}");

    // It may be a link to the program itself.
    fs::remove_file(inside.join("decision")).expect("a program");
    hook(
        &inside.join("decision"),
        b"#!/bin/sh\necho ran >>\"$HOME/log\"\nexit 1\n",
        0o755,
    );
    for path in ["node_modules/.bin", inside.to_str().expect("UTF-8")] {
        let mut git = sandbox.command("git");
        git.env("PATH", format!("{path}:/usr/bin:/bin")).args([
            "commit",
            "--allow-empty",
            "-m",
            "x",
        ]);
        let git_folder = std::env::var("PATH").expect("a path");
        git.env("PATH", format!("{path}:{git_folder}"));
        let output = git.output().expect("git runs");
        assert!(output.status.success(), "{path}: {output:?}");
        assert_eq!(log(&sandbox), "", "{path}");
    }
}

#[test]
fn a_plan_is_there_for_programs_too() {
    let sandbox = Sandbox::new();
    let programs = Programs::new(&sandbox);
    let printed = programs.succeed(
        &sandbox,
        &["install", "git", "--dry-run", "--format", "json"],
    );
    let value: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "install");
    assert_eq!(value["done"], false);
    let steps: Vec<&str> = value["steps"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|step| step["step"].as_str())
        .filter(|step| *step != "make-folder")
        .collect();
    assert_eq!(steps, ["write", "write", "write"]);
}

#[test]
fn outside_of_a_repository_there_is_nothing_to_install_into() {
    let sandbox = Sandbox::without_git();
    let programs = Programs::new(&sandbox);
    let error = programs.refuse(&sandbox, &["install", "git"]);
    assert!(error.contains("not in a git repository"), "{error}");
}
