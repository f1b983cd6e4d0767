//! A change that takes away the record which governs it says so: as advice, once, and a trailer answers it.

use super::{Transcript, hook, pre_commit, record, service};
use crate::support::Sandbox;

const TOKENS: &str = "docs/decisions/tokens.md";

/// What a change does to the record `tokens`, beside the code that it governs.
type Way = fn(&Sandbox);

/// Each way to silence a record, and what is said of it.
const WAYS: &[(&str, Way, &str)] = &[
    (
        "removed",
        |sandbox| drop(sandbox.git(&["rm", "-q", TOKENS])),
        "removed the record",
    ),
    (
        "retired",
        |sandbox| with_line(sandbox, "status: rejected\n"),
        "gave the record the status \"rejected\"",
    ),
    (
        "rescoped",
        |sandbox| {
            let text = record("tokens", "Session tokens live in Redis only", "src/main.rs");
            sandbox.write(TOKENS, text);
        },
        "took the path out of the record's scope",
    ),
    (
        "moved",
        |sandbox| drop(sandbox.git(&["mv", TOKENS, "docs/decisions/.tokens.md"])),
        "moved the record to docs/decisions/.tokens.md, where it is none",
    ),
    (
        "unreadable",
        |sandbox| {
            sandbox.write(TOKENS, "---\nname: [\naffects: {\n---\n\n# Tokens\n");
        },
        "made the record unreadable",
    ),
    (
        "superseded",
        |sandbox| {
            let text = record("two", "Tokens live anywhere", "src/main.rs");
            let text = text.replace("date:", "status: accepted\nsupersedes: tokens\ndate:");
            sandbox.write("docs/decisions/two.md", text);
        },
        "let two take the record's place",
    ),
];

fn with_line(sandbox: &Sandbox, line: &str) {
    let text = record("tokens", "Session tokens live in Redis only", "src/auth/");
    sandbox.write(TOKENS, text.replace("date:", &format!("{line}date:")));
}

