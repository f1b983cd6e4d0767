//! Where the decision records of a repository are.

use crate::support::{Place, discover, environment, write};
use decision_git::{Environment, Error, FoundBy, Located, Options, Repository, Settings, Sharing};

const RECORD: &str = "# Use it\n\nBecause.\n";

fn located(place: &Place) -> Located {
    crate::support::located(&place.discover())
}

fn labels(located: &Located) -> Vec<String> {
    located
        .dirs
        .iter()
        .map(|found| format!("{} ({})", found.dir.label, found.found_by))
        .collect()
}

fn notes(located: &Located) -> Vec<String> {
    located.notes.iter().map(ToString::to_string).collect()
}

/// A quoted text as it is shown.
fn shown(text: &str) -> String {
    if text.chars().count() <= 60 {
        return text.to_owned();
    }
    text.chars().take(60).chain(['\u{2026}']).collect()
}

/// A repository with these files, none of them in git.
fn with(files: &[&str]) -> Place {
    let place = Place::unborn();
    for file in files {
        place.write(file, RECORD);
    }
    place
}

#[test]
fn every_well_known_directory_is_found() {
    for dir in [
        ".claude/decisions",
        ".decisions",
        ".archgate/adrs",
        "decisions",
        "adr",
        "adrs",
        "ADRs",
        "doc/adr",
        "doc/adrs",
        "doc/decisions",
        "docs/adr",
        "docs/adrs",
        "docs/ADR",
        "docs/decisions",
        "docs/madr/decisions",
        "docs/architecture",
        "docs/architecture/adr",
        "docs/architecture/decisions",
        "docs/architecture-decisions",
        "docs/architecture-decision-records",
        "docs/developer/decision-records",
        "docs/dev/adr",
        "docs/explanation/decisions",
        "architecture/decisions",
        "architecture-decision-record",
        "architecture-decision-records",
        "rfcs",
        "text",
        "proposals",
        "EIPS",
        "ERCS",
        "keps",
        "packages/core/docs/adr",
        "services/billing/doc/adr",
        "Docs/Decisions",
    ] {
        let place = with(&[&format!("{dir}/0001-use-it.md")]);
        let located = located(&place);
        assert_eq!(labels(&located), [format!("{dir} (well-known name)")]);
        assert_eq!(located.dirs[0].dir.path, place.path.join(dir));
        assert_eq!(
            located.create_in, located.dirs[0].dir,
            "a new record belongs to the log"
        );
    }
}

#[test]
fn all_that_exist_are_found_in_a_fixed_order() {
    let place = with(&[
        "docs/adr/0001-x.md",
        ".claude/decisions/x.md",
        "packages/a/adr/x.md",
        "rfcs/0001-x.md",
    ]);
    assert_eq!(
        labels(&located(&place)),
        [
            ".claude/decisions (well-known name)",
            "docs/adr (well-known name)",
            "rfcs (well-known name)",
            "packages/a/adr (well-known name)",
        ]
    );
}

#[test]
fn without_a_log_it_is_said_where_one_would_begin() {
    let place = with(&["src/main.rs"]);
    let located = located(&place);
    assert_eq!(labels(&located), [""; 0]);
    assert_eq!(notes(&located), [""; 0]);
    assert_eq!(located.create_in.label, "docs/decisions");
    assert_eq!(located.create_in.path, place.path.join("docs/decisions"));
}

#[test]
fn names_that_anything_may_have_need_numbered_records() {
    let place = with(&[
        "text/01-intro.md",
        "text/notes.md",
        "proposals/new-logo.md",
        "rfcs/readme.md",
        "keps/README.md",
        "docs/architecture/overview.md",
    ]);
    assert_eq!(labels(&located(&place)), [""; 0]);
    let place = with(&[
        "text/0001-generics.md",
        "rfcs/0002-x/README.md",
        "keps/sig-node/1234-thing/README.md",
        "EIPS/eip-1559.md",
    ]);
    assert_eq!(
        labels(&located(&place)),
        [
            "rfcs (well-known name)",
            "text (well-known name)",
            "EIPS (well-known name)",
            "keps (well-known name)",
        ]
    );
}

