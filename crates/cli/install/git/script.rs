//! The text of the hooks that git runs.

use std::hash::Hasher;

use decision_core::Fnv;

/// The hooks that are installed.
pub(crate) const HOOKS: [Hook; 3] = [Hook::PreCommit, Hook::PreMergeCommit, Hook::CommitMsg];

/// A hook of git.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hook {
    /// Runs before the message is asked for; checks what is staged.
    PreCommit,
    /// Runs before a merge without conflicts is committed, for which git runs no `pre-commit`.
    PreMergeCommit,
    /// Runs with the message in a file; what it says can answer a record.
    CommitMsg,
}

impl Hook {
    /// The file's name in the folder of hooks.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Hook::PreCommit => "pre-commit",
            Hook::PreMergeCommit => "pre-merge-commit",
            Hook::CommitMsg => "commit-msg",
        }
    }

    /// The name under which a hook that was there before is kept, in the same folder: what it finds beside
    /// itself it still finds.
    pub(crate) fn kept_name(self) -> String {
        format!("{}.before-decision", self.name())
    }

    /// The arguments of `decision`, for a shell.
    fn arguments(self) -> &'static str {
        match self {
            Hook::PreCommit | Hook::PreMergeCommit => "check --hook",
            Hook::CommitMsg => "check --hook --message \"$1\"",
        }
    }
}

/// How a hook of ours begins; its checksum follows.
const MARK: &str =
    "#!/bin/sh\n# Made by `decision install git`, which `decision uninstall git` takes back. ";

/// Stands in a hook whose folder was made with it.
const FOLDER_MADE: &str = "# The folder was made with this hook.\n";

/// What a file in a hook's place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// As it was written here.
    Ours {
        /// Whether the folder was made with it.
        folder_made: bool,
    },
    /// Written here and changed since.
    OursChanged,
    /// Somebody else's.
    Others,
}

/// The hook's script. `program` is the absolute path of `decision` where one is to be written down.
///
/// A missing program or one that cannot tell (exit code 2 or worse) lets the commit through with a word on
/// standard error; the code 1 alone stops it, and what the hook before it says.
pub(crate) fn text(hook: Hook, program: Option<&str>, folder_made: bool) -> String {
    let name = hook.name();
    let kept = hook.kept_name();
    let arguments = hook.arguments();
    let program = program.map_or_else(String::new, quoted);
    let folder = if folder_made { FOLDER_MADE } else { "" };
    let body = format!(
        r#"{folder}
# The hook that was here before comes first; what it says counts.
before=${{0%/*}}/{kept}
if [ -x "$before" ]; then
    "$before" "$@" || exit
fi

case ${{DECISION_HOOK-}} in [Oo][Ff][Ff] | 0) exit 0 ;; esac

program={program}
if [ ! -x "$program" ]; then
    program=$(command -v decision) || program=
    # Nothing that lies in the work tree is run: others can change it.
    case $program in
    "$PWD"/*) program= ;;
    /* | [A-Za-z]:[\\/]*) ;;
    *) program= ;;
    esac
fi
if [ -z "$program" ]; then
    echo 'decision: the program is not to be found, so {name} checks nothing; `decision install git` writes down where it is' >&2
    exit 0
fi

"$program" {arguments}
code=$?
[ "$code" -ne 1 ] || exit 1
[ "$code" -eq 0 ] || echo "decision: the check ended with code $code; the commit goes on without it" >&2
exit 0
"#
    );
    format!("{MARK}{:016x}\n{body}", checksum(&body))
}

/// Tells whose the text of a hook is.
pub(crate) fn whose(text: &str) -> Whose {
    let Some((sum, body)) = text
        .strip_prefix(MARK)
        .and_then(|rest| rest.split_once('\n'))
    else {
        return Whose::Others;
    };
    if sum == format!("{:016x}", checksum(body)) {
        Whose::Ours {
            folder_made: body.starts_with(FOLDER_MADE),
        }
    } else {
        Whose::OursChanged
    }
}

fn checksum(body: &str) -> u64 {
    let mut hasher = Fnv::default();
    hasher.write(body.as_bytes());
    hasher.finish()
}

/// A word of a POSIX shell that stands for the text.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_knows_its_own() {
        for hook in HOOKS {
            for folder_made in [false, true] {
                let text = text(hook, Some("/a 'b'/decision"), folder_made);
                assert_eq!(whose(&text), Whose::Ours { folder_made });
                assert_eq!(whose(&format!("{text}echo\n")), Whose::OursChanged);
                assert_eq!(whose(&text.replace('\n', "\r\n")), Whose::Others);
            }
        }
        assert_eq!(whose(""), Whose::Others);
        assert_eq!(whose("#!/bin/sh\nexit 0\n"), Whose::Others);
    }

    #[test]
    fn a_word_is_one_word() {
        assert_eq!(quoted("a 'b' $c"), r"'a '\''b'\'' $c'");
    }
}
