//! A new record in the manner of the log that it comes into.
//!
//! A log is a place where somebody already decided how records look: [`Style::of`] learns it from the
//! records that are there, [`Draft::render`] writes the next one.

mod form;
mod learn;
mod name;
mod slug;
mod style;
mod template;
mod write;

use crate::SectionKind;

pub use name::Naming;
pub use slug::slug;
pub use style::Style;

/// What a new record says, before anybody knows how it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// What it is called, without a number.
    pub title: String,
    /// The deciding sentence; none is left to be filled in.
    pub description: Option<String>,
    /// The day, as `YYYY-MM-DD`.
    pub date: String,
    /// Where it stands; the style's own word for a new record where there is none.
    pub status: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The paths that it governs.
    pub affects: Vec<String>,
    /// The text of its sections. Where there is none, the dialect's own sections are written with nothing
    /// but a remark in each that says what belongs there.
    pub sections: Vec<(SectionKind, String)>,
}

/// A record as it is to be written. Nothing is written yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The file, from the repository root with `/`, as [`crate::Decision::path`] has it.
    pub path: String,
    /// The same on disk. Whoever writes it creates the folders above and never overwrites.
    pub file: std::path::PathBuf,
    /// The slug that the record will have.
    pub slug: String,
    /// The text, with the line ends of the log.
    pub text: String,
}

impl Draft {
    /// The record in a style, under a name that nothing has yet.
    ///
    /// The text reads back as the draft says: title (but for a number that it begins with), date and
    /// `affects`; tags where the log has a place for them. Control characters and line ends in its
    /// one-line values become spaces.
    pub fn render(&self, style: &Style) -> Rendered {
        let draft = self.on_one_line();
        let number = style.next_number();
        let stem = style.free_stem(&draft, number);
        let text = match style.template().filter(|_| draft.sections.is_empty()) {
            Some(template) => template::fill(template, &draft, style, number, &stem)
                .unwrap_or_else(|| write::write(&draft, style, number, &stem)),
            None => write::write(&draft, style, number, &stem),
        };
        style.place(&stem, style.with_line_ends(text))
    }

    fn on_one_line(&self) -> Draft {
        let fold = |text: &str| {
            let spaced = text.replace(|c: char| c.is_control(), " ");
            spaced.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let list = |texts: &[String]| -> Vec<String> {
            let folded = texts.iter().map(|text| fold(text));
            folded.filter(|text| !text.is_empty()).collect()
        };
        Draft {
            title: fold(&self.title),
            description: self
                .description
                .as_deref()
                .map(fold)
                .filter(|text| !text.is_empty()),
            date: fold(&self.date),
            status: self
                .status
                .as_deref()
                .map(fold)
                .filter(|text| !text.is_empty()),
            tags: list(&self.tags),
            affects: list(&self.affects),
            sections: self.sections.clone(),
        }
    }
}
