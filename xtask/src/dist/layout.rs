//! The files of a plugin folder, made from the one source in `plugin/`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::programs::Programs;
use crate::host::Host;

const MANIFEST: &str = ".claude-plugin/plugin.json";
const HOOKS: &str = "hooks/hooks.json";
const MARKETPLACE: &str = ".claude-plugin/marketplace.json";
/// What only a plugin that runs from its source needs.
const SOURCE_ONLY: [&str; 2] = ["bin", "launch"];

/// The plugin and marketplace as they stand in this repository.
pub(super) struct Source {
    plugin: PathBuf,
    /// Files of the plugin, relative to its folder, sorted.
    files: Vec<PathBuf>,
    manifest: Value,
    hooks: Value,
    marketplace: Value,
}

impl Source {
    /// Reads the source below the repository's `root`.
    ///
    /// # Errors
    ///
    /// Fails where a manifest cannot be read, or the plugin's version is not the workspace's.
    pub(super) fn read(root: &Path) -> Result<Self> {
        let plugin = root.join("plugin");
        let manifest = read_json(&plugin.join(MANIFEST))?;
        let version = env!("CARGO_PKG_VERSION");
        ensure!(
            manifest["version"] == version,
            "plugin/{MANIFEST} has version {}, the workspace has {version}; make them the same",
            manifest["version"]
        );
        let mut files = Vec::new();
        list_files(&plugin, Path::new(""), &mut files)?;
        files.retain(|file| !SOURCE_ONLY.iter().any(|folder| file.starts_with(folder)));
        files.sort();
        Ok(Self {
            manifest,
            hooks: read_json(&plugin.join(HOOKS))?,
            marketplace: read_json(&root.join(MARKETPLACE))?,
            plugin,
            files,
        })
    }

    /// Fills the empty `folder` with a marketplace that holds the plugin for `host`, or with the plugin
    /// itself.
    pub(super) fn lay_out(&self, host: Host, programs: &Programs, folder: &Path) -> Result<()> {
        let name = self.manifest["name"]
            .as_str()
            .context("the plugin has no name")?;
        let plugin = if host.has_marketplaces() {
            folder.join("plugins").join(name)
        } else {
            folder.to_owned()
        };
        for file in &self.files {
            self.lay_out_file(host, file, &plugin)
                .with_context(|| format!("plugin/{}", file.display()))?;
        }
        for &program in host.programs() {
            programs.copy(program, &plugin.join("bin"))?;
        }
        if !host.has_marketplaces() {
            return Ok(());
        }
        write(
            &folder.join(MARKETPLACE),
            &json_text(&self.marketplace_of(name)?),
        )
    }

    fn lay_out_file(&self, host: Host, file: &Path, plugin: &Path) -> Result<()> {
        let source = self.plugin.join(file);
        if file == Path::new(MANIFEST) {
            write(
                &plugin.join(host.manifest_path()),
                &json_text(&host.manifest(&self.manifest)),
            )
        } else if file == Path::new(HOOKS) {
            write(&plugin.join(HOOKS), &json_text(&host.hooks(&self.hooks)))
        } else if file.file_name() == Some(OsStr::new("SKILL.md")) {
            write(
                &plugin.join(file),
                &host.skill_text(&fs::read_to_string(source)?),
            )
        } else {
            let destination = plugin.join(file);
            create_parent(&destination)?;
            fs::copy(source, destination)?;
            Ok(())
        }
    }

    /// The repository's marketplace, with the plugin where this layout puts it.
    fn marketplace_of(&self, name: &str) -> Result<Value> {
        let mut marketplace = self.marketplace.clone();
        let plugin = marketplace["plugins"]
            .as_array_mut()
            .and_then(|plugins| plugins.iter_mut().find(|plugin| plugin["name"] == name))
            .with_context(|| format!("{MARKETPLACE} does not list the plugin {name}"))?;
        plugin["source"] = json!(format!("./plugins/{name}"));
        Ok(marketplace)
    }
}

