//! What stands below the options in the help: calls to begin with.

pub(super) const PROGRAM: &str = "\
Begin with:
  decision init                 where the records are, or a first one, and what to do next
  decision query session cache  the records that have these words
  decision install git          check records at every commit
  decision doctor               whether all of it works

Exit codes: 0 done, 1 findings that fail, 2 usage or environment. DECISION_HOOK=off silences the hooks.";

pub(super) const QUERY: &str = "\
Examples:
  decision query session tokens cache
  decision query                         what governs the uncommitted changes
  decision query -n 10 --explain retry
  decision query --format slugs -- --help";

pub(super) const AFFECTS: &str = "\
Examples:
  decision affects                              what the records govern now
  decision affects --suggest 0012               proposals for one record
  decision affects --suggest --out scope.yaml   proposals for all, to be reviewed
  decision affects --write --from scope.yaml    adds what the review left";

pub(super) const NEW: &str = "\
Examples:
  decision new \"Session tokens live in Redis\"
  decision new \"Retry with jitter\" --affects src/http/ --tag http --no-edit";

pub(super) const SUPERSEDE: &str = "\
Examples:
  decision supersede 0012 --by 0031
  decision supersede session-tokens --title \"Session tokens live in Valkey\" --dry-run";

pub(super) const RENUMBER: &str = "\
Examples:
  decision renumber --base origin/main   before the branch is merged
  decision renumber docs/adr/0012-queue.md --dry-run";

pub(super) const CHECK: &str = "\
Examples:
  decision check                      what is staged
  decision check --worktree           what is on disk, staged or not
  decision check --base origin/main   what this branch brings
  decision check --fix --stage        follow files that were moved
  decision check --all --write-baseline

Exit codes: 0 nothing fails, 1 an error that the change brings in (with --strict a warning too), 2 usage or
environment.";

pub(super) const VALIDATE: &str = "\
Exit codes: 0 no error (with --strict no warning either), 1 at least one, 2 usage or environment.";

pub(super) const INDEX: &str = "\
Examples:
  decision index docs/decisions.md
  decision index docs/decisions.md --check   in CI: exit code 1 where it is not current";

pub(super) const STALE: &str = "\
Examples:
  decision stale
  decision stale --fix          write what is clear
  decision stale --least 60     only records whose code is mostly another";

pub(super) const GRAPH: &str = "\
Examples:
  decision graph | dot -Tsvg > decisions.svg
  decision graph --format mermaid";

pub(super) const RECORD: &str = "\
Example:
  printf '%s' 'We chose X over Y because Z.' | decision record --affects src/area/

The text may be a whole record, with a title, sections and front matter. `decision undo` takes it back.";

pub(super) const INSTALL: &str = "\
Each shows first what it changes; --dry-run only shows it. `decision uninstall` takes it back.";

pub(super) const HOOK_TEST: &str = "\
Examples:
  decision hook test '/decision:query session tokens'
  decision hook test --host codex 'what did we decide about caching?'
  decision hook test --event session-start
  decision hook test --event edit --file src/main.rs --host gemini
  decision hook test --event stop 'I chose X over Y because Z.'";
