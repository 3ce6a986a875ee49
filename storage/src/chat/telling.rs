//! The job that tells people of a message when the process that wrote it does not come to do so. It joins the write that
//! there is something to tell of, and is taken back once everybody is told.

use super::Message;
use crate::platform::ids::{EventId, JobId, MessageId, UserId};
use crate::platform::jobs::Job;

/// Its kind.
pub const TELL_JOB: &str = "chat-telling";
/// Milliseconds that the process which wrote a message has to tell of it.
const PATIENCE: i64 = 30_000;

/// What is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    /// Of which message.
    pub message_id: MessageId,
    /// The cursor at which it became so.
    pub since: EventId,
    /// Whom it called before it was changed, and whether everybody; none: it is new.
    pub before: Option<(Vec<UserId>, bool)>,
}

impl Telling {
    /// A message is published.
    pub fn new(message_id: MessageId, since: EventId) -> Self {
        Self { message_id, since, before: None }
    }

    /// A message is changed. None: it calls the same people.
    pub fn change(old: &Message, new: &Message, since: EventId) -> Option<Self> {
        let calls = |message: &Message| (message.mentions.clone(), message.mention_all);
        (new.deleted || calls(old) != calls(new)).then(|| Self {
            message_id: new.message_id,
            since,
            before: Some(calls(old)),
        })
    }

    /// The job of it.
    pub fn job(&self) -> Job {
        let mut words = vec![self.message_id.to_string()];
        if let Some((people, everybody)) = &self.before {
            words.push(i64::from(*everybody).to_string());
            words.extend(people.iter().map(ToString::to_string));
        }
        // An event's id is nobody else's: written twice it is one job.
        Job::new(JobId(self.since.0), self.since.millis() + PATIENCE, TELL_JOB, words.join(" "))
    }

    /// What a job is to tell. None: it is no such job.
    pub fn of(job: &Job) -> Option<Self> {
        let mut numbers = job.payload.split(' ').map(|word| word.parse::<i64>().ok());
        let message_id = MessageId(numbers.next()??);
        let before = match numbers.next() {
            None => None,
            Some(everybody) => {
                Some((numbers.map(|id| id.map(UserId)).collect::<Option<_>>()?, everybody? == 1))
            }
        };
        Some(Self { message_id, since: EventId(job.job_id.0), before })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_says_what_is_to_be_told() {
        for before in [None, Some((Vec::new(), true)), Some((vec![UserId(3), UserId(4)], false))] {
            let telling = Telling { message_id: MessageId(7), since: EventId(9 << 12), before };
            assert_eq!(Telling::of(&telling.job()), Some(telling));
        }
        assert_eq!(Telling::of(&Job::new(JobId(1), 0, TELL_JOB, "x".to_owned())), None);
    }
}