fn json(sandbox: &Sandbox, arguments: &[&str]) -> serde_json::Value {
    let output = sandbox.decision_in(".", arguments);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_way_to_silence_a_record_is_told() {
    for (kind, way, said) in WAYS {
        let sandbox = service();
        sandbox.git(&["switch", "-q", "-c", "work"]);
        sandbox.write("src/auth/store.rs", "// in memory\n");
        way(&sandbox);
        sandbox.git(&["add", "-A"]);
        let check = |compared: &[&str]| {
            let report = json(
                &sandbox,
                &[&["check", "--format", "json"], compared].concat(),
            );
            let before = report["governed_before"].as_array().expect("a list");
            assert_eq!(before.len(), 1, "{kind} {compared:?}: {report:#}");
            assert_eq!(before[0]["path"], TOKENS, "{kind}");
            assert_eq!(before[0]["change"]["kind"], *kind, "{kind} {compared:?}");
            assert_eq!(
                before[0]["governs"][0]["path"], "src/auth/store.rs",
                "{kind}"
            );
            let text = sandbox.decision_in(".", &[&["check"], compared].concat());
            let text = String::from_utf8_lossy(&text.stdout).into_owned();
            assert!(
                text.contains(&format!("until this change {said}")),
                "{kind}: {text}"
            );
        };
        check(&[]);
        check(&["--worktree"]);
        sandbox.git(&["commit", "-q", "-m", "silence"]);
        check(&["--base", "main"]);
    }
}

#[test]
fn the_last_record_is_missed_too() {
    for settings in ["", "dirs: [notes]\n"] {
        let sandbox = Sandbox::new();
        let folder = if settings.is_empty() {
            "docs/adr"
        } else {
            "notes"
        };
        sandbox
            .write(&format!("{folder}/one.md"), record("one", "One", "src/"))
            .write("src/a.rs", "// a\n");
        if !settings.is_empty() {
            sandbox.write(".decision.yaml", settings);
        }
        sandbox.commit();
        sandbox.git(&["switch", "-q", "-c", "work"]);
        sandbox.git(&["rm", "-q", "-r", folder]);
        sandbox.write("src/a.rs", "// b\n");
        if !settings.is_empty() {
            sandbox.git(&["rm", "-q", ".decision.yaml"]);
        }
        sandbox.git(&["add", "-A"]);
        let staged = json(&sandbox, &["check", "--format", "json"]);
        assert_eq!(staged["governed_before"][0]["slug"], "one", "{staged:#}");
        sandbox.git(&["commit", "-q", "-m", "silence"]);
        let base = json(&sandbox, &["check", "--base", "main", "--format", "json"]);
        assert_eq!(base["governed_before"][0]["slug"], "one", "{base:#}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_behind_a_link_is_missed() {
    let sandbox = service();
    sandbox.git(&["switch", "-q", "-c", "work"]);
    sandbox.git(&["mv", "docs/decisions", "docs/elsewhere"]);
    std::os::unix::fs::symlink("elsewhere", sandbox.root().join("docs/decisions")).expect("a link");
    sandbox
        .write("src/auth/store.rs", "// in memory\n")
        .commit();
    let base = json(&sandbox, &["check", "--base", "main", "--format", "json"]);
    assert_eq!(base["governed_before"][0]["slug"], "tokens", "{base:#}");
    assert_eq!(base["governed_before"][0]["change"]["kind"], "moved");
}

#[test]
fn what_still_governs_is_not_missed() {
    let cases: &[(&str, Way)] = &[
        ("the record moves and stays one", |sandbox| {
            drop(sandbox.git(&["mv", TOKENS, "docs/decisions/token-store.md"]));
        }),
        ("the code moves and its scope with it", |sandbox| {
            drop(sandbox.git(&["mv", "src/auth", "src/login"]));
            sandbox.decision_in(".", &["check", "--fix", "--stage"]);
        }),
        ("the log moves as a whole", |sandbox| {
            drop(sandbox.git(&["mv", "docs/decisions", "docs/adr"]));
        }),
        ("a record that governs nothing of it goes", |sandbox| {
            drop(sandbox.git(&["rm", "-q", "docs/decisions/keys.md"]));
        }),
        ("a proposal would take its place", |sandbox| {
            let text = record("two", "Tokens live anywhere", "src/main.rs");
            let text = text.replace("date:", "status: proposed\nsupersedes: tokens\ndate:");
            sandbox.write("docs/decisions/two.md", text);
        }),
    ];
    for (case, way) in cases {
        let sandbox = service();
        sandbox.git(&["switch", "-q", "-c", "work"]);
        way(&sandbox);
        if sandbox.root().join("src/auth/store.rs").is_file() {
            sandbox.write("src/auth/store.rs", "// in memory\n");
        }
        sandbox.git(&["add", "-A"]);
        let staged = json(&sandbox, &["check", "--format", "json"]);
        assert_eq!(
            staged["governed_before"],
            serde_json::json!([]),
            "{case}: {staged:#}"
        );
        let spoke = [&staged["governing"], &staged["acknowledged"]];
        let spoke = spoke.iter().any(|list| {
            list.to_string().contains("tokens") || list.to_string().contains("token-store")
        });
        assert!(spoke, "{case}: {staged:#}");
    }
}

#[test]
fn what_the_other_side_retires_is_its_own_matter() {
    let sandbox = service();
    sandbox.git(&["switch", "-q", "-c", "theirs"]);
    with_line(&sandbox, "status: rejected\n");
    sandbox.write("src/cache/keys.rs", "// theirs\n").commit();
    sandbox.git(&["switch", "-q", "main"]);
    sandbox.write("src/main.rs", "// ours\n").commit();
    sandbox.git(&["merge", "-q", "--no-commit", "theirs"]);
    sandbox.write("src/auth/store.rs", "// in the merge\n");
    sandbox.git(&["add", "-A"]);
    let staged = json(&sandbox, &["check", "--format", "json"]);
    assert_eq!(
        staged["governed_before"],
        serde_json::json!([]),
        "{staged:#}"
    );
}

#[test]
fn the_forms_and_the_hook_say_it_and_a_trailer_answers_it() {
    let sandbox = service();
    sandbox.git(&["switch", "-q", "-c", "work"]);
    sandbox.git(&["rm", "-q", TOKENS]);
    sandbox.write("src/auth/store.rs", "// in memory\n");
    sandbox.write("src/cache/keys.rs", "// keys\n");
    pre_commit(&sandbox);
    sandbox.git(&["add", "-A"]);
    let mut script = Transcript::new(&sandbox);
    script.git(&[
        "commit",
        "-q",
        "-m",
        "In memory\n\nDecision: tokens deviates because it is gone",
    ]);
    for format in ["text", "github", "markdown"] {
        script.decision(&["check", "--base", "main", "--format", format]);
    }
    script.note("with a hook for the message the answer is heard");
    hook(
        &sandbox,
        ".git/hooks",
        "commit-msg",
        "",
        " --message \"$1\"",
    );
    sandbox.git(&["reset", "-q", "--soft", "main"]);
    sandbox.git(&["switch", "-q", "-c", "other"]);
    script
        .git(&[
            "commit",
            "-q",
            "-m",
            "In memory\n\nDecision: tokens deviates because it is gone",
        ])
        .git(&["reset", "-q", "--soft", "main"])
        .git(&["commit", "-q", "-m", "In memory"])
        .decision(&["check", "--base", "main", "--format", "github"]);
    let sarif = json(&sandbox, &["check", "--base", "main", "--format", "sarif"]);
    let results = sarif["runs"][0]["results"].to_string();
    assert!(
        results.contains("tokens governed this until this change removed the record"),
        "{results}"
    );
    let text = script.finish();
    insta::assert_snapshot!(super::review::without_ids(&text));
}
