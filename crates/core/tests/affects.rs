//! What `affects` entries claim, and what is wrong with them.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use decision_core::affects::{Affects, Reach, Strength};
use decision_core::{Rule, affects};
use ignore::gitignore::GitignoreBuilder;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

fn strength(entries: &[&str], path: &str) -> Option<Strength> {
    Affects::new(entries.iter().copied())
        .matches(path)
        .map(|found| found.strength)
}

fn rules(entries: &[&str]) -> Vec<Rule> {
    Affects::new(entries.iter().copied())
        .problems()
        .iter()
        .map(|problem| problem.rule)
        .collect()
}

fn reach(entry: &str) -> Vec<String> {
    let affects = Affects::new([entry]);
    affects
        .reach()
        .map(|reach| match reach {
            Reach::Under(prefix) => format!("under {prefix}"),
            Reach::Anywhere => "anywhere".to_owned(),
        })
        .collect()
}

/// The rows of a table in the documentation, as cells.
fn rows<'a>(document: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let (_, after) = document.split_once(heading).expect("the heading is there");
    let table = after.lines().skip_while(|line| !line.starts_with('|'));
    table
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect()
}

fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

const DOCUMENT: &str = include_str!("../../../docs/affects.md");

#[test]
fn the_documented_examples_hold() {
    let rows = rows(DOCUMENT, "## Examples");
    assert!(rows.len() >= 40, "only {} rows found", rows.len());
    for row in rows {
        let [entries, path, claim] = row[..] else {
            panic!("three cells expected: {row:?}")
        };
        let expected = match claim {
            "no" => None,
            "exact" => Some(Strength::Exact),
            "directory" => Some(Strength::Directory),
            "glob" => Some(Strength::Glob),
            "suffix" => Some(Strength::Suffix),
            "stem" => Some(Strength::Stem),
            other => panic!("unknown claim {other:?}"),
        };
        assert_eq!(
            strength(&code(entries), code(path)[0]),
            expected,
            "{entries} on {path}"
        );
    }
}

#[test]
fn the_documented_problems_are_found() {
    let rows = rows(DOCUMENT, "## Problems");
    assert!(rows.len() >= 8, "only {} rows found", rows.len());
    for row in rows {
        let [entries, rule, _] = row[..] else {
            panic!("three cells expected: {row:?}")
        };
        let names: Vec<&str> = rules(&code(entries))
            .iter()
            .map(|rule| rule.name())
            .collect();
        assert_eq!(names, code(rule), "{entries}");
    }
}

#[test]
fn globs_follow_gitignore_by_hand() {
    #[rustfmt::skip]
    let table: &[(&str, &[&str], &[&str])] = &[
        ("**/a", &["a", "x/a", "x/y/a", "a/below"], &["ab", "x/ab"]),
        ("a/**", &["a/b", "a/b/c"], &["a", "x/a/b"]),
        ("a/**/b", &["a/b", "a/x/b", "a/x/y/b", "a/b/below"], &["a", "ab", "a/xb", "x/a/b"]),
        ("a/**/**/b", &["a/b", "a/x/b"], &["a"]),
        ("**/a/**/b/**", &["a/b/c", "x/a/y/b/c/d"], &["a/b", "b/a/c"]),
        ("**.c", &["x.c", "a/x.c"], &["x.cc"]),
        ("a**b", &["ab", "axb", "x/ab"], &["a/b"]),
        ("src/**b/c", &["src/b/c", "src/ab/c"], &["src/x/b/c"]),
        ("src/*.rs", &["src/a.rs", "src/a.rs/below"], &["src/a/b.rs", "x/src/a.rs", "a.rs"]),
        ("*.d/", &["a.d/x", "x/a.d/y"], &["a.d", "x/a.d"]),
        ("src/*/", &["src/a/b"], &["src/a"]),
        ("src/**/", &["src/a/b"], &["src/a"]),
        ("/*.rs", &["a.rs"], &["src/a.rs"]),
        ("?.rs", &["a.rs", "é.rs", "日.rs"], &["ab.rs", ".rs"]),
        ("a?b", &["axb"], &["a/b", "ab"]),
        ("[a-c]x*", &["ax", "bxy"], &["dx", "x"]),
        ("[!a-c]x*", &["dx", "éx"], &["ax"]),
        ("[^a-c]x*", &["dx"], &["ax"]),
        ("[]-a]x*", &["]x", "^x", "ax"], &["bx", "-x"]),
        ("[α-ω]*", &["βeta"], &["beta"]),
        (r"*\?", &["a?"], &["ab"]),
        (r"*.[\]x-z]", &["a.]", "a.y"], &["a.\\"]),
        ("*.[ch]", &["a.c", "x/a.h", "a.[ch]"], &["a.d"]),
        ("a*b*c*d", &["abcd", "axbxcxd", "abcbcdcd"], &["abc", "abdc"]),
        ("src/.*", &["src/.env"], &["src/env"]),
        ("*", &[".env", "a/b"], &[""]),
    ];
    for (entry, claimed, free) in table {
        for path in *claimed {
            assert_eq!(
                strength(&[entry], path),
                Some(Strength::Glob),
                "{entry} on {path}"
            );
        }
        for path in *free {
            assert_eq!(strength(&[entry], path), None, "{entry} on {path}");
        }
    }
}

