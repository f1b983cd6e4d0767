//! The words of a shell command that may be files.

/// So many words are looked at.
const MAX_WORDS: usize = 64;

/// The words of a command that look like paths, each once: with a dot or a slash, no option, no pattern;
/// behind a `cd`, as seen from where that leads. One host's model reads files through the shell; whether a
/// word is a file is for the disk to tell.
pub(super) fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut at = String::new();
    let mut split = split(command).into_iter();
    while let Some(word) = split.next() {
        if word == "cd" {
            at = split.next().map(|to| below(&at, to)).unwrap_or_default();
            continue;
        }
        let plausible = word.len() > 1
            && word.len() < 1024
            && word.contains(['.', '/'])
            && !word.starts_with('-')
            && !word.contains(['*', '?', '$', '{', '\0', '\n'])
            && !word.contains("://");
        let word = below(&at, word);
        if plausible && !words.contains(&word) {
            words.push(word);
            if words.len() == MAX_WORDS {
                break;
            }
        }
    }
    words
}

/// A path as seen from a folder.
fn below(folder: &str, path: String) -> String {
    let drive = path.as_bytes().get(1) == Some(&b':');
    if folder.is_empty() || path.starts_with(['/', '\\', '~']) || drive {
        path
    } else {
        format!("{}/{path}", folder.trim_end_matches('/'))
    }
}

/// The command at its blanks and signs, quotes taken off.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '\\') => word.extend(chars.next()),
            (None, ' ' | '\t' | '\n' | ';' | '|' | '&' | '<' | '>' | '(' | ')' | '`' | '=') => {
                words.push(std::mem::take(&mut word));
            }
            // A whole command in quotes (`bash -c '…'`) has words of its own.
            (Some(_), ' ' | '\t' | '\n' | ';' | '|') => words.push(std::mem::take(&mut word)),
            (_, c) => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_may_be_a_file_is_kept() {
        let cases: &[(&str, &[&str])] = &[
            ("cat src/a.rs", &["src/a.rs"]),
            (
                "sed -n '1,20p' src/a.rs && cat ./b.txt",
                &["src/a.rs", "./b.txt"],
            ),
            ("bash -lc \"cat src/a.rs | head\"", &["src/a.rs"]),
            ("rg pattern -g '*.rs' src/", &["src/"]),
            ("cat \"src/a.rs\" src/a.rs", &["src/a.rs"]),
            ("cat src/a\\[1\\].rs", &["src/a[1].rs"]),
            ("cd src && cat a.rs ../b.rs", &["src/a.rs", "src/../b.rs"]),
            (
                "bash -lc 'cd /w/src; cd net/; cat a.rs'",
                &["/w/src/net/a.rs"],
            ),
            ("cd src && cat /w/a.rs", &["/w/a.rs"]),
            ("cd", &[]),
            ("curl https://example.com/a.rs", &[]),
            ("echo hello", &[]),
            ("", &[]),
        ];
        for (command, expected) in cases {
            assert_eq!(words(command), *expected, "{command}");
        }
    }
}
