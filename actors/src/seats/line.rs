//! Concurrent requests for the same places on this node queue up and are served together: one after the other by the
//! rules, in one decision of the store.

use std::collections::{HashSet, VecDeque};

use storage::ids::UserId;
use storage::seats::Subject;
use tokio::sync::oneshot;

use super::rules::Act;
use super::{Places, Stands};
use crate::platform::error::Result;
use crate::platform::line;

/// Most requests served together.
const TOGETHER: usize = 32;
/// Most bytes of their answers: a decision is one batch, and the store refuses large ones.
const ANSWERS: usize = 8 * 1_024;

/// A request about a person's place, with the channel for its result.
pub struct Asked {
    pub(super) places: Box<dyn Places>,
    pub(super) user_id: UserId,
    pub(super) act: Act,
    pub(super) answer: oneshot::Sender<Result<Stands>>,
}

impl Asked {
    /// Sends the result; the caller may have gone.
    pub(super) fn answered(self, stands: Result<Stands>) {
        let _ = self.answer.send(stands);
    }
}

/// The queues for places on this node.
pub type Lines = line::Lines<Subject, Asked>;

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

/// How many requests from the head can be served together.
pub(super) fn served_together(line: &VecDeque<Asked>) -> usize {
    together(line.iter().map(|asked| (asked.user_id, &asked.act)))
}

/// New people, each once; otherwise only the first.
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
}
