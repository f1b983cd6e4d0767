//! The query command as users type it.

/// A query command found at the beginning of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Typed<'a> {
    /// The words behind the command.
    pub words: &'a str,
    /// Whether it is the plugin's own command, which a host may announce by an event of its own; the
    /// older spellings never are.
    pub current: bool,
}

/// The spellings, longest first: `$` is how Codex CLI names a skill.
const SPELLINGS: &[(&str, bool)] = &[
    ("/decision:query", true),
    ("$decision:query", true),
    ("/decision:search", false),
    ("/decision", false),
    ("/query", true),
    ("$query", true),
];

/// Reads the query command at the beginning of a prompt.
pub fn typed(prompt: &str) -> Option<Typed<'_>> {
    let prompt = prompt.trim();
    SPELLINGS.iter().find_map(|(spelling, current)| {
        let words = prompt.strip_prefix(spelling)?;
        // `/decision:record` and `/query-builder` are other commands.
        (words.is_empty() || words.starts_with(char::is_whitespace)).then(|| Typed {
            words: words.trim(),
            current: *current,
        })
    })
}

/// Whether a host's name for a command or skill is the query skill of this plugin.
pub(crate) fn is_query_skill(name: &str) -> bool {
    matches!(name.trim_start_matches(['/', '$']), "decision:query")
}

#[cfg(test)]
mod tests {
    use super::{Typed, typed};

    #[test]
    fn commands_are_told_from_prompts() {
        let cases: &[(&str, Option<(&str, bool)>)] = &[
            (
                "/decision:query session tokens",
                Some(("session tokens", true)),
            ),
            ("  /decision:query\n", Some(("", true))),
            ("/query cache", Some(("cache", true))),
            ("$decision:query cache", Some(("cache", true))),
            ("$query cache", Some(("cache", true))),
            ("/decision cache", Some(("cache", false))),
            ("/decision:search cache layer", Some(("cache layer", false))),
            ("/decision:record we chose X", None),
            ("/decisions", None),
            ("/query-builder x", None),
            ("see /decision:query", None),
            ("", None),
        ];
        for (prompt, expected) in cases {
            let expected = expected.map(|(words, current)| Typed { words, current });
            assert_eq!(typed(prompt), expected, "{prompt:?}");
        }
    }
}
