//! `.decision.yaml` at the repository root: the one settings file, every key optional.

use std::path::Path;
use std::time::Duration;

use decision_core::yaml::{self, Value};
use decision_core::{Finding, Rule};

use crate::check::Levels;
use crate::{capture, quote};

/// The name of the file.
pub const FILE: &str = ".decision.yaml";

/// How long the change detection may take in a hook unless the settings say otherwise.
pub const HOOK_BUDGET: Duration = Duration::from_millis(40);

/// The same where a person waits for the answer.
pub const PERSON_BUDGET: Duration = Duration::from_millis(500);

/// No setting makes a hook wait longer: the file comes with the repository.
const MAX_BUDGET: Duration = Duration::from_secs(1);

/// What the settings say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// `dirs`: the decision directories, from the root.
    pub dirs: Vec<String>,
    /// `budget`: how long the change detection may take, in milliseconds in the file.
    pub budget: Option<Duration>,
    /// `rules`: how bad each rule is here.
    pub levels: Levels,
    /// `baseline`: the file of known findings, from the root.
    pub baseline: Option<String>,
    /// `index`: the Markdown file that holds the index of the log, from the root.
    pub index: Option<String>,
    /// `capture`: what is said where a choice is made and no record written.
    pub capture: capture::Level,
    /// Keys that are not known, values that cannot be used.
    pub findings: Vec<Finding>,
}

impl Settings {
    /// Reads the settings under a root. No file is no setting; what cannot be used is a finding.
    pub fn load(root: &Path) -> Settings {
        match decision_git::read_small_file(root, FILE) {
            Ok(Some(text)) => Settings::read(&text),
            Ok(None) => Settings::default(),
            Err(error) => {
                let finding = Finding::new(Rule::Unreadable, FILE, error.to_string())
                    .with_help("the defaults are used");
                Settings {
                    findings: vec![finding],
                    ..Settings::default()
                }
            }
        }
    }

    /// Reads the text of a settings file.
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        let mapping = yaml::read_mapping(text.trim_start_matches('\u{feff}'));
        for problem in &mapping.problems {
            settings.findings.push(
                Finding::new(Rule::InvalidSettings, FILE, problem.message.clone())
                    .at_line(problem.line)
                    .with_help(problem.help.clone()),
            );
        }
        for field in &mapping.fields {
            let result = match &*field.key {
                "dirs" => read_dirs(&field.value).map(|dirs| settings.dirs = dirs),
                "rules" => read_rules(&field.value).map(|levels| settings.levels = levels),
                "baseline" => read_file(&field.value).map(|file| settings.baseline = Some(file)),
                "budget" => read_budget(&field.value).map(|budget| settings.budget = Some(budget)),
                "index" => read_file(&field.value).map(|index| settings.index = Some(index)),
                "capture" => read_capture(&field.value).map(|level| settings.capture = level),
                _ => Err("is not a known key".to_owned()),
            };
            if let Err(fault) = result {
                settings.findings.push(
                    Finding::new(
                        Rule::InvalidSettings,
                        FILE,
                        format!("`{}` {fault}", quote::plain_excerpt(&field.key, 40)),
                    )
                    .at_line(field.line)
                    .with_help(
                        "known keys: `dirs` (a list of folders), `rules` (a level for each rule), \
                         `baseline` (a file), `index` (a Markdown file), `budget` (milliseconds), \
                         `capture` (`nudge`, `ask` or `off`)",
                    ),
                );
            }
        }
        settings
    }
}

fn read_dirs(value: &Value<'_>) -> Result<Vec<String>, String> {
    let dirs: Vec<String> = value.texts().map(str::to_owned).collect();
    if dirs.is_empty() {
        Err("names no folder".to_owned())
    } else {
        Ok(dirs)
    }
}

fn read_budget(value: &Value<'_>) -> Result<Duration, String> {
    let text = value.as_text().unwrap_or_default();
    let number = text.trim().trim_end_matches("ms").trim();
    number
        .parse()
        .map(|millis| Duration::from_millis(millis).min(MAX_BUDGET))
        .map_err(|_| format!("is no number of milliseconds: {text}"))
}

fn read_rules(value: &Value<'_>) -> Result<Levels, String> {
    let Value::Map(entries) = value else {
        return Err("gives no rule a level".to_owned());
    };
    let mut levels = Levels::default();
    for (rule, level) in entries {
        // YAML 1.1 takes the word `off` for a boolean; its text is kept as written.
        let level = level.as_text().unwrap_or_default();
        levels
            .set(rule, level)
            .map_err(|fault| format!("cannot be used: {}", quote::plain_excerpt(&fault, 100)))?;
    }
    Ok(levels)
}

fn read_capture(value: &Value<'_>) -> Result<capture::Level, String> {
    let text = value.as_text().unwrap_or_default();
    text.parse()
        .map_err(|fault| format!("{fault}: {}", quote::plain_excerpt(text, 40)))
}

/// The file comes with the repository, so it may not lead out of it.
fn read_file(value: &Value<'_>) -> Result<String, String> {
    let text = value.as_text().unwrap_or_default().trim();
    let path = text.replace('\\', "/");
    let path = path.trim_start_matches("./");
    let inside = !path.starts_with('/')
        && !path.contains(':')
        && path.split('/').all(|part| !matches!(part, "" | ".."));
    if inside {
        Ok(path.to_owned())
    } else {
        Err(format!(
            "names no file in this repository: {}",
            quote::plain_excerpt(text, 60)
        ))
    }
}
