//! Pointer files of other record tools: small files at the root that say where the records are.
//!
//! Only the one key that matters is looked at.

use std::path::Path;

use decision_core::yaml::{self, Value};

use crate::read_small_file;

/// What one pointer file says.
pub(super) struct Pointer {
    /// The file, by its name.
    pub(super) file: &'static str,
    /// The directories it names, from the root, as written.
    pub(super) dirs: Vec<String>,
    /// Why it names none.
    pub(super) problem: Option<String>,
}

type Reader = fn(&str) -> Vec<String>;

const FILES: [(&str, Reader); 5] = [
    (".adr-dir", adr_dir),
    ("adrs.toml", adrs_toml),
    (".log4brains.yml", log4brains),
    (".log4brains.yaml", log4brains),
    ("adr.config.json", adr_config_json),
];

/// The pointer files at the root.
pub(super) fn read_all(root: &Path) -> Vec<Pointer> {
    FILES
        .iter()
        .filter_map(|&(file, reader)| {
            let (dirs, problem) = match read_small_file(root, file) {
                Ok(Some(text)) => {
                    let dirs = reader(&text);
                    let problem = dirs.is_empty().then(|| "names no directory".to_owned());
                    (dirs, problem)
                }
                Ok(None) => return None,
                Err(reason) => (Vec::new(), Some(reason.to_string())),
            };
            Some(Pointer {
                file,
                dirs,
                problem,
            })
        })
        .collect()
}

/// adr-tools: the path on the first line.
fn adr_dir(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .map(str::to_owned)
        .into_iter()
        .collect()
}

/// adrs: `adr_dir = "doc/adr"`.
fn adrs_toml(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| {
            line.trim()
                .strip_prefix("adr_dir")?
                .trim_start()
                .strip_prefix('=')
        })
        .filter_map(scalar)
        .take(1)
        .collect()
}

/// log4brains: `adrFolder: ./docs/adr` under `project`, and under each of `project.packages`.
fn log4brains(text: &str) -> Vec<String> {
    let config = yaml::read_mapping(text);
    let Some(project) = config.get("project").map(|field| &field.value) else {
        return Vec::new();
    };
    let packages = match project.get("packages") {
        Some(Value::List(packages)) => &packages[..],
        _ => &[],
    };
    std::iter::once(project)
        .chain(packages)
        .filter_map(|place| place.get("adrFolder")?.as_text())
        .filter(|folder| !folder.is_empty())
        .map(str::to_owned)
        .collect()
}

/// adr: `{ "path": "docs/adr/" }`.
fn adr_config_json(text: &str) -> Vec<String> {
    serde_json::from_str::<serde_json::Value>(text)
        .ok()
        .and_then(|config| config.get("path")?.as_str().map(str::to_owned))
        .filter(|path| !path.trim().is_empty())
        .into_iter()
        .collect()
}

/// A quoted or plain value, without a comment behind it.
fn scalar(text: &str) -> Option<String> {
    let text = text.trim();
    let value = match text.chars().next()? {
        quote @ ('"' | '\'') => text[1..].split(quote).next()?,
        _ => text.split(" #").next()?.trim_end(),
    };
    (!value.is_empty() && !value.starts_with('#')).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_read_in_its_own_spelling() {
        let cases: [(Reader, &str, &[&str]); 14] = [
            (adr_dir, "doc/arch\n", &["doc/arch"]),
            (adr_dir, "\r\n  doc/arch  \r\nmore", &["doc/arch"]),
            (adr_dir, " \n", &[]),
            (
                adrs_toml,
                "# adrs\nadr_dir = \"doc/adr\" # here\nmode = 1\n",
                &["doc/adr"],
            ),
            (adrs_toml, "adr_dir='a b'\n", &["a b"]),
            (adrs_toml, "adr_directory = \"x\"\n", &[]),
            (
                log4brains,
                "project:\n  name: x\n  adrFolder: ./docs/adr\n",
                &["./docs/adr"],
            ),
            (
                log4brains,
                "project:\n  adrFolder: docs/adr # all\n  packages:\n    - name: a\n      \
                 adrFolder: \"packages/a/adr\"\n    - adrFolder: 'b'\n",
                &["docs/adr", "packages/a/adr", "b"],
            ),
            (log4brains, "project:\n  adrFolder:\n", &[]),
            (log4brains, "adrFolder: outside\n", &[]),
            (
                adr_config_json,
                "{\"language\": \"en\", \"path\": \"docs/adr/\"}",
                &["docs/adr/"],
            ),
            (adr_config_json, "{\"path\": 3}", &[]),
            (adr_config_json, "{\"path\": ", &[]),
            (adr_config_json, "[]", &[]),
        ];
        for (reader, text, expected) in cases {
            assert_eq!(reader(text), expected, "{text:?}");
        }
    }
}
