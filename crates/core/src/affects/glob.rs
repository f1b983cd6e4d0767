//! Matching one pattern, in gitignore terms and without braces, against a path.
//!
//! Interpreted from its text, segment by segment. Both loops remember only the last wildcard that
//! can still give way (`*` within a segment, `**` among segments): an earlier one would only leave
//! later ones less room. So no pair of pattern byte and path byte is looked at twice for one
//! wildcard, and there is no recursion.

/// A pattern, cleaned: segments parted by single `/`, none of them empty, `.` or `..`; every bracket
/// opens a class that is closed in its segment; `\` always stands before another character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Glob {
    pattern: String,
    /// Bytes of `pattern` that are whole literal segments, without the slash behind them.
    prefix: usize,
    /// Whether it starts at the root. Else it is one segment, and matches a name at any depth.
    anchored: bool,
    /// Whether it names directories only, as a slash at its end asks for.
    dir_only: bool,
    /// The literal beginning in NFD, where that differs.
    nfd: Option<Box<str>>,
}

impl Glob {
    pub(super) fn new(pattern: String, anchored: bool, dir_only: bool) -> Glob {
        // `**` alone matches at any depth either way; taken from the root it needs no own case.
        let anchored = anchored || pattern == "**" || pattern.contains('/');
        let prefix = if anchored {
            literal_prefix(&pattern)
        } else {
            0
        };
        let nfd = super::nfd(&pattern[..prefix]);
        Glob {
            pattern,
            prefix,
            anchored,
            dir_only,
            nfd,
        }
    }

    /// The literal path that everything it claims lies at or under: `""` for the root.
    pub(super) fn prefix(&self) -> &str {
        &self.pattern[..self.prefix]
    }

    /// The same in NFD, where that differs.
    pub(super) fn prefix_nfd(&self) -> Option<&str> {
        self.nfd.as_deref()
    }

    /// Whether it names the path, or a directory above it.
    pub(super) fn claims(&self, path: &str) -> bool {
        if path.is_empty() {
            return false;
        }
        if !self.anchored {
            let mut names = Some(path);
            while let Some(rest) = names {
                let (name, below) = first_segment(rest);
                if (below.is_some() || !self.dir_only) && segment_matches(&self.pattern, name) {
                    return true;
                }
                names = below;
            }
            return false;
        }
        let (mut pattern, mut names) = (Some(self.pattern.as_str()), Some(path));
        if self.prefix > 0 {
            let Some(rest) = strip_directory(path, self.prefix()) else {
                return false;
            };
            names = rest;
            pattern = self.pattern.get(self.prefix + 1..);
        }
        segments_match(pattern, names, self.dir_only)
    }
}

/// What follows `directory` in `path`: `Some(None)` where they are the same.
pub(super) fn strip_directory<'a>(path: &'a str, directory: &str) -> Option<Option<&'a str>> {
    let rest = path.strip_prefix(directory)?;
    if rest.is_empty() {
        Some(None)
    } else {
        rest.strip_prefix('/').map(Some)
    }
}

/// Whether a segment has a wildcard, a class or an escape.
pub(super) fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

fn literal_prefix(pattern: &str) -> usize {
    match pattern.bytes().position(is_special) {
        None => pattern.len(),
        Some(special) => pattern[..special].rfind('/').unwrap_or(0),
    }
}

fn first_segment(path: &str) -> (&str, Option<&str>) {
    match path.find('/') {
        Some(slash) => (&path[..slash], Some(&path[slash + 1..])),
        None => (path, None),
    }
}

fn segments_match(pattern: Option<&str>, names: Option<&str>, dir_only: bool) -> bool {
    let (mut pattern, mut names) = (pattern, names);
    let mut retry: Option<(Option<&str>, Option<&str>)> = None;
    loop {
        // Names left over lie below what the pattern names, and are claimed with it.
        let Some(current) = pattern else {
            return !dir_only || names.is_some();
        };
        let (segment, after) = first_segment(current);
        if segment == "**" {
            if after.is_none() {
                // At the end `**` is everything inside, not the directory itself.
                return names.is_some_and(|names| !dir_only || names.contains('/'));
            }
            retry = Some((after, names));
            pattern = after;
            continue;
        }
        let Some(rest) = names else { return false };
        let (name, below) = first_segment(rest);
        if segment_matches(segment, name) {
            (pattern, names) = (after, below);
            continue;
        }
        match retry {
            Some((after, Some(from))) => {
                let (_, below) = first_segment(from);
                retry = Some((after, below));
                (pattern, names) = (after, below);
            }
            _ => return false,
        }
    }
}

