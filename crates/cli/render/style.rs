//! Colours, and numbers with their nouns. Colours are always written; the stream takes them out where they
//! are not wanted.

use anstyle::{AnsiColor, Effects, Style};

pub(crate) const TITLE: Style = Style::new().bold();
pub(super) const PATH: Style = AnsiColor::Cyan.on_default();
pub(super) const DIM: Style = Style::new().effects(Effects::DIMMED);
/// What a record claims, and what to look at.
pub(super) const GOVERNS: Style = AnsiColor::Yellow.on_default();
/// In force, or in order.
pub(super) const LIVE: Style = AnsiColor::Green.on_default();
/// No longer in force, broken, or matching nothing.
pub(super) const DEAD: Style = AnsiColor::Red.on_default();
pub(super) const ADDED: Style = AnsiColor::Green.on_default();
pub(super) const REMOVED: Style = AnsiColor::Red.on_default();

/// `1 file`, `2 files`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}
