//! What a session must show.

mod check;

pub(super) use check::Finding;

/// A claim about a session. Runs and requests count from one; only requests of the conversation
/// count.
#[derive(Clone, Debug)]
pub(super) enum Expect {
    /// `text` is first in this request of this run, once, and still only once at the end of the run.
    Arrives {
        what: String,
        run: usize,
        request: usize,
        text: String,
    },
    /// `text` stands so often in this request of this run, or in the last one.
    Times {
        what: String,
        run: usize,
        request: Option<usize>,
        text: String,
        times: usize,
    },
    /// `text` is in no request.
    Never { what: String, text: String },
    /// `text` is in what this run of the client printed, and in no request.
    UserOnly {
        what: String,
        run: usize,
        text: String,
    },
    /// `text` is not in what this run of the client printed.
    Unshown {
        what: String,
        run: usize,
        text: String,
    },
    /// The run made so many requests.
    Requests { run: usize, count: usize },
    /// The file, or a file of the folder, relative to the repository, holds `text` afterwards.
    Holds { path: String, text: String },
    /// The file, and every file of the folder, does not hold `text` afterwards, or is not there.
    Lacks { path: String, text: String },
}

/// `text` first in this request of the first run, once.
pub(super) fn arrives_in(request: usize, what: &str, text: impl Into<String>) -> Expect {
    arrives_in_run(1, request, what, text)
}

/// `text` first in this request of this run, once.
pub(super) fn arrives_in_run(
    run: usize,
    request: usize,
    what: &str,
    text: impl Into<String>,
) -> Expect {
    Expect::Arrives {
        what: what.to_owned(),
        run,
        request,
        text: text.into(),
    }
}

/// `text` so often in the last request of this run.
pub(super) fn times_in_run(
    run: usize,
    what: &str,
    text: impl Into<String>,
    times: usize,
) -> Expect {
    Expect::Times {
        what: what.to_owned(),
        run,
        request: None,
        text: text.into(),
        times,
    }
}

/// `text` so often in this request of the first run.
pub(super) fn times_in_request(
    request: usize,
    what: &str,
    text: impl Into<String>,
    times: usize,
) -> Expect {
    Expect::Times {
        what: what.to_owned(),
        run: 1,
        request: Some(request),
        text: text.into(),
        times,
    }
}

/// `text` in no request.
pub(super) fn unsaid(what: &str, text: impl Into<String>) -> Expect {
    Expect::Never {
        what: what.to_owned(),
        text: text.into(),
    }
}

/// `text` shown to the user of the first run, and in no request.
pub(super) fn user_only(what: &str, text: impl Into<String>) -> Expect {
    Expect::UserOnly {
        what: what.to_owned(),
        run: 1,
        text: text.into(),
    }
}

/// `text` not shown to the user of this run.
pub(super) fn unshown_in_run(run: usize, what: &str, text: impl Into<String>) -> Expect {
    Expect::Unshown {
        what: what.to_owned(),
        run,
        text: text.into(),
    }
}

/// So many requests in the first run.
pub(super) fn requests(count: usize) -> Expect {
    requests_in_run(1, count)
}

/// So many requests in this run.
pub(super) fn requests_in_run(run: usize, count: usize) -> Expect {
    Expect::Requests { run, count }
}

/// The file holds `text` afterwards.
pub(super) fn holds(path: &str, text: impl Into<String>) -> Expect {
    Expect::Holds {
        path: path.to_owned(),
        text: text.into(),
    }
}

/// The file does not hold `text` afterwards.
pub(super) fn lacks(path: &str, text: impl Into<String>) -> Expect {
    Expect::Lacks {
        path: path.to_owned(),
        text: text.into(),
    }
}