#[test]
fn of_nested_directories_one_is_read() {
    for (files, expected) in [
        // The outer one is the home of other documents.
        (
            &[
                "docs/architecture/overview.md",
                "docs/architecture/decisions/0001-x.md",
            ][..],
            vec!["docs/architecture/decisions (well-known name)"],
        ),
        // The outer one has records itself.
        (
            &[
                "docs/architecture/0001-x.md",
                "docs/architecture/adr/0002-y.md",
            ],
            vec!["docs/architecture (well-known name)"],
        ),
        (
            &[
                "docs/architecture/adr/1.md",
                "docs/architecture/decisions/0001-x.md",
            ],
            vec![
                "docs/architecture/adr (well-known name)",
                "docs/architecture/decisions (well-known name)",
            ],
        ),
    ] {
        assert_eq!(labels(&located(&with(files))), expected, "{files:?}");
    }
}

#[test]
fn pointer_files_add_to_what_is_well_known() {
    for (file, text) in [
        (".adr-dir", "records/here\n"),
        ("adrs.toml", "adr_dir = \"records/here\"\n"),
        (".log4brains.yml", "project:\n  adrFolder: ./records/here\n"),
        ("adr.config.json", "{\"path\": \"records/here/\"}"),
    ] {
        let place = with(&["records/here/x.md", "docs/adr/0001-x.md"]);
        place.write(file, text);
        let located = located(&place);
        assert_eq!(
            labels(&located),
            [
                format!("records/here ({file})"),
                "docs/adr (well-known name)".to_owned()
            ]
        );
        assert_eq!(located.dirs[0].dir.path, place.path.join("records/here"));
    }
}

#[test]
fn a_pointer_to_a_well_known_directory_does_not_double_it() {
    let place = with(&["docs/adr/0001-x.md", "packages/a/docs/adr/0001-x.md"]);
    place.write(".adr-dir", "docs/adr\n");
    place.write(
        ".log4brains.yml",
        "project:\n  adrFolder: docs/adr\n  packages:\n    - adrFolder: packages/a/docs/adr\n",
    );
    assert_eq!(
        labels(&located(&place)),
        [
            "docs/adr (.adr-dir)",
            "packages/a/docs/adr (.log4brains.yml)"
        ]
    );
    // What a pointer asks for is kept whole.
    place.write(".adr-dir", "docs\n");
    assert_eq!(
        labels(&located(&place)),
        ["docs (.adr-dir)", "packages/a/docs/adr (.log4brains.yml)"]
    );
}

