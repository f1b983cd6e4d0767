//! The manner of a log, learned from its records.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::dialect::{Dialect, file_number};
use crate::files;
use crate::text::last_segment;
use crate::{Decision, DecisionDir, DecisionLog, Names, SkipReason};

use super::form::Form;
use super::name::{Naming, Pattern};
use super::{Draft, Rendered, slug};

/// A log changes its manner over the years; the newest records tell it.
const RECENT: usize = 20;

/// How the records of a log are written and named, and which names are taken.
#[derive(Debug, Clone)]
pub struct Style {
    /// The dialect of most of its records; the tool's own where there are none.
    pub dialect: Dialect,
    pub(super) form: Form,
    pattern: Pattern,
    dir: DecisionDir,
    /// Under the directory, with a slash at its end; empty for the directory itself.
    folder: String,
    /// The name of the file where each record is a folder.
    in_folder: bool,
    ending: &'static str,
    crlf: bool,
    template: Option<String>,
    numbers: BTreeSet<u64>,
    stems: BTreeSet<String>,
}

impl Style {
    /// Learns the style of the place of a log that most records lie in; a log without records begins in
    /// `empty`, in the tool's own dialect.
    ///
    /// `elsewhere` are paths, from the root, of record files on other branches and in other work trees:
    /// their numbers and names are taken too. A template of the log is read from disk.
    pub fn of(log: &DecisionLog, empty: &DecisionDir, elsewhere: &[String]) -> Style {
        let place = most_frequent(log.records.iter().map(|record| record.place));
        let dir = place
            .and_then(|place| log.dirs.get(place))
            .or_else(|| log.dirs.iter().find(|dir| dir.path == empty.path))
            .unwrap_or(empty)
            .clone();
        let mut records: Vec<&Decision> = log
            .records
            .iter()
            .filter(|record| Some(record.place) == place)
            .collect();
        let count = records.len();
        let recent = records.split_off(count.saturating_sub(RECENT));
        let dialect = most_frequent(recent.iter().map(|record| Dialect::of(record)))
            .unwrap_or(Dialect::Native);
        let typical: Vec<&Decision> = recent
            .iter()
            .copied()
            .filter(|record| Dialect::of(record) == dialect)
            .collect();
        let ends_with = |record: &&&Decision, name: &str| {
            last_segment(&record.path).eq_ignore_ascii_case(name)
                && last_segment(&record.slug) != "README"
        };
        let folders = recent
            .iter()
            .filter(|record| ends_with(record, "README.md"));
        let in_folder = folders.count() * 2 > recent.len();
        let parent = |record: &&Decision| {
            let slug = record.slug.as_str();
            slug.rfind('/')
                .map_or(String::new(), |at| slug[..=at].to_owned())
        };
        // A record of a category goes where somebody puts it; one folder for all is the place itself.
        let first = recent.first().map(parent).unwrap_or_default();
        let folder = if recent.iter().all(|record| parent(record) == first) {
            first
        } else {
            String::new()
        };
        let mdx = recent.iter().filter(|record| record.path.ends_with(".mdx"));
        let mut style = Style {
            dialect,
            form: Form::of(dialect, &typical),
            pattern: Pattern::of(&recent),
            ending: if mdx.count() * 2 > recent.len() {
                ".mdx"
            } else {
                ".md"
            },
            crlf: recent
                .iter()
                .filter(|record| record.text().contains("\r\n"))
                .count()
                * 2
                > recent.len(),
            template: None,
            numbers: BTreeSet::new(),
            stems: BTreeSet::new(),
            dir,
            folder,
            in_folder,
        };
        let own = log.records.iter().map(|record| record.path.as_str());
        let skipped = log.skipped.iter().map(|skipped| skipped.path.as_str());
        let elsewhere = elsewhere.iter().map(String::as_str);
        style.take(own.chain(skipped).chain(elsewhere));
        style.template = style.find_template(log);
        style
    }

    /// The directory that new records go to.
    pub fn dir(&self) -> &DecisionDir {
        &self.dir
    }

    /// How the files are named.
    pub fn naming(&self) -> &Naming {
        &self.pattern.naming
    }

    /// The next free number of the series; none where files are not numbered.
    pub fn next_number(&self) -> Option<u64> {
        matches!(self.pattern.naming, Naming::Numbered { .. })
            .then(|| self.numbers.last().map_or(1, |last| last + 1))
    }