#[test]
fn the_strongest_claim_is_named() {
    let affects = Affects::new(["oauth", "oauth.rs", "*.rs", "src/", "src/oauth.rs"]);
    for (path, entry, strength) in [
        ("src/oauth.rs", "src/oauth.rs", Strength::Exact),
        ("src/main.rs", "src/", Strength::Directory),
        ("lib/main.rs", "*.rs", Strength::Glob),
        ("lib/oauth.py", "oauth", Strength::Stem),
    ] {
        let found = affects.matches(path).expect(path);
        assert_eq!(
            (found.entry, found.strength, found.broad),
            (entry, strength, false),
            "{path}"
        );
    }
}

#[test]
fn a_broad_claim_stands_behind_every_other() {
    let affects = Affects::new([".", "oauth"]);
    let narrow = affects.matches("src/oauth.rs").expect("claimed");
    assert_eq!((narrow.entry, narrow.broad), ("oauth", false));
    let broad = affects.matches("src/main.rs").expect("claimed");
    assert_eq!((broad.entry, broad.broad), (".", true));
}

#[test]
fn broad_entries_are_known() {
    for entry in [
        ".",
        "/",
        "./",
        "./.",
        "a/..",
        "*",
        "**",
        "**/",
        "*/",
        "/*",
        "/**",
        "**/*",
        "**/**",
        "*/*",
        "**/*.*",
        "*.*",
        "?*",
        "**/?*/**",
        "{*,src}",
        "{src/**,**}",
        "[!.]*",
        "***",
    ] {
        assert_eq!(rules(&[entry]), [Rule::BroadAffects], "{entry}");
        let affects = Affects::new([entry]);
        let found = affects.matches("crates/core/src/lib.rs").expect(entry);
        assert!(found.broad, "{entry}");
        assert!(
            affects.reach().any(|reach| reach == Reach::Under("")),
            "{entry}"
        );
    }
    for entry in [
        "*.rs",
        "**/*.rs",
        "src/**",
        "*/src",
        ".*",
        "**/.*",
        "**/tests/**",
        "[a-z].c",
    ] {
        assert_eq!(rules(&[entry]), [], "{entry}");
    }
}