fn list_files(root: &Path, below: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list_files(root, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn read_json(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("reading {}", path.display()))
}

fn json_text(value: &Value) -> String {
    format!("{value:#}\n")
}

fn write(path: &Path, text: &str) -> Result<()> {
    create_parent(path)?;
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

fn create_parent(path: &Path) -> Result<()> {
    let parent = path.parent().context("a file without a folder")?;
    fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository_root;

    /// Lays the real source out with stand-ins for the programs; returns the relative paths.
    fn lay_out(host: Host, folder: &Path) -> Vec<String> {
        let build = folder.join("build");
        fs::create_dir(&build).unwrap();
        for program in ["decision", "decision-hook"] {
            fs::write(
                build.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)),
                program,
            )
            .unwrap();
        }
        let out = folder.join("out");
        fs::create_dir(&out).unwrap();
        Source::read(repository_root().unwrap())
            .unwrap()
            .lay_out(host, &Programs::in_folder(build), &out)
            .unwrap();
        let mut files = Vec::new();
        list_files(&out, Path::new(""), &mut files).unwrap();
        let mut files: Vec<String> = files
            .iter()
            .map(|path| {
                path.to_str()
                    .unwrap()
                    .replace('\\', "/")
                    .replace(".exe", "")
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_folder_holds_what_its_host_reads_and_no_launcher() {
        let temp = tempfile::tempdir().unwrap();
        let common = [
            "README.md",
            "bin/decision-hook",
            "hooks/hooks.json",
            "skills/query/SKILL.md",
            "skills/record/SKILL.md",
        ];
        for (host, own) in [
            (
                Host::Claude,
                &[".claude-plugin/plugin.json", "bin/decision"][..],
            ),
            (Host::Codex, &[".codex-plugin/plugin.json"][..]),
            (Host::Gemini, &["gemini-extension.json"][..]),
            (Host::Copilot, &[".claude-plugin/plugin.json"][..]),
        ] {
            let folder = temp.path().join(host.name());
            fs::create_dir(&folder).unwrap();
            let laid_out = lay_out(host, &folder);
            let inside = if host.has_marketplaces() {
                assert!(laid_out.iter().any(|file| file == MARKETPLACE), "{host:?}");
                "plugins/decision/"
            } else {
                ""
            };
            for file in common.iter().chain(own) {
                let file = format!("{inside}{file}");
                assert!(laid_out.contains(&file), "{host:?}: {file}");
            }
            let manifests = laid_out.iter().filter(|file| {
                file.ends_with("plugin.json") || file.ends_with("gemini-extension.json")
            });
            assert_eq!(manifests.count(), 1, "{host:?}");
            assert!(!laid_out.iter().any(|file| file.contains("launch")));
        }
    }

    #[test]
    fn the_marketplace_leads_to_the_plugin_and_the_hooks_to_the_program() {
        for host in [Host::Claude, Host::Codex, Host::Copilot] {
            let temp = tempfile::tempdir().unwrap();
            lay_out(host, temp.path());
            let out = temp.path().join("out");
            let marketplace = read_json(&out.join(MARKETPLACE)).unwrap();
            let plugin = out.join(marketplace["plugins"][0]["source"].as_str().unwrap());
            let hooks = read_json(&plugin.join(HOOKS)).unwrap();
            for entries in hooks["hooks"].as_object().unwrap().values() {
                let handler = entries[0]
                    .get("hooks")
                    .map_or(&entries[0], |handlers| &handlers[0]);
                let command = handler.get("bash").or_else(|| handler.get("command"));
                let program = command
                    .unwrap()
                    .as_str()
                    .unwrap()
                    .trim_matches('"')
                    .replace("${CLAUDE_PLUGIN_ROOT}", plugin.to_str().unwrap());
                assert_eq!(fs::read_to_string(program).unwrap(), "decision-hook");
            }
        }
    }

    #[test]
    fn no_placeholder_is_left_where_the_host_fills_none_in() {
        for (host, folder) in [
            (Host::Codex, "out/plugins/decision"),
            (Host::Copilot, "out/plugins/decision"),
            (Host::Gemini, "out"),
        ] {
            let temp = tempfile::tempdir().unwrap();
            lay_out(host, temp.path());
            for skill in ["query", "record"] {
                let folder = temp.path().join(folder).join("skills").join(skill);
                let text = fs::read_to_string(folder.join("SKILL.md")).unwrap();
                assert!(!text.contains("$ARGUMENTS"), "{skill}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_can_be_run() {
        use std::os::unix::fs::PermissionsExt as _;
        let temp = tempfile::tempdir().unwrap();
        lay_out(Host::Claude, temp.path());
        for program in ["decision", "decision-hook"] {
            let file = temp.path().join("out/plugins/decision/bin").join(program);
            assert_eq!(
                fs::metadata(file).unwrap().permissions().mode() & 0o777,
                0o755
            );
        }
    }
}
