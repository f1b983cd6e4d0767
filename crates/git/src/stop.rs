//! The end of the time budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Says when to stop: at the end of the budget, or when told to. Clones share the telling.
#[derive(Debug, Clone)]
pub(crate) struct Stop {
    budget: Duration,
    deadline: Option<Instant>,
    told: Arc<AtomicBool>,
}

impl Stop {
    /// Begins a budget now. A budget beyond what the clock can hold has no end.
    pub(crate) fn after(budget: Duration) -> Stop {
        Stop {
            budget,
            deadline: Instant::now().checked_add(budget),
            told: Arc::default(),
        }
    }

    /// The budget as it was given.
    pub(crate) fn budget(&self) -> Duration {
        self.budget
    }

    /// The same stop, but at half of the budget: for work that is worth less than what it costs.
    pub(crate) fn halfway(&self) -> Stop {
        let half = self.budget / 2;
        Stop {
            deadline: self
                .deadline
                .and_then(|deadline| deadline.checked_sub(half)),
            ..self.clone()
        }
    }

    /// What is left of it; none where it has no end.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether to stop now.
    pub(crate) fn is_now(&self) -> bool {
        self.told.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Tells every clone to stop.
    pub(crate) fn tell(&self) {
        self.told.store(true, Ordering::Relaxed);
    }

    /// The flag behind [`Stop::tell`], for work that knows nothing of a budget.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.told
    }
}