#[test]
fn bad_entries_claim_nothing() {
    let long = "a/".repeat(3000);
    let deep = "{".repeat(20) + "a" + &"}".repeat(20);
    for entry in [
        "",
        "  ",
        "!",
        "src/[ab",
        "src/[ab/c]",
        "src/{a,b",
        "{{{{",
        "[",
        "[!",
        "a/[",
        "../a",
        "..",
        "a/../../b",
        "*/../a",
        r"C:\repo\src",
        "c:/repo",
        "C:",
        "//server/share",
        r"\\server\a",
        "~/repo/src",
        "https://example.org/a",
        "[[:alpha:]]*",
        &long,
        &deep,
        &"{a,b}".repeat(8),
        &"[ab]".repeat(8),
        &format!("{{{}}}", ["x"; 200].join(",")),
        &format!("{{a,b,c,d,e}}/{}", "x".repeat(4000)),
    ] {
        assert_eq!(rules(&[entry]), [Rule::InvalidAffects], "{entry}");
        let affects = Affects::new([entry]);
        assert_eq!(affects.reach().count(), 0, "{entry}");
        for path in [
            "a",
            "src/a",
            "src/[ab",
            "repo/src",
            "b",
            "c/repo",
            "example.org/a",
        ] {
            assert_eq!(affects.matches(path), None, "{entry} on {path}");
        }
        // Nor does it spoil what stands beside it.
        assert_eq!(
            strength(&[entry, "src/"], "src/a"),
            Some(Strength::Directory),
            "{entry}"
        );
    }
}

#[test]
fn a_problem_names_the_entry_and_the_way_out() {
    let affects = Affects::new(["src/", "src/{a,b", "**"]);
    let problems = affects.problems();
    assert_eq!(problems.len(), 2);
    assert_eq!(problems[0].entry, Some("src/{a,b"));
    assert!(
        problems[0].message.contains("`src/{a,b`"),
        "{}",
        problems[0].message
    );
    assert!(problems[0].help.contains("\\{"), "{}", problems[0].help);
    assert_eq!(problems[1].entry, Some("**"));

    let huge = Affects::new(["x".repeat(100_000)]);
    assert!(huge.problems()[0].message.len() < 300);
}

#[test]
fn exclusions() {
    assert_eq!(rules(&["!src/gen/"]), [Rule::EmptyAffects]);
    assert_eq!(rules(&["!src/gen/", "!**"]), [Rule::EmptyAffects]);
    assert_eq!(rules(&["src/", "!**"]), []);
    assert_eq!(rules(&[]), []);
    for (entries, path, claimed) in [
        (&["src/", "!src/gen/"][..], "src/gen/a.rs", false),
        (&["src/", "!src/gen/"], "src/a.rs", true),
        (
            &["src/", "!src/gen/", "src/gen/keep.rs"],
            "src/gen/keep.rs",
            true,
        ),
        (
            &["src/", "!src/gen/", "src/gen/keep.rs"],
            "src/gen/a.rs",
            false,
        ),
        (&["!src/gen/", "src/"], "src/gen/a.rs", false),
        (&["!src/gen/", "src/"], "src/a.rs", true),
        (&["src/", "!*.md"], "src/deep/README.md", false),
        (&["src/", "!src/{gen,out}/**"], "src/out/a", false),
        (&["src/", "!core"], "src/core.rs", true),
        (&["src/", r"\!odd"], "!odd", true),
        (&["!src/[", "src/", "!src/gen/"], "src/gen/a", false),
    ] {
        assert_eq!(
            strength(entries, path).is_some(),
            claimed,
            "{entries:?} on {path}"
        );
    }
}

#[test]
fn reach_is_the_literal_beginning() {
    #[rustfmt::skip]
    let table: &[(&str, &[&str])] = &[
        ("src/auth/**/*.rs", &["under src/auth"]),
        ("src/auth/", &["under src/auth"]),
        ("./src/auth", &["under src/auth"]),
        ("src/au*", &["under src"]),
        ("*.rs", &["under "]),
        ("/*.rs", &["under "]),
        ("policy/engine.py", &["under policy/engine.py", "anywhere"]),
        ("core", &["under core", "anywhere"]),
        ("src/{a,b}/*.rs", &["under src/a", "under src/b"]),
        ("{src,lib}/auth/**", &["under src/auth", "under lib/auth"]),
        ("src/a{b,c}*", &["under src"]),
        ("app/[id]/page.tsx", &["under app/[id]/page.tsx", "under app", "anywhere"]),
        ("app/[id]/*.tsx", &["under app"]),
        (r"app/\[id\]/page.tsx", &["under app/[id]/page.tsx", "anywhere"]),
        ("!src/", &[]),
        ("stra\u{df}e/\u{fc}/", &["under stra\u{df}e/\u{fc}", "under stra\u{df}e/u\u{308}"]),
        ("\u{fc}/*", &["under \u{fc}", "under u\u{308}"]),
    ];
    for (entry, expected) in table {
        assert_eq!(reach(entry), *expected, "{entry}");
    }
}

