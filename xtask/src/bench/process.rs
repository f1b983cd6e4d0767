//! Running processes, and timing them in turns.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// What a process needs from around it; whatever else is set (by cargo, by a user's settings for
/// the programs that are timed) would make the figures of one machine differ from another's.
const KEPT: [&str; 8] = [
    "PATH",
    "HOME",
    "USERPROFILE",
    "SYSTEMROOT",
    "LANG",
    "TMPDIR",
    "TEMP",
    "TMP",
];

/// A process to time.
pub(super) struct Subject {
    pub(super) name: &'static str,
    program: PathBuf,
    args: Vec<OsString>,
    cwd: PathBuf,
    stdin: Option<PathBuf>,
    expect: Expect,
}

/// What a process must print for its time to count.
pub(super) enum Expect {
    /// Whatever it likes.
    Nothing,
    /// One of these texts.
    OneOf(Vec<String>),
}

/// The times of one process, in the order of the turns, or what went wrong.
pub(super) type Times = Result<Vec<Duration>>;

impl Subject {
    pub(super) fn new(
        name: &'static str,
        program: &Path,
        args: Vec<OsString>,
        cwd: &Path,
        expect: Expect,
    ) -> Subject {
        let (program, cwd) = (program.to_path_buf(), cwd.to_path_buf());
        Subject {
            name,
            program,
            args,
            cwd,
            stdin: None,
            expect,
        }
    }

    /// The same with the file on its standard input.
    pub(super) fn with_stdin(mut self, file: &Path) -> Subject {
        self.stdin = Some(file.to_path_buf());
        self
    }

    fn command(&self) -> Result<Command> {
        self.configure(Command::new(&self.program))
    }

    /// The process run by `program`, which takes its command line as arguments.
    pub(super) fn under(&self, program: &Path, args: &[&str]) -> Result<Command> {
        let mut command = Command::new(program);
        command.args(args).arg(&self.program);
        self.configure(command)
    }

    fn configure(&self, mut command: Command) -> Result<Command> {
        command.args(&self.args).current_dir(&self.cwd);
        isolate(&mut command);
        command.stdin(match &self.stdin {
            Some(path) => File::open(path)
                .with_context(|| format!("cannot open {}", path.display()))?
                .into(),
            None => Stdio::null(),
        });
        Ok(command)
    }

    /// Runs it once and looks at what it prints.
    fn check(&self) -> Result<()> {
        let output = self.command()?.output().context("cannot be started")?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        ensure_success(output.status, &complaint)?;
        let Expect::OneOf(marks) = &self.expect else {
            return Ok(());
        };
        let printed = String::from_utf8_lossy(&output.stdout);
        ensure!(
            !printed.trim().is_empty(),
            "printed nothing{}",
            first_line(&complaint)
        );
        ensure!(
            marks.iter().any(|mark| printed.contains(mark)),
            "printed nothing of what it should find{}",
            first_line(&printed)
        );
        Ok(())
    }

    fn time(&self) -> Result<Duration> {
        let mut command = self.command()?;
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let status = command.status().context("cannot be started")?;
        let time = start.elapsed();
        ensure_success(status, "")?;
        Ok(time)
    }
}

/// Times processes in turns. Each is checked before and after, as the runs between may have left
/// something behind that keeps it silent.
pub(super) fn compare(subjects: &[Subject], warm_up: usize, runs: usize) -> Vec<Times> {
    let mut times: Vec<Times> = subjects
        .iter()
        .map(|subject| subject.check().map(|()| Vec::with_capacity(runs)))
        .collect();
    for turn in 0..warm_up + runs {
        for (subject, times) in subjects.iter().zip(&mut times) {
            let Ok(done) = times else { continue };
            match subject.time() {
                Ok(time) if turn >= warm_up => done.push(time),
                Ok(_) => {}
                Err(error) => *times = Err(error),
            }
        }
    }
    for (subject, times) in subjects.iter().zip(&mut times) {
        if times.is_ok()
            && let Err(error) = subject.check()
        {
            *times = Err(error.context("after the runs"));
        }
    }
    times
}