    /// The name of a file of the series with this number and these words behind it, without its ending.
    pub fn stem(&self, number: Option<u64>, date: &str, words: &str) -> String {
        self.pattern.stem(number, date, words)
    }

    pub(super) fn template(&self) -> Option<&str> {
        self.template.as_deref()
    }

    /// A name that no record has, here or elsewhere.
    pub(super) fn free_stem(&self, draft: &Draft, number: Option<u64>) -> String {
        let words = slug(&draft.title, self.pattern.separator);
        let stem = self.stem(number, &draft.date, &words);
        if !self.stems.contains(&stem.to_lowercase()) {
            return stem;
        }
        let separator = self.pattern.separator;
        let mut count = 2;
        loop {
            let next = format!("{stem}{separator}{count}");
            if !self.stems.contains(&next.to_lowercase()) {
                return next;
            }
            count += 1;
        }
    }

    pub(super) fn with_line_ends(&self, text: String) -> String {
        if self.crlf {
            text.replace("\r\n", "\n").replace('\n', "\r\n")
        } else {
            text
        }
    }

    pub(super) fn place(&self, stem: &str, text: String) -> Rendered {
        let slug = format!("{}{stem}", self.folder);
        let inside = if self.in_folder {
            format!("{slug}/README.md")
        } else {
            format!("{slug}{}", self.ending)
        };
        Rendered {
            path: match self.dir.label.as_str() {
                "." => inside.clone(),
                label => format!("{label}/{inside}"),
            },
            file: inside
                .split('/')
                .fold(self.dir.path.clone(), |path, segment| path.join(segment)),
            slug,
            text,
        }
    }

    /// Notes the numbers and names of files in the folder of the style.
    fn take<'a>(&mut self, paths: impl Iterator<Item = &'a str>) {
        let example = self.place("x", String::new()).path;
        let depth = if self.in_folder { 2 } else { 1 };
        let mut folder = example.as_str();
        for _ in 0..depth {
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
        let prefix = match &self.pattern.naming {
            Naming::Numbered { prefix, .. } => prefix.to_lowercase(),
            Naming::Dated { .. } | Naming::Plain => String::new(),
        };
        let series = prefix.trim_end_matches(['-', '_']);
        for path in paths {
            let inside = match folder {
                "" => Some(path),
                folder => path
                    .strip_prefix(folder)
                    .and_then(|rest| rest.strip_prefix('/')),
            };
            let Some(name) = inside.and_then(|inside| inside.split('/').next()) else {
                continue;
            };
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            self.stems.insert(stem.to_lowercase());
            let same = |(of, _): &(String, u64)| of == series || file_number(stem).is_none();
            if let Some((_, number)) = Names::number_in(stem).filter(same) {
                self.numbers.insert(number);
            }
        }
    }

    /// The template beside the records; adr-tools keeps its own under `templates/`.
    fn find_template(&self, log: &DecisionLog) -> Option<String> {
        let own = log.skipped.iter().filter(|skipped| {
            skipped.reason == SkipReason::Template
                && self.dir.label != "."
                && skipped.path.starts_with(&format!("{}/", self.dir.label))
        });
        let names = own.filter_map(|skipped| skipped.path.get(self.dir.label.len() + 1..));
        // `adr-template-bare.md` and its longer sisters: the plainest name is the usual one.
        let mut names: Vec<&str> = names.collect();
        names.sort_by_key(|name| (name.len(), *name));
        // A link may lead to what is nobody's template, or to what has no end.
        let read = |path: &Path| {
            let is_inside = files::link_stays_inside(path, &self.dir.boundary);
            let length = fs::metadata(path).ok().filter(|_| is_inside)?.len();
            (length <= super::template::MAX_BYTES)
                .then(|| fs::read_to_string(path).ok())
                .flatten()
        };
        names
            .into_iter()
            .chain(["templates/template.md"])
            .find_map(|name| read(&self.dir.path.join(name)))
    }
}

/// The value that comes most often; of several the one that comes last.
pub(super) fn most_frequent<T: Ord + Clone>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, (usize, usize)> = BTreeMap::new();
    for (at, value) in values.enumerate() {
        let count = counts.entry(value).or_default();
        *count = (count.0 + 1, at);
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map(|(value, _)| value)
}
