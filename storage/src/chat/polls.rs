//! Polls: the question is in the message's row, the votes beside it.
//!
//! A vote and the counts are changed in one decision, so that every vote is counted once under any concurrency and the
//! counts always match the votes. Like reactions they are written before the message's version is raised for them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::versions::ATTEMPTS;
use super::{Chat, EventKind, Message, rows};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{EventId, MessageId, UserId};
use crate::platform::record::{Record, Stored, record};
use crate::platform::value::{Cell as _, json_cell};

/// Most voters listed by name; all are counted.
pub const VOTERS_NAMED: usize = 200;

/// A message's poll. The question is the message's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poll {
    /// The options in display order.
    pub options: Vec<String>,
    /// Several options may be chosen.
    pub multiple: bool,
    /// Votes are secret.
    pub anonymous: bool,
    /// Epoch milliseconds at which voting ends; none: never.
    pub closes: Option<i64>,
    /// The times of the options in a poll about dates; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<PollTime>,
}

/// The time of an option, in epoch milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollTime {
    pub start: i64,
    pub end: i64,
}

json_cell!(Poll);

record! {
    /// Somebody's vote.
    pub struct Vote;
    pub(crate) static VOTES: "poll_votes", Ascending has POLL_COUNTS;
    partition {
        /// The poll's message.
        message_id: MessageId => bigint,
    }
    clustering {
        /// The voter.
        user_id: UserId => bigint,
    }
    columns {
        /// Indexes of the chosen options, ascending; never empty.
        chosen: Vec<i64> => text,
        /// Epoch milliseconds.
        voted: i64 => timestamp,
    }
}

record! {
    /// Counts of a poll.
    pub struct PollCounts;
    pub(crate) static POLL_COUNTS: "poll_counts" of VOTES;
    partition {
        /// The poll's message.
        message_id: MessageId => bigint,
    }
    columns {
        /// Number of voters.
        voters: i64 => bigint,
        /// Number of votes per option, in the options' order.
        counts: Vec<i64> => text,
    }
}

impl PollCounts {
    fn none(message_id: MessageId, options: usize) -> Self {
        Self { message_id, voters: 0, counts: vec![0; options] }
    }

    /// The counts after a vote is replaced.
    fn moved(mut self, old: &[i64], new: &[i64]) -> Self {
        self.voters += i64::from(!new.is_empty()) - i64::from(!old.is_empty());
        for (places, by) in [(old, -1), (new, 1)] {
            for place in places {
                if let Some(count) = usize::try_from(*place).ok().and_then(|at| self.counts.get_mut(at)) {
                    *count += by;
                }
            }
        }
        self
    }
}

/// The result of a poll so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tallied {
    /// Number of voters.
    pub voters: i64,
    /// Number of votes per option; empty: no votes yet.
    pub counts: Vec<i64>,
    /// The votes of the first [`VOTERS_NAMED`] voters by id; empty for an anonymous poll.
    pub votes: Vec<Vote>,
}

/// Deletes the votes of a deleted message.
pub(super) fn gone(message: &Message) -> Vec<Write> {
    if message.poll.is_none() {
        return Vec::new();
    }
    vec![Vote::of(message.message_id).delete(), PollCounts::at(message.message_id).delete()]
}

impl Chat {
    /// Replaces a person's vote, with its event, and raises the message's version; an empty vote is a withdrawal.
    /// False: nothing changed, or the message is deleted or no poll.
    pub async fn vote(&self, message: &Message, vote: &Vote, event_id: EventId) -> Result<bool> {
        let Some(poll) = &message.poll else { return Ok(false) };
        // The event log of an anonymous poll does not name the voter.
        let by = if poll.anonymous { message.user_id } else { vote.user_id };
        let event = rows::text_event(message, EventKind::Update, by, event_id);
        if !self.count_vote(vote, poll.options.len(), event).await? {
            return Ok(false);
        }
        let raised = self.raise(rows::key_of(message), message.message_id, false).await?;
        if !raised {
            // It was deleted meanwhile together with its votes: this one came too late.
            self.db.write(gone(message)).await?;
        }
        Ok(raised)
    }