#[test]
fn a_pointer_may_not_lead_out_of_the_repository() {
    let outside = Place::empty();
    outside.write("x.md", RECORD);
    for target in [outside.path.to_str().unwrap(), "..", "docs/../.."] {
        let place = with(&["docs/adr/0001-x.md"]);
        place.write(".adr-dir", target);
        let located = located(&place);
        assert_eq!(labels(&located), ["docs/adr (well-known name)"]);
        assert_eq!(
            notes(&located),
            [format!(
                ".adr-dir: {}: leads out of the repository, so it is not read",
                shown(target)
            )]
        );
    }
    let place = with(&["docs/adr/0001-x.md"]);
    place.write(".adr-dir", "gone\n");
    place.write("adr.config.json", "{");
    assert_eq!(
        notes(&located(&place)),
        [
            ".adr-dir: gone: there is no such directory",
            "adr.config.json: .: names no directory",
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_inside_the_repository_only() {
    use std::os::unix::fs::symlink;
    let outside = Place::empty();
    outside.write("0001-x.md", RECORD);
    let place = with(&["records/x.md"]);
    std::fs::create_dir(place.path.join("docs")).unwrap();
    symlink("../records", place.path.join("docs/adr")).unwrap();
    symlink(&outside.path, place.path.join("docs/decisions")).unwrap();
    assert_eq!(labels(&located(&place)), ["docs/adr (well-known name)"]);
    // Under both names it is still one directory.
    symlink("records", place.path.join("adr")).unwrap();
    assert_eq!(labels(&located(&place)), ["adr (well-known name)"]);
    place.write(".adr-dir", "docs/decisions");
    assert_eq!(
        located(&place).notes.len(),
        1,
        "a pointer through a link out of the repository"
    );
}

#[test]
fn configuration_decides_before_names_do() {
    let outside = Place::empty();
    outside.write("x.md", RECORD);
    let place = with(&["docs/adr/0001-x.md", "records/a/x.md", "records/b/x.md"]);
    place.git(&["config", "--add", "decision.dir", "records/b"]);
    place.git(&["config", "--add", "decision.dir", "records/a"]);
    place.git(&["config", "--add", "decision.dir", "gone"]);
    place.git(&[
        "config",
        "--add",
        "decision.dir",
        outside.path.to_str().unwrap(),
    ]);
    let found = located(&place);
    assert_eq!(
        labels(&found),
        [
            "records/b (git config decision.dir)",
            "records/a (git config decision.dir)",
        ]
    );
    // What is in the repository may have come with it.
    assert_eq!(
        notes(&found),
        [
            "git config decision.dir: gone: there is no such directory".to_owned(),
            format!(
                "git config decision.dir: {}: leads out of the repository, so it is not read",
                shown(outside.path.to_str().unwrap())
            ),
        ]
    );
}

#[test]
fn the_users_own_configuration_may_lead_out_of_the_repository() {
    const START: &str = "DECISION_TEST_START";
    // The configuration is found through the environment, so the rest is for a process of its own.
    if let Some(start) = std::env::var_os(START) {
        let repository = Repository::discover(start.as_ref(), &Environment::default()).unwrap();
        for label in labels(&crate::support::located(&repository)) {
            println!("found: {label}");
        }
        return;
    }
    let outside = Place::empty();
    outside.write("log/x.md", RECORD);
    let log = outside
        .path
        .join("log")
        .to_str()
        .unwrap()
        .replace('\\', "/");
    outside.write("config", format!("[decision]\ndir = {log}\ndir = here\n"));
    let place = with(&["docs/adr/0001-x.md", "here/x.md"]);
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--nocapture", "--exact"])
        .arg("locating::the_users_own_configuration_may_lead_out_of_the_repository")
        .env(START, &place.path)
        .env("GIT_CONFIG_GLOBAL", outside.path.join("config"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    for label in [&*log, "here"] {
        let line = format!("found: {label} (git config decision.dir)");
        assert!(output.contains(&line), "{output}");
    }
}

#[test]
fn what_is_quoted_is_short_and_plain() {
    let place = with(&["docs/adr/0001-x.md"]);
    place.write(".adr-dir", format!("a\u{1b}[31m\u{7}{}", "x".repeat(100)));
    assert_eq!(
        notes(&located(&place)),
        [format!(
            ".adr-dir: a[31m{}\u{2026}: there is no such directory",
            "x".repeat(55)
        )]
    );
}

#[cfg(unix)]
#[test]
fn only_small_regular_files_are_opened() {
    use std::os::unix::fs::symlink;

    let outside = Place::empty();
    outside.write("pointer", "records\n");
    let place = with(&["docs/adr/0001-x.md", "records/x.md"]);
    let pointer = place.path.join(".adr-dir");
    let pipe = || {
        let made = std::process::Command::new("mkfifo").arg(&pointer).status();
        assert!(made.unwrap().success());
    };
    let prepare: [(&dyn Fn(), &str); 6] = [
        (&pipe, "is no regular file"),
        (
            &|| std::fs::create_dir(&pointer).unwrap(),
            "is no regular file",
        ),
        (
            &|| symlink("/dev/zero", &pointer).unwrap(),
            "leads out of the repository, so it is not read",
        ),
        (
            &|| symlink(outside.path.join("pointer"), &pointer).unwrap(),
            "leads out of the repository, so it is not read",
        ),
        (
            &|| write(&pointer, "x".repeat(64 * 1024 + 1)),
            "is larger than 64 KiB, so it is not read",
        ),
        (&|| symlink("docs", &pointer).unwrap(), "is no regular file"),
    ];
    for (prepare, expected) in prepare {
        prepare();
        let found = located(&place);
        assert_eq!(labels(&found), ["docs/adr (well-known name)"], "{expected}");
        assert_eq!(notes(&found), [format!(".adr-dir: .: {expected}")]);
        if pointer.is_dir() && !pointer.is_symlink() {
            std::fs::remove_dir(&pointer).unwrap();
        } else {
            std::fs::remove_file(&pointer).unwrap();
        }
    }
    // A link inside, and one that leads nowhere.
    place.write("tools/pointer", "records\n");
    symlink("tools/pointer", &pointer).unwrap();
    assert_eq!(labels(&located(&place))[0], "records (.adr-dir)");
    place.remove("tools/pointer");
    assert_eq!(notes(&located(&place)), [""; 0]);
    // For other settings of the repository.
    place.write(".decision.yaml", "\u{feff}dirs: [records]\n");
    let read = |name| decision_git::read_small_file(&place.path, name).unwrap();
    assert_eq!(read(".decision.yaml").as_deref(), Some("dirs: [records]\n"));
    assert_eq!(read("nothing"), None);
}

#[test]
fn the_settings_file_decides_before_names_do() {
    let place = with(&["docs/adr/0001-x.md", "records/a/x.md"]);
    let settings = |dirs: &[&str]| Options {
        settings: Settings {
            dirs: dirs.iter().map(ToString::to_string).collect(),
        },
        ..Options::default()
    };
    let repository = place.discover();
    let found = repository
        .decision_dirs(&settings(&["records", "records/a/"]))
        .unwrap();
    assert_eq!(labels(&found), ["records (.decision.yaml)"]);
    // The file comes with the repository, so it stays in it; and what is stale hides no log.
    let found = repository
        .decision_dirs(&settings(&["..", "gone"]))
        .unwrap();
    assert_eq!(labels(&found), ["docs/adr (well-known name)"]);
    assert_eq!(
        notes(&found),
        [
            ".decision.yaml: ..: leads out of the repository, so it is not read",
            ".decision.yaml: gone: there is no such directory",
        ]
    );
    // Git's configuration is the user's own and comes first.
    place.git(&["config", "decision.dir", "docs"]);
    let found = place
        .discover()
        .decision_dirs(&settings(&["records"]))
        .unwrap();
    assert_eq!(labels(&found), ["docs (git config decision.dir)"]);
}

#[test]
fn what_is_asked_for_decides_first() {
    let outside = Place::empty();
    outside.write("x.md", RECORD);
    let place = with(&["docs/adr/0001-x.md", "src/records/x.md"]);
    place.git(&["config", "decision.dir", "docs"]);
    let named = Environment {
        decision_dir: Some(outside.path.clone()),
        ..environment()
    };
    let repository = Repository::discover(&place.path.join("src"), &named).unwrap();
    let ask = |dirs: &[&str]| {
        let dirs = dirs.iter().map(Into::into).collect();
        repository.decision_dirs(&Options {
            dirs,
            ..Options::default()
        })
    };
    let found = ask(&[]).unwrap();
    let outer = outside.path.to_str().unwrap();
    assert_eq!(labels(&found), [format!("{outer} (DECISION_DIR)")]);
    assert_eq!(
        labels(&ask(&["records", "../docs"]).unwrap()),
        ["src/records (--dir)", "docs (--dir)"]
    );
    assert_eq!(labels(&ask(&[".."]).unwrap()), [". (--dir)"]);
    let error = ask(&["gone"]).unwrap_err();
    assert!(
        matches!(&error, Error::NoSuchDirectory { path, .. } if *path == place.path.join("src/gone"))
    );
    assert!(error.to_string().contains("--dir names it"), "{error}");

    let named = Environment {
        decision_dir: Some("nowhere".into()),
        ..environment()
    };
    let repository = Repository::discover(&place.path, &named).unwrap();
    let error = repository.decision_dirs(&Options::default()).unwrap_err();
    assert!(
        error.to_string().contains("DECISION_DIR names it"),
        "{error}"
    );
}

#[test]
fn whether_records_are_shared_is_told() {
    let place = Place::with(&[("docs/adr/0001-x.md", RECORD), (".gitignore", ".claude/\n")]);
    place.write(".claude/decisions/x.md", RECORD);
    place.write("decisions/x.md", RECORD);
    let repository = place.discover();
    let found = repository.decision_dirs(&Options::default()).unwrap();
    let sharing: Vec<_> = found
        .dirs
        .iter()
        .map(|found| (found.dir.label.as_str(), repository.sharing(&found.dir)))
        .collect();
    assert_eq!(
        sharing,
        [
            (".claude/decisions", Sharing::Ignored),
            ("decisions", Sharing::Untracked),
            ("docs/adr", Sharing::Tracked),
        ]
    );
    let outside = Place::empty();
    outside.write("docs/adr/0001-x.md", RECORD);
    let alone = discover(&outside.path);
    let found = alone.decision_dirs(&Options::default()).unwrap();
    assert_eq!(alone.sharing(&found.dirs[0].dir), Sharing::Unknown);
    assert_eq!(repository.sharing(&found.dirs[0].dir), Sharing::Unknown);
}

#[test]
fn many_packages_are_looked_into() {
    let place = Place::unborn();
    for number in 0..40 {
        write(
            &place
                .path
                .join(format!("packages/p{number:02}/docs/adr/0001-x.md")),
            RECORD,
        );
    }
    place.write("packages/node_modules.md", "x");
    let found = located(&place);
    assert_eq!(found.dirs.len(), 40);
    assert_eq!(found.dirs[0].dir.label, "packages/p00/docs/adr");
    assert!(matches!(found.dirs[39].found_by, FoundBy::WellKnown));
}
