//! Concurrent requests for the same places on this node queue up and are served together: one after the other by the
//! rules, in one decision of the store.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use storage::ids::UserId;
use storage::seats::Subject;
use tokio::sync::oneshot;

use super::rules::Act;
use super::{Places, Stands};
use crate::platform::error::{Refusal, Result};

/// Longest queue of requests for one subject.
const LONGEST: usize = 2_000;
/// Most requests served together.
const TOGETHER: usize = 32;
/// Most bytes of their answers: a decision is one batch, and the store refuses large ones.
const ANSWERS: usize = 8 * 1_024;

/// A request about a person's place, with the channel for its result.
pub(super) struct Asked {
    pub places: Box<dyn Places>,
    pub user_id: UserId,
    pub act: Act,
    pub answer: oneshot::Sender<Result<Stands>>,
}

impl Asked {
    /// Sends the result; the caller may have gone.
    pub fn answered(self, stands: Result<Stands>) {
        let _ = self.answer.send(stands);
    }
}

/// The queues of this node.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<HashMap<Subject, VecDeque<Asked>>>>);

impl Lines {
    fn all(&self) -> MutexGuard<'_, HashMap<Subject, VecDeque<Asked>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a request. The first one has to serve the queue (true). 503: it is too long.
    pub(super) fn join(&self, subject: Subject, asked: Asked) -> Result<bool> {
        match self.all().entry(subject) {
            Entry::Occupied(line) if line.get().len() >= LONGEST => Err(Refusal::busy()),
            Entry::Occupied(mut line) => {
                line.get_mut().push_back(asked);
                Ok(false)
            }
            Entry::Vacant(line) => {
                line.insert(VecDeque::from([asked]));
                Ok(true)
            }
        }
    }

    pub(super) fn serving(&self, subject: Subject) -> Serving {
        Serving { lines: self.clone(), subject, is_over: false }
    }
}

/// A queue that is being served. If serving ends early, the queued callers are asked to try again.
pub(super) struct Serving {
    lines: Lines,
    subject: Subject,
    is_over: bool,
}

impl Serving {
    /// The next requests that can be served together; none: the queue is empty and removed.
    pub fn next(&mut self) -> Option<Vec<Asked>> {
        let mut lines = self.lines.all();
        let line = lines.get_mut(&self.subject)?;
        let count = together(line.iter().map(|asked| (asked.user_id, &asked.act)));
        if count == 0 {
            lines.remove(&self.subject);
            self.is_over = true;
            return None;
        }
        Some(line.drain(..count).collect())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.is_over {
            self.lines.all().remove(&self.subject);
        }
    }
}

/// The bytes of a new person's answers; none: another act, which may move up others.
fn coming(act: &Act) -> Option<usize> {
    match act {
        Act::Enrol(wish) | Act::Add(wish) => {
            Some(wish.answers.iter().map(|(question, answer)| question.len() + answer.len()).sum())
        }
        Act::Queue => Some(0),
        _ => None,
    }
}

/// How many requests from the head can be served together: new people, each once; otherwise only the first.
fn together<'a>(line: impl Iterator<Item = (UserId, &'a Act)>) -> usize {
    let mut line = line.take(TOGETHER).peekable();
    let least = usize::from(line.peek().is_some());
    let (mut people, mut bytes) = (HashSet::new(), 0);
    let fits = |(user_id, act): &(UserId, &Act)| {
        coming(act).is_some_and(|more| {
            bytes += more;
            bytes <= ANSWERS && people.insert(*user_id)
        })
    };
    line.take_while(fits).count().max(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::rules::Wish;

    fn enrol(bytes: usize) -> Act {
        let answers = [(String::new(), "x".repeat(bytes))].into();
        Act::Enrol(Wish { guests: 0, answers })
    }

    fn served(line: &[(i64, Act)]) -> usize {
        together(line.iter().map(|(id, act)| (UserId(*id), act)))
    }

    #[test]
    fn waiting_enrolments_are_served_together_each_once() {
        let many: Vec<(i64, Act)> = (0..100).map(|id| (id, enrol(3))).collect();
        assert_eq!(served(&[]), 0);
        assert_eq!(served(&many), TOGETHER);
        assert_eq!(
            served(&[(1, enrol(0)), (2, Act::Queue), (3, Act::Add(Wish::default())), (1, enrol(0))]),
            3
        );
    }

    #[test]
    fn act_that_may_promote_others_is_served_alone() {
        for alone in
            [Act::Cancel, Act::Unqueue, Act::Decline, Act::Expire, Act::Remove, Act::Forget, Act::Promote]
        {
            assert_eq!(served(&[(1, alone.clone()), (2, enrol(0))]), 1, "{alone:?}");
            assert_eq!(served(&[(1, enrol(0)), (2, enrol(0)), (3, alone)]), 2);
        }
    }

    #[test]
    fn a_decision_stays_small() {
        assert_eq!(served(&[(1, enrol(ANSWERS + 1)), (2, enrol(0))]), 1, "alone, whatever it is");
        assert_eq!(served(&[(1, enrol(ANSWERS / 2)), (2, enrol(ANSWERS / 2)), (3, enrol(1))]), 2);
    }

    #[test]
    fn waiting_people_get_an_answer_when_serving_ends() {
        struct Nothing;
        impl Places for Nothing {
            fn plan(&self, _: i64) -> futures_util::future::BoxFuture<'_, Result<super::super::rules::Plan>> {
                Box::pin(async { Err(Refusal::internal()) })
            }
        }
        let (lines, subject) = (
            Lines::default(),
            Subject { kind: storage::seats::SeatSubject::Event, id: 1, occurrence: storage::time::Moment(0) },
        );
        let asked = || {
            let (answer, stands) = oneshot::channel();
            (Asked { places: Box::new(Nothing), user_id: UserId(1), act: Act::Cancel, answer }, stands)
        };
        let (first, _kept) = asked();
        let (second, mut left) = asked();
        assert_eq!(lines.join(subject, first).ok(), Some(true));
        assert_eq!(lines.join(subject, second).ok(), Some(false));
        let mut serving = lines.serving(subject);
        assert_eq!(serving.next().map(|some| some.len()), Some(1));
        drop(serving);
        assert!(matches!(left.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
        let (third, _kept) = asked();
        assert_eq!(lines.join(subject, third).ok(), Some(true), "the line begins anew");
    }
}
