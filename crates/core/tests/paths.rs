//! Event paths, made relative to the repository root.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use decision_core::paths::relative_to;
use proptest::prelude::*;
use tempfile::TempDir;

/// A folder with `repo/src/main.rs` in it, by its path without links.
fn repository() -> (TempDir, PathBuf, PathBuf) {
    let temp = TempDir::new().expect("a temporary folder");
    let top = temp.path().canonicalize().expect("it exists");
    let root = top.join("repo");
    fs::create_dir_all(root.join("src")).expect("writable");
    fs::write(root.join("src/main.rs"), "").expect("writable");
    (temp, top, root)
}

fn relative(root: &Path, base: &Path, path: &Path) -> Option<String> {
    relative_to(root, base, path.to_str().expect("UTF-8"))
}

#[test]
fn by_the_text() {
    // Nothing of this exists: the text alone decides.
    let (root, base) = (Path::new("/none/repo"), Path::new("/none/repo/src"));
    for (path, expected) in [
        ("/none/repo/src/a.rs", Some("src/a.rs")),
        ("/none/repo/src/a.rs/", Some("src/a.rs")),
        ("/none/repo//src/./a.rs", Some("src/a.rs")),
        ("/none/repo/src/../lib/a.rs", Some("lib/a.rs")),
        ("/none/repo/../repo/a.rs", Some("a.rs")),
        ("/none/repo/../other/a.rs", None),
        ("/none/repository/a.rs", None),
        ("/none/repo", Some("")),
        ("/none/repo/", Some("")),
        ("/none", None),
        ("/", None),
        ("/../../../..", None),
        ("a.rs", Some("src/a.rs")),
        ("./a.rs", Some("src/a.rs")),
        ("../lib/a.rs", Some("lib/a.rs")),
        ("../../other/a.rs", None),
        ("../../repo/a.rs", Some("a.rs")),
        (".", Some("src")),
        ("..", Some("")),
        ("", None),
        ("a\0b", None),
        (r"deep\a.rs", Some("src/deep/a.rs")),
        (r"..\lib\a.rs", Some("lib/a.rs")),
        ("cafe\u{301}.rs", Some("src/caf\u{e9}.rs")),
        ("~/a.rs", Some("src/~/a.rs")),
    ] {
        assert_eq!(
            relative_to(root, base, path).as_deref(),
            expected,
            "{path:?}"
        );
    }
}

#[test]
fn drives_and_shares() {
    for (root, path, expected) in [
        (r"C:\code\repo", r"C:\code\repo\src\a.rs", Some("src/a.rs")),
        (r"C:\code\repo", r"c:\code\repo\src\a.rs", Some("src/a.rs")),
        (r"C:\code\repo", "c:/code/repo/src/a.rs", Some("src/a.rs")),
        (
            r"c:/code/repo",
            r"\\?\C:\code\repo\src\a.rs",
            Some("src/a.rs"),
        ),
        (
            r"\\?\C:\code\repo",
            r"C:\code\repo\src\a.rs",
            Some("src/a.rs"),
        ),
        (r"C:\code\repo", r"D:\code\repo\src\a.rs", None),
        (r"C:\code\repo", r"C:\code\repo\..\other\a.rs", None),
        (r"C:\code\repo", r"C:\..\..\a.rs", None),
        (
            r"\\server\share\repo",
            r"\\server\share\repo\a.rs",
            Some("a.rs"),
        ),
        (
            r"\\server\share\repo",
            r"\\?\UNC\server\share\repo\a.rs",
            Some("a.rs"),
        ),
        (r"\\server\share\repo", r"\\other\share\repo\a.rs", None),
        (r"C:\code\repo", r"src\a.rs", Some("src/a.rs")),
    ] {
        let root = Path::new(root);
        assert_eq!(
            relative_to(root, root, path).as_deref(),
            expected,
            "{path} in {root:?}"
        );
    }
}

#[test]
fn the_root_and_the_letters_of_a_path_may_be_composed_differently() {
    let root = Path::new("/none/caf\u{e9}");
    assert_eq!(
        relative_to(root, root, "/none/cafe\u{301}/a.rs").as_deref(),
        Some("a.rs")
    );
    let root = Path::new("/none/cafe\u{301}");
    assert_eq!(
        relative_to(root, root, "/none/caf\u{e9}/a.rs").as_deref(),
        Some("a.rs")
    );
}

