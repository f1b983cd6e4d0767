//! The text of a file as it will stand after a change that is about to be made.

use crate::event::{How, Replacement};
use crate::patch;

/// A few replacements can make a text as long as they like.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The text after a change of a file that now holds `before` (`None`: there is no file). None where the
/// change does not fit, so that the host will refuse it anyway, and where there is no text afterwards.
pub(crate) fn after(before: Option<&str>, how: &How) -> Option<String> {
    match how {
        How::Write(text) => Some(text.clone()),
        How::Replace(replacements) => {
            let mut text = before.unwrap_or_default().to_owned();
            for replacement in replacements {
                text = replaced(&text, replacement)?;
                if text.len() > MAX_BYTES {
                    return None;
                }
            }
            Some(text)
        }
        How::Patch(hunks) => patch::apply(before.unwrap_or_default(), hunks),
        How::Remove | How::Unknown => None,
    }
}

fn replaced(text: &str, replacement: &Replacement) -> Option<String> {
    let Replacement { old, new, all } = replacement;
    if old.is_empty() {
        return text.is_empty().then(|| new.clone());
    }
    if !text.contains(old.as_str()) {
        // Models write line feeds, whatever the file has.
        if text.contains("\r\n") && old.contains('\n') && !old.contains('\r') {
            let wide = |text: &str| text.replace('\n', "\r\n");
            let (old, new) = (wide(old), wide(new));
            return text.contains(&old).then(|| text.replacen(&old, &new, 1));
        }
        return None;
    }
    let grows = new.len().saturating_sub(old.len());
    if *all && grows.saturating_mul(text.len() / old.len()) > MAX_BYTES {
        return None;
    }
    Some(if *all {
        text.replace(old.as_str(), new)
    } else {
        text.replacen(old.as_str(), new, 1)
    })
}

#[cfg(test)]
mod tests {
    use super::after;
    use crate::event::{How, Replacement};

    #[test]
    fn a_change_gives_the_text_that_will_stand() {
        let replace = |old: &str, new: &str, all: bool| {
            How::Replace(vec![Replacement {
                old: old.to_owned(),
                new: new.to_owned(),
                all,
            }])
        };
        let cases: Vec<(Option<&str>, How, Option<&str>)> = vec![
            (None, How::Write("new".to_owned()), Some("new")),
            (Some("a b a"), replace("a", "c", false), Some("c b a")),
            (Some("a b a"), replace("a", "c", true), Some("c b c")),
            (Some("a"), replace("x", "c", false), None),
            (None, replace("", "new", false), Some("new")),
            (Some("old"), replace("", "new", false), None),
            (
                Some("a\r\nb\r\n"),
                replace("a\nb", "c\nd", false),
                Some("c\r\nd\r\n"),
            ),
            (Some("a"), How::Remove, None),
            (Some("a"), How::Unknown, None),
        ];
        for (before, how, expected) in cases {
            assert_eq!(
                after(before, &how).as_deref(),
                expected,
                "{before:?} {how:?}"
            );
        }
    }
}
