//! The numbers of the ranking, in one place. `docs/ranking.md` has the effect of each, measured.

/// The numbers of the ranking; [`Parameters::default`] is what was measured best.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parameters {
    /// Field weights of BM25F: how much an occurrence counts.
    pub weights: FieldValues,
    /// Length normalisation of each field: 0 ignores the length, 1 divides by it.
    pub lengths: FieldValues,
    /// How slowly further occurrences stop counting. Records are long and on one subject each, so a
    /// word that comes back is worth more than on the web (where 1.2 is usual).
    pub k1: f64,
    /// The power of the inverse document frequency; below 1 softens the pull of one rare word.
    pub idf_power: f64,
    /// How many tokens of the body are the lead.
    pub lead_tokens: u32,
    /// The factor of a word that only begins words of the records.
    pub prefix: f64,
    /// The factor of a word that is one edit away from words of the records.
    pub one_edit: f64,
    /// What two neighbours of the query add when they are neighbours in a body.
    pub adjacent: f64,
    /// The same in a title.
    pub adjacent_in_title: f64,
    /// What two rare words of the query add by the inverse of their distance in a body.
    pub proximity: f64,
    /// What a title adds that the query covers whole.
    pub title_share: f64,
    /// What a citing record adds, by the logarithm of their number.
    pub citers: f64,
    /// The share of the best citing record's score that is added.
    pub best_citer: f64,
    /// The share of its score that a record keeps that is not in force.
    pub not_live: f64,
    /// The share of the score of a record that it superseded which a live record has at least.
    pub inherited: f64,
    /// What a path of the query adds that a record governs, by how few records do.
    pub path: f64,
    /// How much a full overlap with the changed paths adds, as a share of the text's score: the
    /// bound of the boost.
    pub boost: f64,
    /// The sums in which changed paths rank: without words, and beside words.
    pub alone: SumWeights,
    /// The same beside words.
    pub fused: SumWeights,
}

/// What each signal weighs in a sum; every signal is divided by its greatest value first.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SumWeights {
    /// The score of the words.
    pub words: f64,
    /// The changed paths that the record claims.
    pub claims: f64,
    /// The words of the changed paths, as a query.
    pub path_words: f64,
}

/// One number for each field of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct FieldValues {
    /// The title.
    pub title: f64,
    /// The `description` of the front matter.
    pub description: f64,
    /// The slug.
    pub slug: f64,
    /// The tags.
    pub tags: f64,
    /// The entries of `affects`, as words.
    pub affects: f64,
    /// The first tokens of the body, counted there again.
    pub lead: f64,
    /// The text after the front matter.
    pub body: f64,
    /// The sentences in which other records cite this one.
    pub citations: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            weights: FieldValues {
                title: 0.5,
                description: 2.0,
                slug: 2.0,
                tags: 0.5,
                affects: 0.25,
                lead: 1.5,
                body: 0.5,
                citations: 1.5,
            },
            lengths: FieldValues {
                title: 0.75,
                description: 0.75,
                slug: 0.75,
                tags: 0.75,
                affects: 0.75,
                lead: 0.75,
                body: 0.8,
                citations: 0.2,
            },
            k1: 4.0,
            idf_power: 0.8,
            lead_tokens: 120,
            prefix: 0.8,
            one_edit: 0.7,
            adjacent: 1.5,
            adjacent_in_title: 1.0,
            proximity: 0.6,
            title_share: 6.0,
            citers: 0.6,
            best_citer: 0.15,
            not_live: 0.8,
            inherited: 0.9,
            path: 8.0,
            boost: 0.5,
            alone: SumWeights {
                words: 0.0,
                claims: 0.5,
                path_words: 1.0,
            },
            fused: SumWeights {
                words: 1.0,
                claims: 0.4,
                path_words: 0.0,
            },
        }
    }
}

impl Parameters {
    /// Sets a parameter by its name, as in `k1` or `weights.title`; false where there is none of
    /// that name. For measuring what a parameter is worth.
    pub fn set(&mut self, name: &str, value: f64) -> bool {
        if let Some(field) = name.strip_prefix("weights.") {
            return self.weights.set(field, value);
        }
        if let Some(field) = name.strip_prefix("lengths.") {
            return self.lengths.set(field, value);
        }
        if let Some(field) = name.strip_prefix("alone.") {
            return self.alone.set(field, value);
        }
        if let Some(field) = name.strip_prefix("fused.") {
            return self.fused.set(field, value);
        }
        let parameter = match name {
            "k1" => &mut self.k1,
            "idf_power" => &mut self.idf_power,
            "lead_tokens" => {
                self.lead_tokens = value as u32;
                return true;
            }
            "prefix" => &mut self.prefix,
            "one_edit" => &mut self.one_edit,
            "adjacent" => &mut self.adjacent,
            "adjacent_in_title" => &mut self.adjacent_in_title,
            "proximity" => &mut self.proximity,
            "title_share" => &mut self.title_share,
            "citers" => &mut self.citers,
            "best_citer" => &mut self.best_citer,
            "not_live" => &mut self.not_live,
            "inherited" => &mut self.inherited,
            "boost" => &mut self.boost,
            "path" => &mut self.path,
            _ => return false,
        };
        *parameter = value;
        true
    }
}

impl FieldValues {
    fn set(&mut self, name: &str, value: f64) -> bool {
        let field = match name {
            "title" => &mut self.title,
            "description" => &mut self.description,
            "slug" => &mut self.slug,
            "tags" => &mut self.tags,
            "affects" => &mut self.affects,
            "lead" => &mut self.lead,
            "body" => &mut self.body,
            "citations" => &mut self.citations,
            _ => return false,
        };
        *field = value;
        true
    }
}

impl SumWeights {
    fn set(&mut self, name: &str, value: f64) -> bool {
        let weight = match name {
            "words" => &mut self.words,
            "claims" => &mut self.claims,
            "path_words" => &mut self.path_words,
            _ => return false,
        };
        *weight = value;
        true
    }
}
