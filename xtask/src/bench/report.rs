//! The table.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::process::{Subject, Times};

/// Processes that others are compared with, one column each.
const REFERENCES: [&str; 3] = ["true", "rg", "git status"];

/// What was measured, line by line.
pub(super) struct Report {
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
    failures: usize,
}

impl Report {
    pub(super) fn new(runs: usize) -> Report {
        let cpus = thread::available_parallelism().map_or(1, usize::from);
        let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        let notes = vec![format!(
            "{runs} runs each, in turns, after a warm-up; {machine}, {cpus} CPUs; a ratio is the \
             median over the turns, below 1 is faster"
        )];
        Report {
            rows: Vec::new(),
            notes,
            failures: 0,
        }
    }

    /// A line above the table.
    pub(super) fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// How many processes failed.
    pub(super) fn failures(&self) -> usize {
        self.failures
    }

    /// A line for each process of a case.
    pub(super) fn add(&mut self, case: &str, subjects: &[Subject], times: &[Times]) {
        let named = |name| subjects.iter().position(|subject| subject.name == name);
        let references: Vec<Option<&[Duration]>> = REFERENCES
            .iter()
            .map(|name| named(*name).and_then(|at| times[at].as_deref().ok()))
            .collect();
        for (subject, times) in subjects.iter().zip(times) {
            let mut row = vec![case.to_owned(), format!("`{}`", subject.name)];
            match times {
                Ok(times) => {
                    row.push(milliseconds(
                        times.iter().min().copied().unwrap_or_default(),
                    ));
                    row.push(milliseconds(median(times.clone()).unwrap_or_default()));
                    for (reference, name) in references.iter().zip(REFERENCES) {
                        let reference = reference.filter(|_| name != subject.name);
                        let ratio = reference.and_then(|reference| ratio(times, reference));
                        row.push(ratio.map_or_else(String::new, shown));
                    }
                    row.push(String::new());
                }
                Err(error) => self.add_failure(&mut row, error),
            }
            self.rows.push(row);
        }
    }

    /// A line for the peak memory of a process, in bytes.
    pub(super) fn add_memory(&mut self, case: &str, subject: &Subject, peak: Result<Option<u64>>) {
        let mut row = vec![case.to_owned(), format!("`{}`", subject.name)];
        row.resize(4 + REFERENCES.len(), String::new());
        match peak {
            Ok(Some(bytes)) => row.push(format!("{:.1}", bytes as f64 / 1e6)),
            Ok(None) => {
                let note = "GNU `time` is not on the PATH, so peak memory is not measured";
                if !self.notes.iter().any(|known| known == note) {
                    self.note(note.into());
                }
                return;
            }
            Err(error) => {
                row.truncate(2);
                self.add_failure(&mut row, &error);
            }
        }
        self.rows.push(row);
    }

    fn add_failure(&mut self, row: &mut Vec<String>, error: &anyhow::Error) {
        self.failures += 1;
        row.push(format!(
            "**failed**: {}",
            format!("{error:#}").replace('|', "\\|")
        ));
        row.resize(5 + REFERENCES.len(), String::new());
    }

    /// Prints the notes and the table as Markdown.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for note in &self.notes {
            writeln!(out, "- {note}")?;
        }
        let mut head: Vec<String> = ["case", "process", "min ms", "median ms"]
            .map(str::to_owned)
            .to_vec();
        head.extend(REFERENCES.map(|name| format!("÷ `{name}`")));
        head.push("peak MB".to_owned());
        writeln!(out, "\n| {} |", head.join(" | "))?;
        writeln!(out, "| --- | --- |{}", " ---: |".repeat(head.len() - 2))?;
        for row in &self.rows {
            writeln!(out, "| {} |", row.join(" | "))?;
        }
        out.flush()
    }
}

/// A number with its thousands parted.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

/// A ratio with three digits that count.
fn shown(ratio: f64) -> String {
    if ratio < 1.0 {
        format!("{ratio:.3}")
    } else {
        format!("{ratio:.2}")
    }
}

/// The median of the ratios turn by turn.
fn ratio(times: &[Duration], reference: &[Duration]) -> Option<f64> {
    let pairs = times.iter().zip(reference);
    let mut ratios: Vec<f64> = pairs
        .map(|(time, reference)| time.as_secs_f64() / reference.as_secs_f64())
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_turn_by_turn() {
        let ms = |times: &[u64]| {
            times
                .iter()
                .copied()
                .map(Duration::from_millis)
                .collect::<Vec<_>>()
        };
        // The second turn was slow for both, the third for one.
        let (ours, theirs) = (ms(&[2, 20, 9]), ms(&[4, 40, 3]));
        assert_eq!(ratio(&ours, &theirs), Some(0.5));
        assert_eq!(median(ours), Some(Duration::from_millis(9)));
        assert_eq!(ratio(&[], &[]), None);
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [50, 500, 5_000, 200_000].map(thousands),
            ["50", "500", "5,000", "200,000"]
        );
    }
}
