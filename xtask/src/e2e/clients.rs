//! The installed clients: where they lie, whether they are the pinned ones, and fetching them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::host::Package;
use crate::host::Host;

/// A client that can be run.
pub(super) struct Client {
    /// The folder that it was installed in, without links.
    pub(super) folder: PathBuf,
    /// The program or script, relative to the folder.
    pub(super) program: PathBuf,
    /// `node`, for a client that is a script.
    pub(super) node: Option<PathBuf>,
}

/// Why a client cannot be run; a full sentence without its end.
pub(super) type Missing = String;

/// Where the clients lie, a folder each: `$DECISION_E2E_HOME`, else `~/.cache/decision-e2e`.
///
/// # Errors
///
/// Fails where neither that variable nor `HOME` is set.
pub(super) fn home() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("DECISION_E2E_HOME") {
        return Ok(folder.into());
    }
    let home = std::env::home_dir().context("no home folder; set DECISION_E2E_HOME")?;
    Ok(home.join(".cache/decision-e2e"))
}

/// The pinned client of `host` below `home`.
pub(super) fn find(home: &Path, host: Host) -> Result<Client, Missing> {
    let package = host.package();
    let missing = |why: &str| {
        format!(
            "{} {} is not to be had in {} ({why}); `cargo xtask e2e --fetch {}` installs it",
            host.title(),
            package.version,
            home.join(host.name()).display(),
            host.name()
        )
    };
    let folder = fs::canonicalize(home.join(host.name())).map_err(|_| missing("no such folder"))?;
    let installed =
        installed_version(&folder, &package).ok_or_else(|| missing("it is not installed there"))?;
    if installed != package.version {
        return Err(missing(&format!("version {installed} is there")));
    }
    let program = resolve(&folder, &package.program)
        .ok_or_else(|| missing("the package for this system is not there"))?;
    let node = if package.script {
        Some(on_path("node").ok_or_else(|| missing("it needs node, which is not on PATH"))?)
    } else {
        None
    };
    Ok(Client {
        folder,
        program,
        node,
    })
}

fn installed_version(folder: &Path, package: &Package) -> Option<String> {
    let manifest = folder
        .join("node_modules")
        .join(&package.name)
        .join("package.json");
    let manifest: Value = serde_json::from_slice(&fs::read(manifest).ok()?).ok()?;
    Some(manifest["version"].as_str()?.to_owned())
}

/// The file at `pattern` below `folder`, relative to it; a `*` is the first entry by name.
fn resolve(folder: &Path, pattern: &str) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in pattern.split('/') {
        if part == "*" {
            let mut names: Vec<_> = fs::read_dir(folder.join(&path))
                .ok()?
                .flatten()
                .map(|entry| entry.file_name())
                .collect();
            names.sort();
            path.push(names.first()?);
        } else {
            path.push(part);
        }
    }
    folder.join(&path).is_file().then_some(path)
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find_map(|file| fs::canonicalize(file).ok())
}

/// Installs the pinned client of `host` below `home` with npm, from the registry that npm is set to.
///
/// # Errors
///
/// Fails where npm is missing or does not succeed.
pub(super) fn fetch(home: &Path, host: Host) -> Result<()> {
    let package = host.package();
    let folder = home.join(host.name());
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let manifest = folder.join("package.json");
    if !manifest.exists() {
        // Without one, npm installs into the nearest folder above that has one.
        fs::write(&manifest, "{\"private\": true}\n")?;
    }
    let status = Command::new("npm")
        // What a package wants to run on being installed is not needed, and not wanted.
        .args([
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--save-exact",
        ])
        .arg("--prefix")
        .arg(&folder)
        .arg(format!("{}@{}", package.name, package.version))
        .status()
        .context("starting npm, which comes with Node.js")?;
    ensure!(status.success(), "npm install ended with {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn install(home: &Path, version: &str) {
        let modules = home.join("codex/node_modules/@openai");
        let platform = Host::Codex.package().program;
        let program = home
            .join("codex")
            .join(platform.replace('*', "some-target"));
        fs::create_dir_all(modules.join("codex")).unwrap();
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::write(program, "").unwrap();
        fs::write(
            modules.join("codex/package.json"),
            format!("{{\"version\": \"{version}\"}}"),
        )
        .unwrap();
    }

    #[test]
    fn only_the_pinned_version_is_run() {
        let temp = tempfile::tempdir().unwrap();
        let why = find(temp.path(), Host::Codex).err().unwrap();
        assert!(why.contains("no such folder"), "{why}");

        install(temp.path(), "0.0.1");
        let why = find(temp.path(), Host::Codex).err().unwrap();
        assert!(why.contains("version 0.0.1 is there"), "{why}");

        install(temp.path(), Host::Codex.package().version);
        let client = find(temp.path(), Host::Codex).ok().unwrap();
        assert!(client.program.ends_with("some-target/bin/codex"));
        assert!(client.folder.join(client.program).is_file());
    }
}
