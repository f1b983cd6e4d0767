//! Which records speak of a file, in which order, however the file is named.

use super::{CLAUDE, Fill, on_read};
use crate::support::{Sandbox, record};

fn with(records: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new();
    for (slug, text) in records {
        sandbox.write(&format!("docs/decisions/{slug}.md"), text);
    }
    sandbox
        .write("src/auth/token.rs", "old\n")
        .write("src/core.rs", "old\n");
    sandbox.commit();
    sandbox
}

fn native(description: &str, affects: &[&str]) -> String {
    record(description, affects, description, "Because.")
}

#[test]
fn the_strongest_match_comes_first() {
    let sandbox = with(&[
        ("a-glob", &native("By glob", &["src/**/*.rs"])),
        ("b-directory", &native("By directory", &["src/auth/"])),
        ("c-above", &native("By directory above", &["src/"])),
        ("d-exact", &native("By path", &["src/auth/token.rs"])),
        ("e-suffix", &native("By suffix", &["auth/token.rs"])),
        ("f-other", &native("Of others", &["lib/"])),
    ]);
    let text = on_read(&sandbox, "src/auth/token.rs");
    let places: Vec<usize> = [
        "By path",
        "By directory",
        "By directory above",
        "By glob",
        "By suffix",
    ]
    .iter()
    .map(|title| {
        text.find(&format!("{title} |"))
            .unwrap_or_else(|| panic!("{title}: {text}"))
    })
    .collect();
    assert!(places.is_sorted(), "{places:?} {text}");
    assert!(!text.contains("Of others"), "{text}");
}

#[test]
fn weak_matches_never_speak() {
    let sandbox = with(&[
        ("stem", &native("By stem", &["core"])),
        ("broad", &native("Of everything", &["**"])),
        (
            "beside",
            "---\ndescription: Beside\ndate: 2026-03-12\n---\n\n# Beside\n",
        ),
    ]);
    sandbox.write("docs/decisions/affects.yaml", "beside:\n  - src/\n");
    assert_eq!(on_read(&sandbox, "src/core.rs"), "");
    // Once it is merged, somebody has reviewed it.
    sandbox.commit();
    let text = on_read(&sandbox, "src/core.rs");
    assert!(
        text.contains("Beside") && !text.contains("By stem") && !text.contains("everything"),
        "{text}"
    );
}

#[test]
fn superseded_records_are_a_note_to_their_successor() {
    let sandbox = with(&[
        (
            "0001-old",
            "---\ndescription: Use the old way\ndate: 2025-01-01\nstatus: superseded by 0002-new\naffects: [src/auth/]\n---\n\n# Old way\n",
        ),
        (
            "0002-new",
            "---\ndescription: Use the new way\ndate: 2026-01-01\nsupersedes: 0001-old\n---\n\n# New way\n",
        ),
        (
            "0003-no",
            "---\ndescription: Never done\ndate: 2026-01-01\nstatus: rejected\naffects: [src/auth/]\n---\n\n# Rejected way\n",
        ),
    ]);
    let text = on_read(&sandbox, "src/auth/token.rs");
    assert!(text.contains("docs/decisions/0002-new.md"), "{text}");
    assert!(
        !text.contains("Use the old way") && !text.contains("Rejected"),
        "{text}"
    );
    assert_eq!(on_read(&sandbox, "src/auth/token.rs"), "");

    // Where the successor governs the file itself, it speaks.
    let sandbox = with(&[
        (
            "0001-old",
            "---\ndescription: Use the old way\ndate: 2025-01-01\nstatus: superseded by 0002-new\naffects: [src/auth/]\n---\n\n# Old way\n",
        ),
        (
            "0002-new",
            "---\ndescription: Use the new way\ndate: 2026-01-01\nsupersedes: 0001-old\naffects: [src/auth/]\n---\n\n# New way\n",
        ),
    ]);
    let text = on_read(&sandbox, "src/auth/token.rs");
    assert!(
        text.contains("\"Use the new way\"") && text.contains("replaced 0001 Old way"),
        "{text}"
    );
    assert!(!text.contains("Use the old way"), "{text}");
}

#[test]
fn a_file_is_the_same_under_every_name() {
    let sandbox = with(&[("a", &native("Tokens expire", &["src/auth/"]))]);
    let root = sandbox.root();
    let mut names = vec![
        root.join("src/auth/token.rs")
            .to_string_lossy()
            .into_owned(),
        "src/auth/token.rs".to_owned(),
        "./src/../src/auth/token.rs".to_owned(),
        r"src\auth\token.rs".to_owned(),
        root.join("src/auth/not-there-yet.rs")
            .to_string_lossy()
            .into_owned(),
    ];
    sandbox.git(&["worktree", "add", "-q", "../linked", "-b", "linked"]);
    let linked = root
        .parent()
        .expect("a folder")
        .join("linked/src/auth/token.rs");
    names.push(linked.to_string_lossy().into_owned());
    #[cfg(unix)]
    {
        let link = sandbox.home().join("link");
        std::os::unix::fs::symlink(&root, &link).expect("a link");
        names.push(
            link.join("src/auth/token.rs")
                .to_string_lossy()
                .into_owned(),
        );
    }
    for (number, name) in names.iter().enumerate() {
        let session = number.to_string();
        let mut fill = Fill::file("x");
        fill.session = &session;
        let mut input = CLAUDE.input(&sandbox, "read", fill);
        input["tool_input"]["file_path"] = name.as_str().into();
        let answer = super::answer(&sandbox, &input);
        assert!(
            CLAUDE.context(&answer).contains("Tokens expire"),
            "{name}: {answer}"
        );
    }
    // In a work tree of its own, its own records speak of its own files.
    let mut input = CLAUDE.input(&sandbox, "edit", Fill::file("x"));
    input["cwd"] = root
        .parent()
        .expect("a folder")
        .join("linked")
        .to_string_lossy()
        .as_ref()
        .into();
    input["tool_input"]["file_path"] = linked.to_string_lossy().as_ref().into();
    let answer = super::answer(&sandbox, &input);
    assert!(
        CLAUDE.context(&answer).contains("Tokens expire"),
        "{answer}"
    );
}

#[test]
fn every_file_of_a_patch_counts() {
    let sandbox = with(&[
        ("a", &native("Tokens expire", &["src/auth/"])),
        ("b", &native("Core is small", &["src/core.rs"])),
        ("c", &native("Moved things stay", &["lib/new.rs"])),
    ]);
    let patch = "*** Begin Patch\n*** Update File: src/auth/token.rs\n@@\n-old\n+new\n*** Delete File: src/core.rs\n*** Update File: README.md\n*** Move to: lib/new.rs\n@@\n-a\n+b\n*** End Patch";
    let input = serde_json::json!({
        "session_id": "s", "turn_id": "1", "cwd": sandbox.root(), "hook_event_name": "PreToolUse",
        "tool_name": "apply_patch", "tool_input": { "command": patch },
    });
    let text = CLAUDE.context(&super::answer(&sandbox, &input));
    for sentence in ["Tokens expire", "Core is small", "Moved things stay"] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

#[test]
fn outside_a_repository_it_is_said_each_time_and_nothing_is_kept() {
    let sandbox = Sandbox::without_git();
    sandbox.write("docs/decisions/a.md", native("Tokens expire", &["src/"]));
    sandbox.write("src/a.rs", "x");
    for _ in 0..2 {
        assert!(on_read(&sandbox, "src/a.rs").contains("Tokens expire"));
    }
    assert!(!sandbox.home().join(".local").exists());
}
