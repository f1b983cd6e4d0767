//! The release build of the programs that a plugin folder brings.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use super::report;

/// The folder that holds the built programs.
pub(super) struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Programs built before, in `folder`.
    pub(super) fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Copies the program `name` into the folder `bin`, runnable by everyone.
    pub(super) fn copy(&self, name: &str, bin: &Path) -> Result<()> {
        let file = format!("{name}{EXE_SUFFIX}");
        let destination = bin.join(&file);
        fs::create_dir_all(bin)?;
        fs::copy(self.folder.join(&file), &destination)
            .with_context(|| format!("copying the program {file}"))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&destination, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }

    /// Starts the hook as a host does, with an event that it has nothing to say to.
    fn try_out(&self) -> Result<()> {
        let mut child = Command::new(self.folder.join(format!("decision-hook{EXE_SUFFIX}")))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A hook may end without reading; only how it ends counts.
            let _ = stdin.write_all(b"{}");
        }
        let status = child.wait()?;
        ensure!(status.success(), "the hook ended with {status}");
        Ok(())
    }
}

/// Builds both programs of the repository at `root`, in a folder of their own below `target_dir`
/// (cargo's, unless given), so that other builds keep their cache.
///
/// On Linux with glibc they are linked statically where that works: a static program starts sooner,
/// which is most of a hook's time, and it runs on distributions with an older or no glibc.
///
/// # Errors
///
/// Fails if the programs do not build, or the hook does not run.
pub(super) fn build(root: &Path, target_dir: Option<&Path>) -> Result<Programs> {
    let target_dir = match target_dir {
        Some(folder) => std::path::absolute(folder)?,
        None => cargo_target_dir(root)?,
    }
    .join("dist");
    let host = host_triple()?;
    if host.ends_with("-linux-gnu") {
        match build_static(root, &target_dir, &host) {
            Ok(programs) => return Ok(programs),
            Err(error) => report(&format!(
                "no static programs ({error:#}); building dynamic ones"
            )),
        }
    }
    cargo_build(root, &target_dir, |_| {})?;
    let programs = Programs::in_folder(target_dir.join("release"));
    programs.try_out()?;
    Ok(programs)
}

fn build_static(root: &Path, target_dir: &Path, host: &str) -> Result<Programs> {
    cargo_build(root, target_dir, |cargo| {
        // With `--target` the flags leave build scripts and procedural macros alone, which cannot
        // be linked so.
        cargo
            .args(["--target", host])
            .env("RUSTFLAGS", "-C target-feature=+crt-static");
    })?;
    let programs = Programs::in_folder(target_dir.join(host).join("release"));
    programs.try_out()?;
    Ok(programs)
}

fn cargo_build(root: &Path, target_dir: &Path, adjust: impl FnOnce(&mut Command)) -> Result<()> {
    let mut cargo = cargo(root);
    cargo
        .args(["build", "--release", "--locked", "--package", "decision"])
        .args([
            "--bin",
            "decision",
            "--bin",
            "decision-hook",
            "--target-dir",
        ])
        .arg(target_dir);
    adjust(&mut cargo);
    let status = cargo.status().context("starting cargo")?;
    ensure!(status.success(), "cargo build ended with {status}");
    Ok(())
}

fn cargo(root: &Path) -> Command {
    // The cargo that runs this task, if it does.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

fn cargo_target_dir(root: &Path) -> Result<PathBuf> {
    let metadata = output(cargo(root).args([
        "metadata",
        "--format-version",
        "1",
        "--no-deps",
        "--offline",
    ]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"]
        .as_str()
        .context("cargo metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

fn host_triple() -> Result<String> {
    let version = output(
        Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("-vV"),
    )?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} ended with {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}