#[test]
fn files_need_not_exist() {
    let (_temp, _, root) = repository();
    for path in ["src/main.rs", "src/new.rs", "new/deep/file.rs"] {
        assert_eq!(
            relative(&root, &root, &root.join(path)).as_deref(),
            Some(path)
        );
        assert_eq!(
            relative(&root, &root, Path::new(path)).as_deref(),
            Some(path)
        );
    }
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_root_behind_a_link_is_found_from_either_side() {
        let (_temp, top, root) = repository();
        let link = top.join("link");
        symlink(&root, &link).expect("writable");
        for path in ["src/main.rs", "src/new.rs", "new/file.rs"] {
            for (root, path_root) in [(&root, &link), (&link, &root), (&link, &link)] {
                let found = relative(root, root, &path_root.join(path));
                assert_eq!(found.as_deref(), Some(path), "{path_root:?} in {root:?}");
            }
            assert_eq!(
                relative(&root, &link, Path::new(path)).as_deref(),
                Some(path)
            );
        }
        assert_eq!(relative(&root, &root, &link).as_deref(), Some(""));
    }

    #[test]
    fn a_linked_directory_inside_is_where_its_files_are() {
        let (_temp, _, root) = repository();
        symlink("src", root.join("alias")).expect("writable");
        for (path, expected) in [
            ("alias/main.rs", "src/main.rs"),
            ("alias/new/file.rs", "src/new/file.rs"),
            ("alias", "alias"),
        ] {
            assert_eq!(
                relative(&root, &root, &root.join(path)).as_deref(),
                Some(expected)
            );
        }
    }

    #[test]
    fn a_link_out_of_the_root_is_left_as_it_is() {
        let (_temp, top, root) = repository();
        fs::create_dir(top.join("store")).expect("writable");
        symlink(top.join("store"), root.join("vendor")).expect("writable");
        let found = relative(&root, &root, &root.join("vendor/a.rs"));
        assert_eq!(found.as_deref(), Some("vendor/a.rs"));
    }

    #[test]
    fn a_file_that_is_a_link_keeps_its_path() {
        let (_temp, top, root) = repository();
        symlink("src/main.rs", root.join("main.rs")).expect("writable");
        assert_eq!(
            relative(&root, &root, &root.join("main.rs")).as_deref(),
            Some("main.rs")
        );
        symlink(root.join("src/main.rs"), top.join("outside.rs")).expect("writable");
        let found = relative(&root, &root, &top.join("outside.rs"));
        assert_eq!(found.as_deref(), Some("src/main.rs"));
    }

    #[test]
    fn links_in_a_circle_end() {
        let (_temp, top, root) = repository();
        symlink("b", root.join("a")).expect("writable");
        symlink("a", root.join("b")).expect("writable");
        assert_eq!(
            relative(&root, &root, &root.join("a/x.rs")).as_deref(),
            Some("a/x.rs")
        );
        symlink("c", top.join("c")).expect("writable");
        assert_eq!(relative(&root, &root, &top.join("c/x.rs")), None);
    }

    #[test]
    fn a_backslash_in_a_name_stays() {
        let (_temp, _, root) = repository();
        fs::write(root.join(r"a\b"), "").expect("writable");
        assert_eq!(relative_to(&root, &root, r"a\b").as_deref(), Some(r"a\b"));
        assert_eq!(
            relative_to(&root, &root, r"src/a\b").as_deref(),
            Some(r"src/a\b")
        );
        assert_eq!(
            relative_to(&root, &root, r"src\main.rs").as_deref(),
            Some("src/main.rs")
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_is_clean(path in prop_oneof![
        any::<String>(),
        prop::collection::vec(
            prop::sample::select(&["/", "\\", "..", ".", "a", "é", "e\u{301}", "C:", "?", "/none/repo"][..]), 0..10
        ).prop_map(|pieces| pieces.concat()),
    ]) {
        let root = Path::new("/none/repo");
        if let Some(found) = relative_to(root, root, &path) {
            prop_assert!(!found.starts_with('/') && !found.ends_with('/'), "{:?}", found);
            prop_assert!(found.is_empty() || found.split('/').all(|s| !["", ".", ".."].contains(&s)), "{:?}", found);
            // A relative path that is found leads to itself.
            if !found.contains('\\') && !found.is_empty() && !found.contains(':') {
                let again = relative_to(root, root, &found);
                prop_assert_eq!(again.as_deref(), Some(found.as_str()));
            }
        }
    }
}