#[test]
fn windows_backslashes_where_plainly_meant() {
    for (entry, path, expected) in [
        (r"src\auth\", "src/auth/a.rs", Some(Strength::Directory)),
        (r"src\auth\a.rs", "src/auth/a.rs", Some(Strength::Exact)),
        (r"src\**\*.rs", "src/deep/a.rs", Some(Strength::Glob)),
        (r"src\auth\*.rs", "src/auth/a.rs", Some(Strength::Glob)),
        (r".\src\.env", "src/.env", Some(Strength::Exact)),
        (r"!src\gen\", "src/gen/a", None),
        (
            r"docs/\[draft\]/a.md",
            "docs/[draft]/a.md",
            Some(Strength::Exact),
        ),
        (r"docs/\[draft\]/a.md", "docs/d/a.md", None),
        (r"\*.rs", "*.rs", Some(Strength::Exact)),
        (r"\*.rs", "a.rs", None),
        (r"a/*\", "a/b/c", Some(Strength::Glob)),
        (r"*\\", r"a\", Some(Strength::Glob)),
        (r"a/*\.rs", "a/b.rs", Some(Strength::Glob)),
    ] {
        assert_eq!(strength(&[entry], path), expected, "{entry} on {path}");
    }
}

#[test]
fn hostile_patterns_end() {
    let path = "a".repeat(4000);
    let deep = "a/".repeat(2000) + "b";
    for entry in [
        "*a".repeat(2000) + "b",
        "**/a/".repeat(800) + "c",
        "a*".repeat(2000) + "/b",
        "[a-b]*".repeat(600) + "c",
        "{,a}".repeat(7) + &"*a".repeat(20) + "b",
        "{}".repeat(2000),
        "{a".repeat(2000),
        "[".repeat(4000),
        "\\".repeat(4001),
        "?".repeat(4001),
    ] {
        let affects = Affects::new([entry.as_str()]);
        assert_eq!(affects.matches(&path), None, "{entry}");
        assert_eq!(affects.matches(&deep), None, "{entry}");
    }
}

/// ASCII alone: the matcher compared with takes a letter beyond it for several characters.
const NAMES: &[&str] = &["a", "b", "ab", "abc", "core.rs", "b.rs", ".rs", "x", "ba"];

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(NAMES), 1..5).prop_map(|names| names.join("/"))
}

/// Globs that gitignore and `affects` define alike: no braces, no classes that may be text.
fn glob() -> impl Strategy<Value = String> {
    const SEGMENTS: &[&str] = &[
        "a", "b", "ab", "core.rs", "*", "**", "**", "?", "??", "*.rs", "a*", "*b", "*b*", "[a-b]",
        "[!a]*", "[^b]?", r"\a", r"*\.rs", "a?c", "?*", "a**", "**b", "*[a-c]",
    ];
    let segments = prop::collection::vec(prop::sample::select(SEGMENTS), 1..5);
    (segments, any::<bool>(), any::<bool>())
        .prop_map(|(segments, anchored, dir)| {
            let (start, end) = (if anchored { "/" } else { "" }, if dir { "/" } else { "" });
            format!("{start}{}{end}", segments.join("/"))
        })
        .prop_filter("plain entries have terms of their own", |glob| {
            glob.contains(['*', '?', '['])
        })
        // A backslash before a letter is a Windows separator here, an idle escape there.
        .prop_filter("backslashes before letters", |glob| !glob.contains(r"\a"))
}

fn gitignore(pattern: &str, path: &str) -> bool {
    let mut builder = GitignoreBuilder::new("");
    builder.add_line(None, pattern).expect(pattern);
    let matcher = builder.build().expect(pattern);
    let above = path
        .match_indices('/')
        .map(|(slash, _)| (&path[..slash], true));
    above
        .chain([(path, false)])
        .any(|(path, is_dir)| matcher.matched(path, is_dir).is_ignore())
}

/// Text with many characters that mean something in an entry.
fn odd_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        4 => prop::sample::select(&[
            "*", "**", "?", "[", "]", "{", "}", ",", "!", "^", "-", "\\", "/", ".", "..", "a", "é",
            "e\u{301}", ":", "~", " ", "a/", "[a-b]", "{a,b}", "[a]", "日",
        ][..]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn globs_agree_with_gitignore(pattern in glob(), path in path()) {
        prop_assert_eq!(
            strength(&[&pattern], &path).is_some(), gitignore(&pattern, &path),
            "{} on {}", pattern, path
        );
    }

    #[test]
    fn lists_of_globs_agree_with_gitignore(
        patterns in prop::collection::vec((any::<bool>(), glob()), 1..5), path in path()
    ) {
        // Leading exclusions are ours alone.
        let mut lines = vec!["a*".to_owned()];
        lines.extend(patterns.iter().map(|(out, glob)| format!("{}{glob}", if *out { "!" } else { "" })));
        let decisive = lines.iter().rev().find(|line| gitignore(line.trim_start_matches('!'), &path));
        prop_assert_eq!(
            Affects::new(lines.clone()).matches(&path).is_some(),
            decisive.is_some_and(|line| !line.starts_with('!')),
            "{:?} on {}", lines, path
        );
    }

    #[test]
    fn braces_are_their_alternatives(
        head in prop::sample::select(&["", "a", "a/", "**/"][..]),
        one in glob(), two in glob(),
        tail in prop::sample::select(&["", "*", "/*", "/**"][..]),
        path in path(),
    ) {
        let braces = format!("{head}{{{one},{two}}}{tail}");
        let spelt = [format!("{head}{one}{tail}"), format!("{head}{two}{tail}")];
        let any = spelt.iter().any(|entry| strength(&[entry], &path).is_some());
        prop_assert_eq!(strength(&[&braces], &path).is_some(), any, "{} on {}", braces, path);
    }

    #[test]
    fn what_is_claimed_lies_within_reach(entry in prop_oneof![glob(), odd_text()], path in prop_oneof![path(), odd_text()]) {
        let affects = Affects::new([entry.as_str()]);
        // An entry without wildcards is also tried as the path, as chance would not find it.
        for path in [path.as_str(), entry.trim_matches('/'), &format!("{entry}/x"), &format!("x/{entry}")] {
            if affects.matches(path).is_some() {
                let path: String = path.nfc().collect();
                prop_assert!(affects.reach().any(|reach| match reach {
                    Reach::Anywhere => true,
                    Reach::Under("") => true,
                    Reach::Under(prefix) => path == prefix || path.starts_with(&format!("{prefix}/")),
                }), "{:?} claims {:?}", entry, path);
            }
        }
    }

    #[test]
    fn any_text_is_read(entries in prop::collection::vec(odd_text(), 0..4), path in odd_text()) {
        let affects = Affects::new(entries.clone());
        prop_assert_eq!(affects.entries().len(), entries.len());
        for (entry, text) in affects.entries().iter().zip(&entries) {
            prop_assert_eq!(entry.text(), text);
        }
        let found: Option<affects::Match<'_>> = affects.matches(&path);
        if let Some(found) = found {
            prop_assert!(entries.iter().any(|entry| entry == found.entry));
        }
        for problem in affects.problems() {
            prop_assert!(problem.rule != Rule::InvalidAffects || problem.entry.is_some());
        }
    }

    #[test]
    fn composed_and_decomposed_are_the_same(entry in odd_text(), path in odd_text()) {
        let forms = |text: &str| [text.nfc().collect::<String>(), text.nfd().collect()];
        let expected = strength(&[&forms(&entry)[0]], &forms(&path)[0]);
        for entry in forms(&entry) {
            for path in forms(&path) {
                prop_assert_eq!(strength(&[&entry], &path), expected, "{:?} on {:?}", entry, path);
            }
        }
    }
}
