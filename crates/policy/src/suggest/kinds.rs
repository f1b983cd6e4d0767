//! What kind of file a path is, as far as its name tells.

use super::tree::name_of;

/// Endings of prose: it describes what is governed and is not itself governed.
const PROSE: &[&str] = &[
    "md", "mdx", "markdown", "rst", "adoc", "asciidoc", "txt", "html", "htm", "tex", "org",
    "ipynb", "csv", "tsv", "svg", "json", "snap", "drawio", "puml", "plantuml", "mmd", "patch",
    "diff",
];

/// Names of files that nearly every change touches.
const BYSTANDERS: &[&str] = &[
    "cargo.lock",
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "go.sum",
    "go.mod",
    "go.work",
    "go.work.sum",
    "poetry.lock",
    "gemfile.lock",
    "composer.lock",
    "dependencies",
    "codeowners",
    "mkdocs.yml",
    "mkdocs.yaml",
    "_sidebar.yml",
    "toc.yml",
    ".gitignore",
    ".gitattributes",
    ".editorconfig",
    ".prettierignore",
    "license",
    "notice",
    "package.json",
];

/// Whether a file is prose or data rather than source.
pub(super) fn is_prose(path: &str) -> bool {
    let name = name_of(path);
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| PROSE.iter().any(|prose| ending.eq_ignore_ascii_case(prose)))
}

/// Whether a file is touched by nearly every change, made by a program, or an example for tests.
pub(super) fn is_bystander(path: &str) -> bool {
    let name = name_of(path).to_ascii_lowercase();
    BYSTANDERS.contains(&name.as_str())
        || name.contains(".golden")
        || path.split('/').any(|part| {
            matches!(
                part,
                "generated" | "testdata" | "fixtures" | "__snapshots__"
            )
        })
        || name.starts_with("changelog")
        || name.starts_with("sidebar")
        || name.ends_with(".lock")
        || [
            ".pb.",
            "_pb2.",
            ".pulsar.",
            ".gen.",
            "_generated.",
            ".generated.",
            ".min.",
        ]
        .iter()
        .any(|mark| name.contains(mark))
}

/// Whether a file is data that programs read, with text in its values.
pub(super) fn is_data(path: &str) -> bool {
    let ending = name_of(path)
        .rsplit_once('.')
        .map_or("", |(_, ending)| ending);
    ["yaml", "yml", "toml", "xml", "ini", "properties", "proto"]
        .iter()
        .any(|data| ending.eq_ignore_ascii_case(data))
}

/// Whether a file tests something.
pub(super) fn is_test(path: &str) -> bool {
    let name = name_of(path);
    let folder = |part: &str| {
        matches!(
            part,
            "test"
                | "tests"
                | "__tests__"
                | "testing"
                | "testdata"
                | "testutil"
                | "e2e"
                | "fixtures"
                | "simulation"
                | "spec"
                | "testFixtures"
                | "androidTest"
        )
    };
    path.split('/').rev().skip(1).any(folder)
        || name.contains("_test.")
        || name.contains(".test.")
        || name.contains(".spec.")
        || name.contains("Test.")
        || name.contains("Tests.")
        || name.starts_with("test_")
}

/// Whether a person wrote it to do something: neither prose nor a bystander.
pub(super) fn is_source(path: &str) -> bool {
    !is_prose(path) && !is_bystander(path)
}
