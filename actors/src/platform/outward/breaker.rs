//! A circuit breaker per host. Pure: time is passed in (epoch milliseconds).
//!
//! Closed: calls are made. After [`FAILURES`] consecutive calls without an answer it opens: no calls until a pause is
//! over. Then one probe is let through (half open): an answer closes the breaker, no answer opens it again for twice as
//! long.

/// Consecutive calls without an answer before the breaker opens.
pub const FAILURES: u32 = 5;
/// The first and the longest pause (ms).
const FIRST_PAUSE_MS: i64 = 30_000;
const LONGEST_PAUSE_MS: i64 = 600_000;
/// How long a probe may take before another one is let through (ms).
const PROBE_MS: i64 = 60_000;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Closed,
    Open {
        until: i64,
    },
    HalfOpen {
        since: i64,
    },
}

/// The state of one host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Breaker {
    state: State,
    /// Consecutive calls without an answer.
    failures: u32,
    /// The last pause.
    pause: i64,
}

impl Breaker {
    /// When the host may be called; none: now.
    pub fn not_before(&self, now: i64) -> Option<i64> {
        match self.state {
            State::Open { until } if until > now => Some(until),
            State::HalfOpen { since } if since + PROBE_MS > now => Some(since + PROBE_MS),
            State::Closed | State::Open { .. } | State::HalfOpen { .. } => None,
        }
    }

    /// Begins a call. False: it may not be made now.
    pub fn begin(&mut self, now: i64) -> bool {
        if self.not_before(now).is_some() {
            return false;
        }
        if self.state != State::Closed {
            self.state = State::HalfOpen { since: now };
        }
        true
    }

    /// Records how a call ended.
    pub fn ended(&mut self, is_answered: bool, now: i64) {
        if is_answered {
            *self = Self::default();
            return;
        }
        self.failures = self.failures.saturating_add(1);
        let opens = match self.state {
            State::Closed => self.failures >= FAILURES,
            State::HalfOpen { .. } => true,
            // A call that began before the breaker opened.
            State::Open { .. } => false,
        };
        if opens {
            self.pause = (self.pause * 2).clamp(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
            self.state = State::Open { until: now + self.pause };
        }
    }

    /// Whether the state is that of an unknown host.
    pub fn is_new(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(at: i64) -> Breaker {
        let mut breaker = Breaker::default();
        for _ in 0..FAILURES {
            assert!(breaker.begin(at));
            breaker.ended(false, at);
        }
        breaker
    }

    #[test]
    fn it_opens_after_failures_in_a_row() {
        let mut breaker = Breaker::default();
        for _ in 0..FAILURES - 1 {
            breaker.ended(false, 0);
        }
        breaker.ended(true, 0);
        assert!(breaker.is_new(), "an answer forgets them");
        let breaker = opened(1_000);
        for (now, expected) in [(1_000, Some(31_000)), (30_999, Some(31_000)), (31_000, None), (99_000, None)]
        {
            assert_eq!(breaker.not_before(now), expected, "{now}");
        }
    }

    #[test]
    fn one_call_looks_when_the_pause_is_over() {
        let mut breaker = opened(0);
        assert!(!breaker.begin(29_999));
        assert!(breaker.begin(30_000));
        assert!(!breaker.begin(30_001), "one alone");
        assert_eq!(breaker.not_before(30_001), Some(90_000));
        let mut answered = breaker;
        answered.ended(true, 31_000);
        assert!(answered.is_new());
        assert!(breaker.begin(90_000), "one that never came back is not waited for");
        breaker.ended(false, 91_000);
        assert_eq!(breaker.not_before(91_000), Some(151_000), "twice as long");
    }

    #[test]
    fn pauses_double_to_ten_minutes() {
        let (mut breaker, mut now, mut pauses) = (opened(0), 0, Vec::new());
        for _ in 0..7 {
            let until = breaker.not_before(now).unwrap();
            pauses.push(until - now);
            now = until;
            assert!(breaker.begin(now));
            breaker.ended(false, now);
        }
        assert_eq!(pauses, [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
    }

    #[test]
    fn calls_made_before_it_opened_do_not_prolong_it() {
        let mut breaker = opened(0);
        breaker.ended(false, 10_000);
        assert_eq!(breaker.not_before(10_000), Some(30_000));
        breaker.ended(true, 11_000);
        assert_eq!(breaker.not_before(11_000), None);
    }
}
