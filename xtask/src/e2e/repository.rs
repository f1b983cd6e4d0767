//! The repository that the clients work in: small, all its files committed on `main`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Governs `src/session/`.
pub(super) const SESSIONS: &str = "docs/decisions/0001-session-tokens-in-redis.md";
/// The sentence that decides it.
pub(super) const SESSIONS_SENTENCE: &str = "Session tokens are kept only in Redis, because a revocation must take effect within one second.";
/// A file that it governs, and a line of that file.
pub(super) const SESSION_FILE: &str = "src/session/store.rs";
pub(super) const SESSION_LINE: &str = "pub const SESSION_TTL: u64 = 900;";

/// Governs `src/billing/`, and is binding.
pub(super) const BILLING: &str = "docs/decisions/0002-amounts-in-minor-units.md";
/// The sentence that decides it.
pub(super) const BILLING_SENTENCE: &str =
    "Amounts of money are integers in minor units; no floating point number ever holds one.";

/// A file that no record governs, and a line of it.
pub(super) const FREE_FILE: &str = "src/greeting.rs";
pub(super) const FREE_LINE: &str = "pub const GREETING: &str = \"hello\";";

/// A sentence of a record's body that no policy has a reason to repeat.
pub(super) const BODY_SENTENCE: &str =
    "The sticky sessions of the load balancer were the other choice.";

const FILES: [(&str, &str); 3] = [
    (
        SESSION_FILE,
        "//! Where sessions are kept.\n\npub const SESSION_TTL: u64 = 900;\n",
    ),
    (
        "src/billing/invoice.rs",
        "//! Invoices.\n\npub fn total(lines: &[i64]) -> i64 {\n    lines.iter().sum()\n}\n",
    ),
    (FREE_FILE, "pub const GREETING: &str = \"hello\";\n"),
];

/// What a repository has beside the files that it always has; paths with texts.
#[derive(Default)]
pub(super) struct Contents {
    /// On the default branch.
    pub(super) files: Vec<(String, String)>,
    /// On a branch that somebody else pushed, and that is checked out.
    pub(super) pulled: Vec<(String, String)>,
    /// In the work tree alone.
    pub(super) uncommitted: Vec<(String, String)>,
    /// True for a repository without a record.
    pub(super) without_records: bool,
}

/// Makes the repository in the new folder `work`; the one that it is cloned from, if there is one, lies
/// beside it.
///
/// # Errors
///
/// Fails where a file cannot be written, or git does not succeed.
pub(super) fn make(work: &Path, contents: &Contents) -> Result<()> {
    let first = if contents.pulled.is_empty() {
        work.to_owned()
    } else {
        work.with_file_name("origin")
    };
    for (path, text) in FILES {
        write(&first, path, text)?;
    }
    if !contents.without_records {
        write(&first, SESSIONS, &sessions())?;
        write(&first, BILLING, &billing())?;
    }
    write_all(&first, &contents.files)?;
    git(&first, &["init", "--quiet", "--initial-branch=main"])?;
    commit(&first)?;
    if !contents.pulled.is_empty() {
        git(&first, &["checkout", "--quiet", "-b", "theirs"])?;
        write_all(&first, &contents.pulled)?;
        commit(&first)?;
        git(&first, &["checkout", "--quiet", "main"])?;
        let [from, to] = [&first, work].map(|path| path.display().to_string());
        git(&first, &["clone", "--quiet", "--branch=theirs", &from, &to])?;
    }
    write_all(work, &contents.uncommitted)
}

fn commit(work: &Path) -> Result<()> {
    git(work, &["add", "--all", "--force"])?;
    git(work, &["commit", "--quiet", "--message=Go on"])
}

fn write_all(work: &Path, files: &[(String, String)]) -> Result<()> {
    files
        .iter()
        .try_for_each(|(path, text)| write(work, path, text))
}

/// Writes a file of the repository.
fn write(work: &Path, path: &str, text: &str) -> Result<()> {
    let path = work.join(path);
    let folder = path.parent().context("a file without a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}

fn git(work: &Path, arguments: &[&str]) -> Result<()> {
    let status = Command::new("git")
        .arg("-C")
        .arg(work)
        .args([
            "-c",
            "user.name=Someone",
            "-c",
            "user.email=someone@example.com",
        ])
        .args([
            "-c",
            "commit.gpgsign=false",
            "-c",
            "core.hooksPath=/dev/null",
        ])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_WORK_TREE")
        .stdin(Stdio::null())
        .status()
        .context("starting git")?;
    ensure!(status.success(), "git {arguments:?} ended with {status}");
    Ok(())
}

/// The text of a record in the form that this repository's records have.
pub(super) fn record(name: &str, sentence: &str, head: &str, title: &str, body: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: {sentence}\ndate: 2026-03-02\nstatus: accepted\n{head}---\n\n# {title}\n\n\
         ## Context\n\n{body}\n\n## Decision\n\n{sentence}\n\n## Alternatives\n\n- None that held.\n\n\
         ## Trade-offs\n\n- One more thing to run.\n"
    )
}

fn sessions() -> String {
    record(
        "session-tokens-in-redis",
        SESSIONS_SENTENCE,
        "tags: [auth, cache]\naffects:\n  - src/session/\n",
        "Session tokens live in Redis",
        BODY_SENTENCE,
    )
}

fn billing() -> String {
    record(
        "amounts-in-minor-units",
        BILLING_SENTENCE,
        "tags: [billing]\naffects:\n  - src/billing/\nbinding: true\n",
        "Amounts are integers in minor units",
        "Sums of prices were off by a cent.",
    )
}