fn segment_matches(pattern: &str, name: &str) -> bool {
    let (glob, text) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut pos) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        let advanced = match glob.get(at) {
            None if pos == text.len() => return true,
            None => None,
            Some(b'*') => {
                at += 1;
                if at == glob.len() {
                    return true;
                }
                star = Some((at, pos));
                continue;
            }
            Some(b'?') => char_at(name, pos).map(|c| (at + 1, pos + c.len_utf8())),
            Some(b'[') => char_at(name, pos).and_then(|c| {
                class_matches(&pattern[at..], c).map(|class| (at + class, pos + c.len_utf8()))
            }),
            Some(b'\\') => {
                let literal = glob.get(at + 1);
                (literal.is_some() && literal == text.get(pos)).then_some((at + 2, pos + 1))
            }
            literal => (literal == text.get(pos)).then_some((at + 1, pos + 1)),
        };
        if let Some(next) = advanced {
            (at, pos) = next;
            continue;
        }
        let Some((after, from)) = star else {
            return false;
        };
        let Some(skipped) = char_at(name, from) else {
            return false;
        };
        let from = from + skipped.len_utf8();
        star = Some((after, from));
        (at, pos) = (after, from);
    }
}

fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The length of the class at the start of `pattern` if it holds `c`.
fn class_matches(pattern: &str, c: char) -> Option<usize> {
    let class = Class::at_start(pattern)?;
    class.holds(c).then_some(class.length)
}

/// A bracket expression.
#[derive(Debug, Clone, Copy)]
pub(super) struct Class<'a> {
    /// What stands between the brackets, without the mark of negation.
    members: &'a str,
    /// Whether it holds what is not among the members.
    pub(super) negated: bool,
    /// Bytes from `[` to `]`, both counted.
    pub(super) length: usize,
}

impl<'a> Class<'a> {
    /// The class that begins with the `[` at the start of `text`; `None` where none is closed before
    /// the segment ends. A `]` right behind the opening is a member, as in every shell.
    pub(super) fn at_start(text: &'a str) -> Option<Class<'a>> {
        let inner = text.strip_prefix('[')?;
        let negated = inner.starts_with(['!', '^']);
        let members = if negated { &inner[1..] } else { inner };
        let bytes = members.as_bytes();
        let mut at = 0;
        loop {
            match bytes.get(at)? {
                b'/' => return None,
                b']' if at > 0 => {
                    let length = 1 + usize::from(negated) + at + 1;
                    return Some(Class {
                        members: &members[..at],
                        negated,
                        length,
                    });
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
    }

    /// What stands between the brackets, without the mark of negation.
    pub(super) fn members(&self) -> &'a str {
        self.members
    }

    /// Whether a span such as `a-z` that can hold something is among the members.
    pub(super) fn has_span(&self) -> bool {
        spans(self.members).any(|(low, high)| low < high)
    }

    fn holds(&self, c: char) -> bool {
        spans(self.members).any(|(low, high)| low <= c && c <= high) != self.negated
    }
}

/// The members as spans; a single character is a span of itself.
fn spans(members: &str) -> impl Iterator<Item = (char, char)> {
    let mut chars = members.chars();
    std::iter::from_fn(move || {
        let low = member(&mut chars)?;
        let mut ahead = chars.clone();
        if ahead.next() == Some('-')
            && let Some(high) = member(&mut ahead)
        {
            chars = ahead;
            return Some((low, high));
        }
        Some((low, low))
    })
}

fn member(chars: &mut std::str::Chars<'_>) -> Option<char> {
    match chars.next()? {
        '\\' => chars.next(),
        c => Some(c),
    }
}
