//! Generated git repositories.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::process::isolate;
use super::random::Random;
use super::{Log, QUERY};

/// The directories under `src`.
pub(super) const AREAS: &[&str] = &[
    "account", "alert", "archive", "audit", "auth", "billing", "cache", "catalog", "client",
    "cluster", "config", "core", "deploy", "event", "export", "gateway", "import", "index",
    "invoice", "job", "ledger", "mail", "metric", "order", "payment", "queue", "report", "search",
    "session", "store", "trace", "user",
];
/// How many directories each of them has, and each is an `affects`: one in 160 of all the files.
const MODULES: usize = 5;
const FILES_PER_DIRECTORY: usize = 15;
/// The directories that the records govern.
const GOVERNED: [(usize, usize); 5] = [(1, 0), (7, 3), (12, 1), (20, 4), (29, 2)];

/// A repository of `size` files and five records that govern a directory each, with changes inside
/// and outside of those.
pub(super) fn with_changes(work: &Path, size: usize, git: &Path) -> Result<Log> {
    let root = work.join(format!("files-{size}"));
    let governed = GOVERNED.map(|(area, module)| module_path(area, module));
    let changed: Vec<String> = governed
        .iter()
        .map(|dir| format!("{dir}/d0000/f00.rs"))
        .collect();
    once(&root, || {
        fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
        self::git(git, &root, &["init", "--quiet", "--initial-branch=main"])?;
        import(git, &root, size, &rules()).context("git fast-import failed")?;
        self::git(git, &root, &["checkout", "--quiet", "--force", "main"])?;
        // Files as young as the index have to be read to know whether they changed. Nobody's
        // checkout stays so: the index is written once more when they are older.
        thread::sleep(Duration::from_millis(1100));
        append(&root, &changed[0])?;
        self::git(git, &root, &["add", &changed[0]])?;
        for path in &changed[1..] {
            append(&root, path)?;
        }
        for area in [0, 3, 9, 15, 22, 30] {
            append(&root, &format!("{}/d0000/f01.rs", module_path(area, 0)))?;
        }
        append(&root, &format!("{}/d0000/new.rs", governed[1]))?;
        append(&root, &format!("{}/new.rs", module_path(3, 1)))?;
        Ok(())
    })?;
    Log::new(root, changed)
}

pub(super) fn module_path(area: usize, module: usize) -> String {
    format!("src/{}/m{module}", AREAS[area])
}

pub(super) fn append(root: &Path, path: &str) -> Result<()> {
    let path = root.join(path);
    let mut file = fs::File::options()
        .create(true)
        .append(true)
        .open(&path)
        .with_context(|| format!("cannot change {}", path.display()))?;
    file.write_all(b"// changed\n")?;
    Ok(())
}

/// A file of the first commit: its path and its text.
pub(super) type Document = (String, String);

/// Feeds a commit to `git fast-import`, which needs no file on disk for it.
pub(super) fn import(git: &Path, root: &Path, size: usize, documents: &[Document]) -> Result<()> {
    let mut command = Command::new(git);
    command
        .args(["fast-import", "--quiet", "--done"])
        .current_dir(root)
        .stdin(Stdio::piped());
    isolate(&mut command);
    let mut child = command.spawn()?;
    let mut stream = BufWriter::new(child.stdin.take().context("it has no input")?);
    let written = write_commit(&mut stream, size, documents).and_then(|()| stream.flush());
    drop(stream);
    let status = child.wait()?;
    ensure!(status.success(), "it ended with {status}");
    Ok(written?)
}

fn write_commit(
    stream: &mut impl Write,
    size: usize,
    documents: &[Document],
) -> std::io::Result<()> {
    let mut random = Random::new(size as u64);
    write!(
        stream,
        "commit refs/heads/main\ncommitter Bench <bench@localhost> 1767225600 +0000\n"
    )?;
    write!(stream, "data 6\nBegin\n\n")?;
    let mut put = |path: &str, text: &str| {
        write!(
            stream,
            "M 100644 inline {path}\ndata {}\n{text}\n",
            text.len()
        )
    };
    put(".gitignore", "target/\n*.log\n")?;
    for (path, text) in documents {
        put(path, text)?;
    }
    let modules = AREAS.len() * MODULES;
    for number in 0..size {
        // One directory of every module after the other, so that all are of one size.
        let directory = number / FILES_PER_DIRECTORY;
        let (round, module) = (directory / modules, directory % modules);
        let path = format!(
            "{}/d{round:04}/f{:02}.rs",
            module_path(module / MODULES, module % MODULES),
            number % FILES_PER_DIRECTORY
        );
        let lines = "    call(argument, argument)?;\n".repeat(2 + random.below(20));
        put(&path, &format!("fn number_{number}() {{\n{lines}}}\n"))?;
    }
    writeln!(stream, "done")
}

/// The records of a repository with changes.
fn rules() -> Vec<Document> {
    let rules = GOVERNED.into_iter().enumerate();
    rules
        .map(|(number, (area, module))| {
            let path = format!("docs/decisions/{number:04}-rule.md");
            (path, rule(&module_path(area, module)))
        })
        .collect()
}

/// A record that the query finds and that governs a directory.
fn rule(directory: &str) -> String {
    let words = QUERY.join(" ");
    format!(
        "---\ndescription: \"In {directory} the {words} is one for all calls.\"\nstatus: accepted\n\
         date: 2026-03-01\naffects: [\"{directory}/\"]\n---\n\n# The {words} of {directory}\n\n\
         ## Decision\n\nEvery call has the same {words}.\n"
    )
}

/// Makes something in a folder unless an earlier run finished it.
pub(super) fn once(root: &Path, make: impl FnOnce() -> Result<()>) -> Result<()> {
    let mut done: PathBuf = root.to_path_buf();
    done.set_extension("done");
    if done.exists() {
        return Ok(());
    }
    if root.exists() {
        fs::remove_dir_all(root).with_context(|| format!("cannot clear {}", root.display()))?;
    }
    make()?;
    fs::write(&done, "").with_context(|| format!("cannot write {}", done.display()))
}

/// Runs git in a repository.
pub(super) fn git(git: &Path, root: &Path, args: &[&str]) -> Result<()> {
    let mut command = Command::new(git);
    command.args(["-c", "user.name=Bench", "-c", "user.email=bench@localhost"]);
    command.args(args).current_dir(root);
    isolate(&mut command);
    let output = command.output().context("cannot run git")?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "git {} failed: {}",
        args.join(" "),
        complaint.trim()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_written_once_and_the_governed_ones_exist() {
        let mut stream = Vec::new();
        write_commit(&mut stream, 5_000, &rules()).expect("memory");
        let text = String::from_utf8(stream).expect("UTF-8");
        let mut paths: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("M 100644 inline "))
            .collect();
        assert_eq!(paths.len(), 5_000 + 1 + GOVERNED.len());
        let governed: Vec<String> = GOVERNED
            .map(|(area, module)| module_path(area, module))
            .into();
        for directory in &governed {
            let inside = paths
                .iter()
                .filter(|path| path.starts_with(&format!("{directory}/")));
            assert!((15..=45).contains(&inside.count()), "{directory}");
        }
        paths.sort_unstable();
        assert!(paths.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
