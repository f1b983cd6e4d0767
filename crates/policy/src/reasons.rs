//! Why a record stands where it stands, in words.

use decision_core::DecisionLog;
use decision_scorer::{How, Place, Reason};

use crate::quote;
use crate::search::Found;

/// So many places are named; a score may have dozens.
const MAX_PLACES: usize = 4;

/// Why a record stands where it stands: `session, token in title; cache in decision; affects src/auth/`.
pub fn why(found: &Found<'_>, log: &DecisionLog) -> String {
    let words = found
        .hit
        .parts
        .iter()
        .filter_map(|part| match &part.reason {
            Reason::Word {
                word,
                how,
                place,
                found,
            } => Some((place, word.as_str(), *how, found.as_str())),
            _ => None,
        });
    // The greatest parts come first, so a word is told where it counts most; but a title tells most.
    let mut told: Vec<(&Place, &str, How, &str)> = Vec::new();
    for one in words {
        match told.iter_mut().find(|(_, word, ..)| *word == one.1) {
            Some(earlier) if *one.0 == Place::Title => *earlier = one,
            Some(_) => {}
            None => told.push(one),
        }
    }
    told.sort_by_key(|(place, ..)| **place != Place::Title);
    let mut places: Vec<(String, Vec<String>)> = Vec::new();
    for (place, word, how, found) in told {
        let word = match how {
            How::Prefix | How::OneEdit => format!(
                "{} for {}",
                quote::excerpt(found, 40),
                quote::excerpt(word, 40)
            ),
            How::Exact | How::Stem | How::Joined => quote::excerpt(word, 40),
        };
        let place = place_name(place, log);
        match places.iter_mut().find(|(name, _)| *name == place) {
            Some((_, words)) => words.push(word),
            None => places.push((place, vec![word])),
        }
    }
    let mut reasons: Vec<String> = places
        .iter()
        .take(MAX_PLACES)
        .map(|(place, words)| format!("{} in {place}", words.join(", ")))
        .collect();
    reasons.extend(
        found
            .hit
            .parts
            .iter()
            .filter_map(|part| match &part.reason {
                Reason::Path { path, .. } => Some(format!("governs {}", quote::prompt_path(path))),
                Reason::Supersedes { record } => Some(format!(
                    "took the place of {}",
                    quote::prompt_path(&log.records[*record].slug)
                )),
                _ => None,
            }),
    );
    if let Some(claim) = found.governs.first() {
        reasons.push(format!("affects {}", quote::prompt_path(&claim.entry)));
    }
    reasons.join("; ")
}

fn place_name(place: &Place, log: &DecisionLog) -> String {
    match place {
        Place::Title => "title".to_owned(),
        Place::Description => "description".to_owned(),
        Place::Slug => "file name".to_owned(),
        Place::Tags => "tags".to_owned(),
        Place::Affects => "affects".to_owned(),
        Place::Section { heading, .. } => quote::excerpt(heading, 40).to_lowercase(),
        Place::Opening => "opening".to_owned(),
        Place::Citation { record } => format!(
            "what {} says of it",
            quote::prompt_path(&log.records[*record].slug)
        ),
    }
}

/// What a part of a score is for, in words.
pub fn reason(reason: &Reason, log: &DecisionLog) -> String {
    let slug = |record: &usize| quote::prompt_path(&log.records[*record].slug);
    match reason {
        Reason::Word {
            word,
            how,
            place,
            found,
        } => {
            let how = match how {
                How::Exact => "",
                How::Stem => ", another form",
                How::Joined => ", written in parts",
                How::Prefix => ", a longer word",
                How::OneEdit => ", one edit away",
            };
            let found = if word == found {
                String::new()
            } else {
                format!(" as `{}`", quote::excerpt(found, 40))
            };
            format!(
                "`{}`{found} in {}{how}",
                quote::excerpt(word, 40),
                place_name(place, log)
            )
        }
        Reason::Adjacent {
            first,
            second,
            in_title,
        } => {
            let place = if *in_title { "title" } else { "text" };
            format!(
                "`{}` beside `{}` in {place}",
                quote::excerpt(first, 40),
                quote::excerpt(second, 40)
            )
        }
        Reason::Near {
            first,
            second,
            distance,
        } => {
            format!(
                "`{}` {distance} words from `{}`",
                quote::excerpt(first, 40),
                quote::excerpt(second, 40)
            )
        }
        Reason::TitleShare { share } => format!("{:.0} % of the title", share * 100.0),
        Reason::Citers { count } => format!("cited by {count} records"),
        Reason::CitedBy { record } => format!("cited by {}, which matches", slug(record)),
        Reason::Path { path, entry } => format!(
            "`{}` under affects `{}`",
            quote::prompt_path(path),
            quote::prompt_path(entry)
        ),
        Reason::Supersedes { record } => {
            format!("took the place of {}, which matches", slug(record))
        }
        Reason::NotLive { .. } => "not in force".to_owned(),
        Reason::Overlap { share } => {
            format!("governs {:.0} % of the uncommitted changes", share * 100.0)
        }
        Reason::PathWords { .. } => "has words of the changed paths".to_owned(),
        _ => "other".to_owned(),
    }
}
