//! `cargo xtask e2e`: the real clients, kept apart, against a scripted model; what reached it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::host::{Choice, Host};
use crate::repository_root;
use cases::{Case, Plan};
use report::{Outcome, Row};
use sandbox::Sandbox;
use session::Stage;

mod cases;
mod clients;
mod expect;
mod host;
pub(crate) mod inside;
mod mock;
mod report;
mod repository;
mod sandbox;
mod script;
mod session;
mod setup;

/// Arguments of `cargo xtask e2e`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The client to run.
    #[arg(value_enum, default_value_t = Choice::All)]
    host: Choice,
    /// Run only cases whose name contains this.
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// Keep the request bodies, outputs and repositories in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// List the cases and run none.
    #[arg(long)]
    list: bool,
    /// Install the pinned clients with npm and run no case.
    #[arg(long, conflicts_with = "list")]
    fetch: bool,
    /// Folder of built programs to test [default: a debug build]
    #[arg(long, value_name = "DIR")]
    bin_dir: Option<PathBuf>,
}

/// Runs the chosen cases on the chosen clients and prints the table of what was found. A client or
/// an isolation that is not to be had is a row of the table and no error.
///
/// # Errors
///
/// Fails where a claim of a case does not hold, where nothing is called so, and where the programs
/// under test do not build.
pub(crate) fn run(args: &Args) -> Result<()> {
    let cases: Vec<&Case> = cases::all()
        .into_iter()
        .filter(|case| {
            args.case
                .as_ref()
                .is_none_or(|name| case.name.contains(name.as_str()))
        })
        .collect();
    ensure!(
        !cases.is_empty(),
        "no case has such a name; `cargo xtask e2e --list` names them"
    );
    if args.list {
        for case in cases {
            print(&format!("{:<28} {}", case.name, case.about));
        }
        return Ok(());
    }
    let home = clients::home()?;
    if args.fetch {
        return args
            .host
            .hosts()
            .iter()
            .try_for_each(|&host| clients::fetch(&home, host));
    }
    let sandbox = match Sandbox::try_out() {
        Ok(sandbox) => sandbox,
        Err(why) => {
            print(&format!("skipped: {why}"));
            return Ok(());
        }
    };
    let mut rows = Vec::new();
    let mut programs = None;
    for host in args.host.hosts() {
        let client = match clients::find(&home, host) {
            Ok(client) => client,
            Err(why) => {
                rows.push(row("all", host, Outcome::Skipped(why)));
                continue;
            }
        };
        // Built only where there is a client to run them.
        let programs = match &programs {
            Some(programs) => programs,
            None => programs.insert(built_programs(args.bin_dir.as_deref())?),
        };
        let stage = Stage {
            sandbox,
            host,
            client: &client,
            programs,
        };
        for case in &cases {
            if let Some(result) = try_case(&stage, case, args.keep.as_deref())? {
                rows.push(row(case.name, host, result));
            }
        }
    }
    print(&report::table(&rows));
    let failed = rows.iter().filter(|row| row.failed()).count();
    ensure!(failed == 0, "{failed} of {} rows failed", rows.len());
    Ok(())
}

fn row(case: &'static str, host: Host, result: Outcome) -> Row {
    Row {
        case,
        client: format!("{} {}", host.title(), host.package().version),
        result,
    }
}

/// Plays a case in a folder of its own; nothing where the case is not for this host.
fn try_case(stage: &Stage<'_>, case: &Case, keep: Option<&Path>) -> Result<Option<Outcome>> {
    let (session, expected) = match (case.plan)(stage.host) {
        Plan::Elsewhere => return Ok(None),
        Plan::NotDeliverable(why) => return Ok(Some(Outcome::NotDeliverable(why))),
        Plan::Play(session, expected) => (session, expected),
    };
    let temp = tempfile::Builder::new()
        .prefix("decision-e2e-")
        .tempdir()
        .context("making a temporary folder")?;
    let played = stage.play(&session, temp.path());
    if let Some(keep) = keep {
        session::keep(temp.path(), &keep.join(stage.host.name()).join(case.name))?;
    }
    Ok(Some(match played {
        Err(error) => Outcome::Broken(format!("{error:#}")),
        Ok(runs) => {
            let work = temp.path().join("work");
            let read = |path: &str| text_of(&work.join(path));
            let mut findings: Vec<_> = expected
                .iter()
                .map(|expect| expect.check(&runs, read))
                .collect();
            findings.extend(
                runs.iter()
                    .enumerate()
                    .filter(|(_, run)| run.ended != "0")
                    .map(|(index, run)| expect::Finding {
                        holds: false,
                        words: format!("run {} ended with {}", index + 1, run.ended),
                    }),
            );
            Outcome::Ran(findings)
        }
    }))
}

/// The text of a file, or of all files of a folder; nothing where it is not there.
fn text_of(path: &Path) -> Option<String> {
    if !path.is_dir() {
        return fs::read_to_string(path).ok();
    }
    let entries = fs::read_dir(path).ok()?.flatten();
    Some(
        entries
            .filter_map(|entry| fs::read_to_string(entry.path()).ok())
            .collect(),
    )
}

/// The folder of the programs under test: the one named, else that of a debug build.
fn built_programs(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(folder) = named {
        return fs::canonicalize(folder).with_context(|| format!("reading {}", folder.display()));
    }
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(repository_root()?)
        .args(["build", "--locked", "--package", "decision", "--bins"])
        .arg("--message-format=json")
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("starting cargo")?;
    ensure!(
        output.status.success(),
        "cargo build ended with {}",
        output.status
    );
    // Cargo names what it built; the target folder may be anywhere.
    for line in output.stdout.split(|&byte| byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<serde_json::Value>(line) else {
            continue;
        };
        if message["target"]["name"] == "decision-hook"
            && let Some(program) = message["executable"].as_str()
            && let Some(folder) = Path::new(program).parent()
        {
            return Ok(folder.to_owned());
        }
    }
    bail!("cargo named no program decision-hook")
}

#[expect(clippy::print_stdout, reason = "the one place where this task speaks")]
fn print(text: &str) {
    println!("{text}");
}