    async fn count_vote(&self, vote: &Vote, options: usize, event: Write) -> Result<bool> {
        let id = vote.message_id;
        let _turn = self.turns.of(id).await;
        for _ in 0..ATTEMPTS {
            let mut found = self.db.get_many(vec![vote.key(), PollCounts::at(id)]).await?.into_iter();
            let old = found.next().flatten().map(Vote::read).transpose()?;
            let stood = found.next().flatten().map(PollCounts::read).transpose()?;
            let had: &[i64] = old.as_ref().map_or(&[], |old| &old.chosen);
            if had == vote.chosen.as_slice() {
                return Ok(false);
            }
            let counts = stood.clone().unwrap_or_else(|| PollCounts::none(id, options));
            let counts = counts.moved(had, &vote.chosen);
            let counted = stood.and_then(|stood| stood.change_whole_to(&counts));
            let counted = counted.unwrap_or_else(|| counts.if_absent());
            let own = match &old {
                None => vote.if_absent(),
                Some(old) if vote.chosen.is_empty() => {
                    vote.key().delete_if([("chosen", old.chosen.to_value().into())])
                }
                Some(old) => Guard::UpdateIf {
                    key: vote.key(),
                    set: old.changes_to(vote),
                    conditions: vec![("chosen", old.chosen.to_value().into())],
                    ttl: None,
                },
            };
            if self.db.write_if(vec![own, counted], vec![event.clone()]).await?.applied() {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// The results of some messages' polls; messages without a poll are left out. Anonymous polls list no voters.
    pub async fn tallied(&self, messages: &[&Message]) -> Result<HashMap<MessageId, Tallied>> {
        let polls: Vec<(MessageId, bool)> = messages
            .iter()
            .filter_map(|message| Some((message.message_id, message.poll.as_ref()?.anonymous)))
            .collect();
        let counts = self.db.get_many(polls.iter().map(|(id, _)| PollCounts::at(*id)).collect()).await?;
        let named = polls.iter().filter(|(_, anonymous)| !anonymous);
        let votes = named.map(|(id, _)| Vote::of(*id).ascending(VOTERS_NAMED)).collect();
        let mut votes = self.db.range_many(votes).await?.into_iter();
        let mut tallied = HashMap::new();
        for ((id, anonymous), counts) in polls.into_iter().zip(counts) {
            let counts = counts.map(PollCounts::read).transpose()?;
            let votes = if anonymous { Vec::new() } else { votes.next().unwrap_or_default() };
            let votes = votes.into_iter().map(Vote::read).collect::<Result<_>>()?;
            let (voters, counts) = counts.map_or((0, Vec::new()), |stood| (stood.voters, stood.counts));
            tallied.insert(id, Tallied { voters, counts, votes });
        }
        Ok(tallied)
    }

    /// A person's votes in some polls; polls without a vote are left out.
    pub async fn votes_by(
        &self,
        user_id: UserId,
        message_ids: &[MessageId],
    ) -> Result<HashMap<MessageId, Vote>> {
        let keys = message_ids.iter().map(|id| Vote::at(*id, user_id)).collect();
        let found: Vec<Vote> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|vote| (vote.message_id, vote)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_vote_changes_the_counts() {
        let stood = PollCounts { message_id: MessageId(1), voters: 3, counts: vec![2, 1, 0] };
        let cases: [(&[i64], &[i64], i64, [i64; 3]); 5] = [
            (&[], &[0], 4, [3, 1, 0]),
            (&[0], &[1], 3, [1, 2, 0]),
            (&[0], &[], 2, [1, 1, 0]),
            (&[0, 1], &[1, 2], 3, [1, 1, 1]),
            (&[], &[9], 4, [2, 1, 0]),
        ];
        for (old, new, voters, counts) in cases {
            let moved = stood.clone().moved(old, new);
            assert_eq!((moved.voters, moved.counts), (voters, counts.to_vec()), "{old:?} {new:?}");
        }
    }
}
