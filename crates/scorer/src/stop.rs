//! Words that carry no subject. They are dropped from the query only, never from the records.

/// Whether a folded query word is dropped.
pub(crate) fn is_stop_word(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

/// Function words of English, what contractions leave behind, and the words with which people ask
/// for a decision rather than name what it is about. Sorted.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "anyone", "anything",
    "are", "aren", "as", "at", "be", "because", "been", "before", "being", "between", "both",
    "but", "by", "can", "cannot", "could", "couldn", "d", "did", "didn", "do", "does", "doesn",
    "doing", "don", "done", "during", "each", "either", "else", "etc", "ever", "every", "few",
    "for", "from", "further", "get", "gets", "getting", "give", "given", "go", "goes", "going",
    "got", "had", "has", "hasn", "have", "haven", "having", "he", "her", "here", "hers", "him",
    "his", "how", "however", "i", "if", "in", "instead", "into", "is", "isn", "it", "its",
    "itself", "just", "let", "ll", "m", "many", "may", "me", "might", "mine", "more", "most",
    "much", "must", "my", "need", "needed", "needs", "no", "nor", "not", "now", "of", "off", "on",
    "once", "one", "only", "onto", "or", "other", "our", "ours", "out", "over", "own", "please",
    "rather", "re", "s", "same", "shall", "she", "should", "shouldn", "so", "some", "someone",
    "something", "still", "such", "t", "take", "tell", "than", "that", "the", "their", "theirs",
    "them", "then", "there", "these", "they", "thing", "things", "this", "those", "through", "to",
    "too", "under", "until", "up", "upon", "us", "use", "used", "using", "ve", "very", "via",
    "want", "wants", "was", "wasn", "we", "were", "weren", "what", "when", "where", "whether",
    "which", "while", "who", "whom", "whose", "why", "will", "with", "within", "without", "won",
    "would", "wouldn", "yes", "yet", "you", "your", "yours",
];

#[cfg(test)]
mod tests {
    use super::WORDS;

    #[test]
    fn the_list_is_sorted_for_the_search() {
        assert!(WORDS.is_sorted_by(|a, b| a < b), "{WORDS:?}");
    }
}
