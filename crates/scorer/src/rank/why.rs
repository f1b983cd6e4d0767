//! Why a record has its place in a ranking.

use decision_core::StatusKind;

use super::{Paths, Ranking};
use crate::explain::Explainer;
use crate::hit::{Hit, Part, Reason};

impl Ranking<'_> {
    pub(super) fn explain(&self, record: usize, score: f64) -> Hit {
        let mut parts = self.text_parts(record);
        let scale = self.scale();
        parts.iter_mut().for_each(|part| part.score *= scale);
        parts.extend(self.path_parts(record));
        parts.retain(|part| part.score != 0.0);
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        let overlap = match &self.paths {
            Paths::None => None,
            Paths::Boost(overlap) | Paths::Sum { overlap, .. } => overlap.get(record).cloned(),
        };
        Hit {
            record,
            score,
            parts,
            overlap,
        }
    }

    /// The parts of the score for the words.
    fn text_parts(&self, record: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        if self.text[record] == 0.0 {
            return parts;
        }
        if self.own[record] > 0.0 {
            let explainer = Explainer {
                query: &self.query,
                scorer: self.scorer(),
                lexicon: &self.lexicon,
            };
            let (scanned, cited) = (&self.scanned[record], &self.cited[record]);
            parts = explainer.parts(&self.log.records[record], scanned, cited);
            parts.extend(self.claimed_paths(record));
            if let Some((by, score)) = self.best_citer(record) {
                let score = self.parameters.best_citer * score;
                parts.push(Part {
                    score,
                    reason: Reason::CitedBy { record: by },
                });
            }
        }
        let before = self.before_status(record);
        let reason = if !self.succession.is_in_force(record) {
            let status = self.log.records[record].status.as_ref();
            let said = status
                .map(|status| status.kind)
                .filter(|kind| !kind.is_live());
            Reason::NotLive {
                status: said.unwrap_or(StatusKind::Superseded),
            }
        } else {
            let old = (0..self.own.len())
                .filter(|old| self.heir(*old) == Some(record))
                .map(|old| (old, self.before_status(old)))
                .reduce(|a, b| if b.1 > a.1 { b } else { a });
            match old {
                Some((old, _)) => Reason::Supersedes { record: old },
                None => return parts,
            }
        };
        parts.push(Part {
            score: self.text[record] - before,
            reason,
        });
        parts
    }
}
