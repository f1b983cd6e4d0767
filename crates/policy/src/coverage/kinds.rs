//! Which tracked files are source, told by their names and by what the repository says of them.

use decision_core::Affects;

use crate::workspace::Workspace;

/// What a tracked file is, as far as its name and the repository's `.gitattributes` tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What a decision can govern: code, build files, configuration.
    Source,
    /// It lies in a decision directory.
    Record,
    /// Prose.
    Documentation,
    /// Written by a program.
    Generated,
    /// Brought in from elsewhere.
    Vendored,
    /// No text.
    Binary,
}

impl Kind {
    /// A word for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Source => "source",
            Kind::Record => "records",
            Kind::Documentation => "documentation",
            Kind::Generated => "generated",
            Kind::Vendored => "vendored",
            Kind::Binary => "binary",
        }
    }
}

/// Folders of code from elsewhere, at any depth.
const VENDORED: &[&str] = &[
    "vendor",
    "vendored",
    "node_modules",
    "bower_components",
    "third_party",
    "third-party",
    "thirdparty",
    "Pods",
    "Carthage",
    ".yarn",
];

/// Folders of what programs write, at any depth.
const GENERATED_FOLDERS: &[&str] = &["generated", "__generated__", "__snapshots__"];

/// Parts of the names of generated files.
const GENERATED_PARTS: &[&str] = &[
    ".min.",
    ".pb.",
    "_pb2.",
    "_pb2_grpc.",
    ".g.dart",
    ".gen.",
    "_generated.",
    ".generated.",
    ".designer.",
];

/// Endings of generated files.
const GENERATED_ENDINGS: &[&str] = &["lock", "map", "snap", "sum"];

/// Names of generated files.
const GENERATED_NAMES: &[&str] = &[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "gradlew",
    "gradlew.bat",
];

const DOCUMENTATION: &[&str] = &[
    "md", "mdx", "mdc", "markdown", "rst", "adoc", "asciidoc", "txt", "tex", "org",
];

/// Names of prose without an ending.
const DOCUMENTATION_NAMES: &[&str] = &[
    "license",
    "licence",
    "copying",
    "notice",
    "authors",
    "contributors",
    "readme",
    "changelog",
    "changes",
    "news",
    "codeowners",
];

const BINARY: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "icns", "tif", "tiff", "psd", "svg", "pdf",
    "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "zip", "gz", "tgz", "bz2", "xz",
    "zst", "7z", "tar", "jar", "war", "class", "so", "dylib", "dll", "exe", "a", "o", "obj", "lib",
    "wasm", "pyc", "woff", "woff2", "ttf", "otf", "eot", "mp3", "mp4", "wav", "ogg", "webm", "mov",
    "avi", "bin", "dat", "db", "sqlite", "parquet", "npy", "pb", "onnx", "jks", "p12", "keystore",
];

/// The rules for one repository.
pub(super) struct Kinds<'a> {
    /// Decision directories.
    records: Vec<&'a str>,
    attributes: Vec<Attribute>,
}

/// A line of `.gitattributes` about what a file is.
struct Attribute {
    pattern: Affects,
    kind: Kind,
    set: bool,
}

impl Kinds<'_> {
    pub(super) fn of(workspace: &Workspace) -> Kinds<'_> {
        let dirs = workspace.located.dirs.iter();
        let text = decision_git::read_small_file(workspace.repository.root(), ".gitattributes");
        Kinds {
            records: dirs.map(|located| located.dir.label.as_str()).collect(),
            attributes: text
                .ok()
                .flatten()
                .as_deref()
                .map_or(Vec::new(), attributes),
        }
    }

    pub(super) fn of_path(&self, path: &str) -> Kind {
        let is_in = |dir: &&str| {
            let rest = path.strip_prefix(*dir);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        if self.records.iter().any(is_in) {
            return Kind::Record;
        }
        let kind = by_name(path);
        let said = self
            .attributes
            .iter()
            .rev()
            .find(|attribute| attribute.pattern.matches(path).is_some());
        match said {
            Some(attribute) if attribute.set => attribute.kind,
            Some(attribute) if attribute.kind == kind => Kind::Source,
            _ => kind,
        }
    }
}

