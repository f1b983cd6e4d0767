//! The words by which a choice is told, in one table: what a list is for stands above it.
//!
//! Sentences are compared in lower case, without punctuation, with contractions written out
//! (`we've` is `we have`, `let's` is `let us`). A phrase begins and ends at a word.

/// Who chooses. What a user, a customer or a program chooses is no decision about the code.
pub(super) const WHO: &[&str] = &["we", "i", "team", "board", "architects"];

/// What may stand between who and the verb.
pub(super) const BETWEEN: &[&str] = &[
    "all",
    "already",
    "also",
    "are",
    "both",
    "deliberately",
    "finally",
    "had",
    "have",
    "has",
    "hereby",
    "just",
    "now",
    "explicitly",
    "therefore",
    "then",
    "today",
    "am",
    "unanimously",
];

/// What says that a choice was made, behind [`WHO`].
pub(super) const CHOSE: &[&str] = &[
    "adopted",
    "agreed on",
    "agreed that",
    "agreed to",
    "agreed with",
    "approved",
    "choosing",
    "chose",
    "chosen",
    "committing to",
    "decided",
    "going all in on",
    "opted",
    "picked",
    "resolved to",
    "selected",
    "settled for",
    "settled on",
    "standardised on",
    "standardising on",
    "standardized on",
    "standardizing on",
    "voted for",
];

/// What says that a choice was made, wherever it stands.
pub(super) const MADE: &[&str] = &[
    "architecture decision",
    "design decision",
    "final call",
    "it was decided",
    "make it our standard",
    "new rule",
    "our standard for",
    "outcome of the meeting",
    "outcome of today's meeting",
    "that is the decision",
    "the choice is made",
    "the decision is",
    "decision is made",
    "the decision was",
];

/// Labels at the beginning of a sentence, before a colon.
pub(super) const LABELS: &[&str] = &[
    "decision",
    "decided",
    "policy",
    "rule",
    "architecture decision",
    "agreed",
];

/// What announces a choice, and may as well announce the next step.
pub(super) const LEANS: &[&str] = &[
    "going with",
    "let us adopt",
    "let us ban",
    "let us choose",
    "let us define",
    "let us drop",
    "let us go with",
    "let us keep",
    "let us not",
    "let us pick",
    "let us settle",
    "let us split",
    "let us standardise on",
    "let us standardize on",
    "let us stick",
    "let us switch",
    "let us use",
    "our approach",
    "the plan is",
    "we are dropping",
    "we are going to",
    "we are going with",
    "we are moving",
    "we are replacing",
    "we are switching",
    "we do not allow",
    "we go with",
    "we no longer",
    "we now use",
    "we prefer",
    "i prefer",
    "i would go for",
    "we require",
    "we shall",
    "we stick",
    "we want all",
    "we will",
    "i want us to",
];

/// What is a step unless a rule is made of it.
pub(super) const STEPS: &[&str] = &["let us do", "let us make", "make", "use", "we use"];

/// What makes a rule for the time to come.
pub(super) const ALWAYS: &[&str] = &["from here on", "from now on", "going forward", "in future"];

/// What makes a rule for the whole.
pub(super) const GENERAL: &[&str] = &[
    "across the board",
    "everywhere",
    "for all services",
    "mandatory",
    "no more",
    "our standard",
];

/// What gives a reason.
pub(super) const REASONS: &[&str] = &[
    "after benchmarking",
    "because",
    "due to",
    "for compliance",
    "for performance",
    "for privacy",
    "for security",
    "in order to",
    "on purpose",
    "otherwise",
    "so clients",
    "so that",
    "so the",
    "so we",
    "to avoid",
    "to prevent",
    "to reduce",
];

/// What makes a time of `since`.
pub(super) const TIMES: &[&str] = &[
    "friday",
    "last",
    "march",
    "monday",
    "the beginning",
    "the last",
    "the release",
    "the update",
    "then",
    "this morning",
    "thursday",
    "today",
    "tuesday",
    "wednesday",
    "yesterday",
];

/// What sets one thing against another.
pub(super) const COMPARES: &[&str] = &[
    "against",
    "in favor of",
    "in favour of",
    "instead of",
    "over",
    "rather than",
    "replaces",
];