/// Takes the surroundings away from a process but for what it needs.
pub(super) fn isolate(command: &mut Command) {
    command.env_clear();
    command.envs(
        KEPT.iter()
            .filter_map(|name| Some((name, env::var_os(name)?))),
    );
    let nothing = if cfg!(windows) { "NUL" } else { "/dev/null" };
    command
        .env("GIT_CONFIG_GLOBAL", nothing)
        .env("GIT_CONFIG_NOSYSTEM", "1");
}

fn ensure_success(status: ExitStatus, complaint: &str) -> Result<()> {
    if !status.success() {
        bail!("ended with {status}{}", first_line(complaint));
    }
    Ok(())
}

/// The first line of a text, to be put behind a message.
fn first_line(text: &str) -> String {
    match text.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!(": {}", line.trim().chars().take(120).collect::<String>()),
        None => String::new(),
    }
}

/// A program on the PATH.
pub(super) fn find(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(&name))
        .find(|path| path.is_file())
}

/// The first line of what a program says about itself.
pub(super) fn version(program: &Path) -> String {
    let output = Command::new(program).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text
        .ok()
        .and_then(|text| text.lines().next().map(str::to_owned));
    line.unwrap_or_else(|| format!("{} of unknown version", program.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, expect: Expect) -> Subject {
        let args = vec!["-c".into(), script.into()];
        Subject::new(
            "stand-in",
            Path::new("/bin/sh"),
            args,
            Path::new("/"),
            expect,
        )
    }

    fn found() -> Expect {
        Expect::OneOf(vec!["0001-a".into(), "0002-b".into()])
    }

    #[test]
    fn a_process_that_works_is_timed_in_every_turn() {
        let subjects = [
            shell("echo 0002-b", found()),
            shell("sleep 0.01", Expect::Nothing),
        ];
        let times = compare(&subjects, 1, 3);
        let times: Vec<_> = times
            .into_iter()
            .map(|times| times.expect("it works"))
            .collect();
        assert_eq!(times.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert!(
            times[1]
                .iter()
                .all(|time| *time >= Duration::from_millis(10)),
            "{times:?}"
        );
    }

    #[test]
    fn a_process_that_fails_or_is_silent_has_no_time() {
        for (script, message) in [
            (
                "echo 0001-a; echo broken >&2; exit 3",
                "exit status: 3: broken",
            ),
            ("exit 0", "printed nothing"),
            ("echo complaint >&2", "printed nothing: complaint"),
            (
                "echo 0099-other",
                "printed nothing of what it should find: 0099-other",
            ),
            ("kill -9 $$", "signal: 9"),
        ] {
            let times = compare(&[shell(script, found())], 0, 1).remove(0);
            let error = format!("{:#}", times.expect_err(script));
            assert!(error.contains(message), "{script}: {error}");
        }
    }

    #[test]
    fn a_process_that_fails_in_the_middle_has_no_time() {
        let dir = env::temp_dir().join(format!("decision-bench-test-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("writable");
        let counter = dir.join("count");
        let count = format!("echo x >> {0}; test $(wc -l < {0})", counter.display());
        // The third run is neither the first look nor the last.
        for (rest, message) in [
            ("-ne 3 || exit 4; echo 0001-a", "exit status: 4"),
            ("-gt 4 || echo 0001-a", "after the runs: printed nothing"),
        ] {
            let _ = std::fs::remove_file(&counter);
            let subject = shell(&format!("{count} {rest}"), found());
            let times = compare(&[subject], 1, 3).remove(0);
            let error = format!("{:#}", times.expect_err(rest));
            assert!(error.contains(message), "{rest}: {error}");
        }
        std::fs::remove_dir_all(&dir).expect("it is there");
    }

    #[test]
    fn a_program_that_is_not_there_has_no_time() {
        let subject = Subject::new(
            "x",
            Path::new("/nowhere/x"),
            Vec::new(),
            Path::new("/"),
            found(),
        );
        assert!(compare(&[subject], 0, 1).remove(0).is_err());
    }
}
