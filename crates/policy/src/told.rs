//! Records that govern files, as text for a model: each once in a session, within what room there is.

use std::fmt::Write;

use decision_core::Decision;

use crate::governing::{Governed, Governing};
use crate::memory::Session;
use crate::quote;
use crate::render::{MAX_SENTENCE, MAX_TITLE, NOT_GIVEN, heading};
use crate::trust::Trust;

/// Under this kind it is remembered that a record was given.
pub(crate) const TOLD: &str = "told";

/// So many records are given in one event, so many more are named.
const MAX_RECORDS: usize = 6;
const MAX_NAMED: usize = 4;
const MAX_FILES: usize = 3;

/// One record is cut behind this many characters, so that none crowds out the others.
const MAX_RECORD: usize = 900;

/// What is left free for what was left out.
const CLOSING: usize = 400;

/// A list of records that were not given in this session before; none where there is nothing new. `opening`
/// stands before it, in `room` characters for all.
///
/// What is given is remembered, by exactly one of all processes that may be at it.
pub(crate) fn new_ones(
    governed: &Governed<'_>,
    session: &Session,
    opening: &str,
    room: usize,
) -> Option<String> {
    let mut text = format!("{opening}\n\n");
    let mut given = 0;
    let mut left: Vec<&Decision> = Vec::new();
    for one in &governed.speaking {
        if session.was_there(TOLD, &one.record.path) {
            continue;
        }
        let entry = entry(one, given + 1);
        let fits = count(&text) + count(&entry) + CLOSING <= room;
        if given >= MAX_RECORDS || !fits {
            left.push(&one.record);
        } else if session.first_time(TOLD, &one.record.path) {
            text.push_str(&entry);
            text.push('\n');
            given += 1;
        }
    }
    let mut notes = 0;
    for (old, new) in &governed.superseded {
        let note = format!(
            "{} ({}) governed this until {} took its place: {}\n",
            heading(old),
            quote::prompt_path(&old.path),
            heading(new),
            quote::prompt_path(&new.path)
        );
        let fits = count(&text) + count(&note) + CLOSING <= room;
        if notes < MAX_NAMED && fits && session.first_time("superseded", &old.path) {
            text.push_str(&note);
            notes += 1;
        }
    }
    if given + notes == 0 {
        return None;
    }
    if let Some(closing) = left_out(&left) {
        text.push_str(&closing);
    }
    text.truncate(text.trim_end().len());
    Some(text)
}

fn left_out(left: &[&Decision]) -> Option<String> {
    let named: Vec<String> = left
        .iter()
        .take(MAX_NAMED)
        .map(|record| quote::excerpt(&quote::prompt_path(&record.path), 70))
        .collect();
    let more = left.len().saturating_sub(named.len());
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    (!left.is_empty()).then(|| {
        format!(
            "Left out for room: {} more that govern it, {}{more}\n",
            left.len(),
            named.join(", ")
        )
    })
}

/// One record with its standing; of somebody else's that is not merged only title and path.
fn entry(one: &Governing<'_>, number: usize) -> String {
    let record = &one.record;
    let mut text = String::new();
    if one.judged.trust == Trust::Foreign {
        let title = quote::excerpt(&record.title, MAX_TITLE);
        let path = quote::prompt_path(&record.path);
        let _ = writeln!(
            text,
            "{number}. {title} | {}\n   {path}\n   {NOT_GIVEN}",
            one.judged.standing
        );
        return text;
    }
    let _ = writeln!(text, "{number}. {}{}", heading(record), state(one));
    let _ = writeln!(text, "   {}", quote::prompt_path(&record.path));
    if let Some(claim) = one.files.first() {
        let files: Vec<String> = one
            .files
            .iter()
            .take(MAX_FILES)
            .map(|claim| quote::prompt_path(&claim.file))
            .collect();
        let more = one.files.len().saturating_sub(MAX_FILES);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "   GOVERNS {}{more} (affects {})",
            files.join(", "),
            quote::prompt_path(&claim.entry)
        );
    }
    if let Some(sentence) = sentence(record) {
        let _ = writeln!(text, "   \"{sentence}\"");
    }
    for old in one.replaced.iter().take(2) {
        let _ = writeln!(
            text,
            "   replaced {} ({})",
            heading(old),
            quote::prompt_path(&old.path)
        );
    }
    for new in one.successors.iter().take(2) {
        let _ = writeln!(
            text,
            "   its replacement is not in force yet: {}",
            quote::prompt_path(&new.path)
        );
    }
    if one.as_merged {
        let _ = writeln!(text, "   as merged; this branch changes the record");
    }
    if count(&text) > MAX_RECORD {
        text = format!(
            "{}…\n",
            text.chars().take(MAX_RECORD).collect::<String>().trim_end()
        );
    }
    text
}

/// The sentence that decides, fit to stand in quotes.
pub(crate) fn sentence(record: &Decision) -> Option<String> {
    let sentence = quote::excerpt(&record.deciding_sentence()?, MAX_SENTENCE);
    (!sentence.is_empty()).then_some(sentence)
}

/// ` | accepted 2026-03-12, merged, binding`
fn state(one: &Governing<'_>) -> String {
    let record = &one.record;
    let mut words = Vec::new();
    let status = record.status.as_ref();
    words.extend(status.map(|status| quote::excerpt(&status.text, 40).to_lowercase()));
    words.extend(record.date.as_deref().map(|date| quote::excerpt(date, 24)));
    let mut parts = vec![words.join(" "), one.judged.standing.to_string()];
    if record.binding && one.judged.trust == Trust::Merged {
        parts.push("binding".to_owned());
    }
    parts.retain(|part| !part.is_empty() && part != "unknown");
    if parts.is_empty() {
        String::new()
    } else {
        format!(" | {}", parts.join(", "))
    }
}

fn count(text: &str) -> usize {
    text.chars().count()
}