/// What the talk of somebody who hunts a fault is full of.
pub(super) const HUNTS: &[&str] = &[
    "breakpoint",
    "bug",
    "crash",
    "crashes",
    "debug",
    "debugger",
    "error",
    "exception",
    "fails",
    "failing",
    "failed",
    "flaky",
    "reproduce",
    "stack trace",
    "still fails",
    "traceback",
];

/// What shows that a sentence is about the next step or the lines at hand.
pub(super) const LOCAL: &[&str] = &[
    "for now comment",
    "here",
    "let us try",
    "please",
    "step by step",
    "switch to the",
    "temporarily",
    "this assertion",
    "this class",
    "this file",
    "this function",
    "this line",
    "this loop",
    "this method",
    "this test",
    "this variable",
    "to see",
    "to check",
    "we are going to need",
    "we will have to",
    "we will need",
    "we will see",
    "your",
];

/// What shows that a reply hands on what others wrote, or that the choice is one of names.
pub(super) const RETELLS: &[&str] = &[
    "according to",
    "the name",
    "the record",
    "the summary",
    "the thread",
];

/// How questions begin, with or without their mark.
pub(super) const ASKS: &[&str] = &[
    "are",
    "can",
    "compare",
    "could",
    "did",
    "do we",
    "do you",
    "does",
    "explain",
    "has",
    "have",
    "how",
    "is",
    "remind me",
    "should",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "would",
];

/// What leaves a choice open.
pub(super) const DOUBTS: &[&str] = &[
    "have not decided",
    "if we",
    "maybe",
    "not chosen",
    "not decided",
    "not sure",
    "not yet decided",
    "undecided",
    "whether",
    "what if",
];

/// Nouns of the trade; a name with a capital or a number in it counts without standing here.
#[rustfmt::skip]
pub(super) const TERMS: &[&str] = &[
    "adapter", "api", "apis", "app", "architecture", "async", "auth", "authentication", "authorization",
    "backend", "backends", "branch", "branches", "broker", "build", "builds", "bundler", "cache",
    "cached", "caching", "channel", "cli", "client", "clients", "cluster", "codec", "column", "columns",
    "compiler", "components", "composition", "concurrency", "config", "configuration", "container",
    "containers", "cookie", "cookies", "crate", "crates", "cursor", "database", "databases", "deletes",
    "dependencies", "dependency", "deploy", "deployment", "deployments", "docker", "domain", "encoding",
    "encryption", "endpoint", "endpoints", "event", "events", "flags", "format", "framework", "frontend",
    "gateway", "generics", "hashing", "ids", "importer", "index", "inheritance", "integration",
    "interface", "interfaces", "job", "keys", "kubernetes", "latency", "libraries", "library", "locale",
    "lock", "locking", "locks", "log", "logging", "logs", "message", "messages", "metrics",
    "microservices", "middleware", "migration", "migrations", "mobile", "module", "modules", "monolith",
    "monorepo", "mutable", "npm", "orm", "package", "packages", "pagination", "parser", "password",
    "pattern", "plugin", "plugins", "pnpm", "polling", "protobuf", "protocol", "proxy", "queries",
    "query", "queue", "queues", "redis", "release", "releases", "replica", "repository", "rest",
    "retention", "retries", "runtime", "scheduler", "scheduling", "schema", "schemas", "script",
    "scripts", "sdk", "search", "secrets", "serialization", "server", "servers", "service", "services",
    "session", "sessions", "shard", "sharding", "sidecar", "sql", "sqlite", "storage", "stream",
    "streams", "table", "tables", "template", "thread", "threads", "timestamp", "timestamps", "token",
    "tokens", "tokio", "traits", "transaction", "transactions", "trunk", "types", "typescript",
    "versioned", "versioning", "webhooks", "websockets", "yaml",
];

/// How lines begin that a program has written.
pub(super) const OUTPUT: &[&str] = &[
    "--> ",
    "at ",
    "caused by",
    "error:",
    "error[",
    "exception in thread",
    "fail ",
    "fatal:",
    "file \"",
    "note: ",
    "npm err!",
    "panic:",
    "thread '",
    "traceback (most",
    "warning:",
    "$ ",
    "● ",
];