fn by_name(path: &str) -> Kind {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let lies_in = |known: &[&str]| folders.split('/').any(|part| known.contains(&part));
    let is = |name: &str, known: &[&str]| known.iter().any(|one| name.eq_ignore_ascii_case(one));
    let lower = name.to_ascii_lowercase();
    let (stem, ending) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    if lies_in(VENDORED) {
        Kind::Vendored
    } else if lies_in(GENERATED_FOLDERS)
        || is(name, GENERATED_NAMES)
        || is(ending, GENERATED_ENDINGS)
        || GENERATED_PARTS.iter().any(|part| lower.contains(part))
    {
        Kind::Generated
    } else if is(ending, BINARY) {
        Kind::Binary
    } else if name == "CMakeLists.txt" || lower.starts_with("requirements") {
        // Prose by its ending, a build file by its name.
        Kind::Source
    } else if is(ending, DOCUMENTATION)
        || ending.is_empty() && is(first_word(stem), DOCUMENTATION_NAMES)
    {
        Kind::Documentation
    } else {
        Kind::Source
    }
}

/// `LICENSE-MIT` is a licence too.
fn first_word(stem: &str) -> &str {
    stem.split(['-', '_']).next().unwrap_or(stem)
}

/// The lines of a `.gitattributes` that say of files that they are generated, vendored or no text.
fn attributes(text: &str) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    for line in text.lines().map(str::trim) {
        let mut words = line.split_whitespace();
        let Some(pattern) = words.next().filter(|word| !word.starts_with(['#', '['])) else {
            continue;
        };
        for word in words {
            let (set, name) = match word.strip_prefix(['-', '!']) {
                Some(name) => (false, name),
                None => (true, word),
            };
            let (name, value) = name.split_once('=').unwrap_or((name, "true"));
            let kind = match name {
                "linguist-generated" => Kind::Generated,
                "linguist-vendored" => Kind::Vendored,
                "linguist-documentation" => Kind::Documentation,
                "binary" => Kind::Binary,
                _ => continue,
            };
            attributes.push(Attribute {
                pattern: Affects::new([pattern]),
                kind,
                set: set && value != "false",
            });
        }
    }
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(attributes_text: &str, path: &str) -> Kind {
        let kinds = Kinds {
            records: vec!["docs/adr"],
            attributes: attributes(attributes_text),
        };
        kinds.of_path(path)
    }

    #[test]
    fn names_tell_what_a_file_is() {
        for (path, expected) in [
            ("src/main.rs", Kind::Source),
            ("Makefile", Kind::Source),
            (".github/workflows/ci.yml", Kind::Source),
            ("CMakeLists.txt", Kind::Source),
            ("requirements-dev.txt", Kind::Source),
            ("docs/adr/0001-a.md", Kind::Record),
            ("docs/adr.rs", Kind::Source),
            ("docs/guide.md", Kind::Documentation),
            ("LICENSE-MIT", Kind::Documentation),
            ("LICENSE", Kind::Documentation),
            ("Cargo.lock", Kind::Generated),
            ("go.sum", Kind::Generated),
            ("web/app.min.js", Kind::Generated),
            ("api/v1/service.pb.go", Kind::Generated),
            ("a/vendor/x/y.go", Kind::Vendored),
            ("vendor.go", Kind::Source),
            ("web/logo.PNG", Kind::Binary),
        ] {
            assert_eq!(kind("", path), expected, "{path}");
        }
    }

    #[test]
    fn attributes_outweigh_names_and_the_last_line_counts() {
        let text = "# generated things\n*.rs text eol=lf\nsrc/schema.rs linguist-generated\n\
                    vendor/ours/** -linguist-vendored\napi/** linguist-generated=true\n\
                    api/hand.rs linguist-generated=false\ndata/*.x binary\n";
        for (path, expected) in [
            ("src/schema.rs", Kind::Generated),
            ("src/main.rs", Kind::Source),
            ("vendor/ours/a.rs", Kind::Source),
            ("vendor/other/a.rs", Kind::Vendored),
            ("api/a.rs", Kind::Generated),
            ("api/hand.rs", Kind::Source),
            ("data/a.x", Kind::Binary),
        ] {
            assert_eq!(kind(text, path), expected, "{path}");
        }
    }
}
