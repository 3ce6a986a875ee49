//! The job that sends a message's notifications if the process that wrote the message fails to do so. It is part of the
//! message's write, and is cancelled once all recipients are notified.

use super::Message;
use crate::platform::ids::{EventId, JobId, MessageId, UserId};
use crate::platform::jobs::Job;

/// The job's kind.
pub const TELL_JOB: &str = "chat-telling";
/// Milliseconds that the writing process has for the notifications.
const PATIENCE: i64 = 30_000;

/// The notifications that are due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    /// The message.
    pub message_id: MessageId,
    /// The cursor of the publication or change.
    pub since: EventId,
    /// The people it mentioned before the change, and whether it mentioned the channel; none: it is new.
    pub before: Option<(Vec<UserId>, bool)>,
}

impl Telling {
    /// For a published message.
    pub fn new(message_id: MessageId, since: EventId) -> Self {
        Self { message_id, since, before: None }
    }

    /// For a changed message. None: it mentions the same people.
    pub fn change(old: &Message, new: &Message, since: EventId) -> Option<Self> {
        let calls = |message: &Message| (message.mentions.clone(), message.mention_all);
        (new.deleted || calls(old) != calls(new)).then(|| Self {
            message_id: new.message_id,
            since,
            before: Some(calls(old)),
        })
    }

    /// The job that sends them.
    pub fn job(&self) -> Job {
        let mut words = vec![self.message_id.to_string()];
        if let Some((people, everybody)) = &self.before {
            words.push(i64::from(*everybody).to_string());
            words.extend(people.iter().map(ToString::to_string));
        }
        // The event's id is unique: written twice it is one job.
        Job::new(JobId(self.since.0), self.since.millis() + PATIENCE, TELL_JOB, words.join(" "))
    }

    /// Parses a job. None: it is of another kind.
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
    fn notification_job_round_trips() {
        for before in [None, Some((Vec::new(), true)), Some((vec![UserId(3), UserId(4)], false))] {
            let telling = Telling { message_id: MessageId(7), since: EventId(9 << 12), before };
            assert_eq!(Telling::of(&telling.job()), Some(telling));
        }
        assert_eq!(Telling::of(&Job::new(JobId(1), 0, TELL_JOB, "x".to_owned())), None);
    }
}
