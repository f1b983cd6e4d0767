//! `decision install` and `decision uninstall`: the commit check in git's hooks, the hook in the configuration
//! of an agent client.

use std::env::consts::EXE_SUFFIX;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use decision_git::{ConfiguredBy, Environment, HooksDir, Repository};
use decision_policy::hosts::subscriptions::Client;
use decision_policy::inside;

use super::Report;
use crate::environment;
use crate::install::git::{Folder, Wanted};
use crate::install::hosts::{self, Configuration};
use crate::install::{Plan, git};
use crate::render;

#[derive(Debug, Subcommand)]
pub(super) enum Target {
    /// Git's hooks pre-commit, pre-merge-commit and commit-msg in this repository
    Git(Git),
    /// Claude Code (~/.claude/settings.json)
    Claude(ClientOptions),
    /// OpenAI Codex CLI (~/.codex/hooks.json)
    Codex(ClientOptions),
    /// Gemini CLI (~/.gemini/settings.json)
    Gemini(ClientOptions),
    /// GitHub Copilot CLI (~/.copilot/hooks/decision.json)
    Copilot(ClientOptions),
    /// Cursor (~/.cursor/hooks.json)
    Cursor(ClientOptions),
}

#[derive(Debug, Args)]
pub(super) struct Git {
    /// Also where core.hooksPath is set for all repositories
    #[arg(long)]
    global_hooks: bool,
    /// Show the programs too that are written
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(super) struct ClientOptions {
    /// The configuration of this project instead of the user's
    #[arg(long)]
    project: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Common {
    /// Show what would be done and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

/// Which way a plan goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Install,
    Uninstall,
}

impl Direction {
    fn name(self) -> &'static str {
        match self {
            Direction::Install => "install",
            Direction::Uninstall => "uninstall",
        }
    }
}

pub(super) fn run(
    direction: Direction,
    target: &Target,
    start: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (name, client, options) = match target {
        Target::Git(options) => {
            let plan = git_plan(direction, options, start, out)?;
            return carry_out(
                direction,
                "git",
                &plan,
                &options.common,
                options.verbose,
                out,
            );
        }
        Target::Claude(options) => ("claude", Client::ClaudeCode, options),
        Target::Codex(options) => ("codex", Client::Codex, options),
        Target::Gemini(options) => ("gemini", Client::Gemini, options),
        Target::Copilot(options) => ("copilot", Client::Copilot, options),
        Target::Cursor(options) => ("cursor", Client::Cursor, options),
    };
    let plan = client_plan(direction, client, options, start)?;
    let scope = if options.project { " --project" } else { "" };
    let name = format!("{name}{scope}");
    carry_out(direction, &name, &plan, &options.common, true, out)
}

/// Shows the plan, then does it.
fn carry_out(
    direction: Direction,
    name: &str,
    plan: &Plan,
    common: &Common,
    shows_programs: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if common.format == Report::Text {
        render::install::plan(plan, shows_programs, out)?;
        out.flush()?;
    }
    if !common.dry_run {
        plan.carry_out()?;
    }
    let done = !common.dry_run && !plan.steps.is_empty();
    match common.format {
        Report::Json => render::json::write(
            out,
            direction.name(),
            &render::install::plan_json(plan, done),
        )?,
        Report::Text if done => match direction {
            Direction::Install => writeln!(out, "done; `decision uninstall {name}` takes it back")?,
            Direction::Uninstall => writeln!(out, "done")?,
        },
        Report::Text if !plan.steps.is_empty() => writeln!(out, "nothing is done: --dry-run")?,
        Report::Text => {}
    }
    Ok(())
}

fn git_plan(
    direction: Direction,
    options: &Git,
    start: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<Plan> {
    let repository = Repository::discover(start, &Environment::capture())?;
    let dir = repository
        .hooks_dir()
        .with_context(|| format!("{}: git's hooks cannot be found", start.display()))?;
    if direction == Direction::Uninstall {
        return git_uninstall(&dir, repository.git_common_dir(), options);
    }
    check_reach(
        direction,
        &dir,
        repository.git_common_dir(),
        options.global_hooks,
    )?;
    // `/dev/null`, for one, is a way to have no hooks.
    ensure!(
        dir.path.is_dir() || !dir.path.exists(),
        "{}: is no folder, so git runs no hooks here; `core.hooksPath` names it",
        dir.path.display()
    );
    if let Some(common_dir) = repository.git_common_dir() {
        ensure!(
            dir.path.starts_with(common_dir) || !inside::leads_out(repository.root(), &dir.path),
            "core.hooksPath is {}, which leads out of the repository, so nothing is written there",
            dir.path.display()
        );
    }
    let folder = Folder::read(&dir.path)?;
    if let Some(manager) = folder.manager() {
        if options.common.format == Report::Text {
            render::install::managed(&dir.path, manager, out)?;
            out.flush()?;
        }
        bail!(
            "nothing was installed: {} keeps the hooks in {} and would overwrite others; `docs/git-hooks.md` has what to add to its configuration",
            manager.name(),
            dir.path.display()
        );
    }
    let program = program("decision")?;
    let wanted = Wanted {
        work_tree: repository.root(),
        common_dir: repository.git_common_dir().unwrap_or(&dir.path),
        program: Some(&program),
    };
    git::install(&folder, &wanted)
}

/// Takes the hooks out of the folder that counts now, and out of git's own, where they are still where
/// `core.hooksPath` was set after the installation.
fn git_uninstall(dir: &HooksDir, common_dir: Option<&Path>, options: &Git) -> anyhow::Result<Plan> {
    let own = common_dir
        .map(|common| common.join("hooks"))
        .filter(|own| *own != dir.path);
    let mut plan = match &own {
        Some(own) => git::uninstall(&Folder::read(own)?)?,
        None => Plan::default(),
    };
    if let Err(error) = check_reach(Direction::Uninstall, dir, common_dir, options.global_hooks) {
        return if plan.steps.is_empty() {
            Err(error)
        } else {
            Ok(plan)
        };
    }
    plan.steps
        .extend(git::uninstall(&Folder::read(&dir.path)?)?.steps);
    if plan.steps.is_empty() {
        plan.notes
            .push(format!("no hook in {} is of decision", dir.path.display()));
    }
    Ok(plan)
}

/// Refuses a folder that other repositories use too, unless that is meant.
fn check_reach(
    direction: Direction,
    dir: &HooksDir,
    common_dir: Option<&Path>,
    global_hooks: bool,
) -> anyhow::Result<()> {
    let path = dir.path.display();
    match dir.configured_by {
        Some(by) if by.is_shared() && !global_hooks => {
            let whose = if by == ConfiguredBy::Global {
                "your"
            } else {
                "the machine's"
            };
            let verb = direction.name();
            let own = common_dir.unwrap_or(Path::new(".git")).join("hooks");
            let own = git::quoted(&own.to_string_lossy());
            bail!(
                "core.hooksPath is {path} in {whose} git configuration, so the hooks there run in all repositories; `decision {verb} git --global-hooks` means them, `git config --local core.hooksPath {own}` gives this repository hooks of its own"
            )
        }
        Some(ConfiguredBy::Command) => bail!(
            "core.hooksPath is {path} for this one call of git alone, from its command line or the environment; run the command without it"
        ),
        _ => Ok(()),
    }
}

fn client_plan(
    direction: Direction,
    client: Client,
    options: &ClientOptions,
    start: &Path,
) -> anyhow::Result<Plan> {
    let homes = environment::client_homes();
    let file = if options.project {
        let repository = Repository::discover(start, &Environment::capture())?;
        let file = hosts::in_project(repository.root(), client);
        ensure!(
            !inside::leads_out(repository.root(), &file),
            "{}: leads out of the project, so nothing is written there; without --project the hooks are yours in all projects",
            file.display()
        );
        file
    } else {
        homes.file(client)?
    };
    let state = environment::state_home();
    let configuration = Configuration::read(client, file, state.as_deref())?;
    if direction == Direction::Uninstall {
        return hosts::uninstall(&configuration);
    }
    let launch = if options.project {
        hosts::of_project(client, cfg!(windows))
    } else {
        hosts::of_user(client, &program("decision-hook")?, cfg!(windows))
    };
    let mut plan = hosts::install(&configuration, &launch)?;
    let user_file = homes.file(client).ok();
    plan.notes
        .extend(hosts::notes(client, user_file.as_deref(), options.project));
    Ok(plan)
}

/// The absolute path of a program that lies beside this one.
fn program(name: &str) -> anyhow::Result<String> {
    let this = std::env::current_exe().context("the path of this program cannot be told")?;
    let path: PathBuf = this.with_file_name(format!("{name}{EXE_SUFFIX}"));
    ensure!(
        path.is_file(),
        "{}: is not there; `cargo install --path .` in a checkout of decision installs both programs",
        path.display()
    );
    path.into_os_string().into_string().map_err(|path| {
        anyhow::anyhow!(
            "{}: is no UTF-8, which a configuration has to be",
            path.display()
        )
    })
}
