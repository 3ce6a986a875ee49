//! Polls: what is asked lies in the message's own row, the votes beside it.
//!
//! A person's vote and how many have chosen what are changed in one decision: whatever happens at the same instant, each
//! person's vote is counted once, and the counts are what the votes say. As reactions they are written before the message's
//! version is raised for them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::versions::ATTEMPTS;
use super::{Chat, EventKind, Message, rows};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{EventId, MessageId, UserId};
use crate::platform::record::{Record, Stored, record};
use crate::platform::value::{Cell as _, json_cell};

/// Voters of a poll that are named, at most; all are counted.
pub const VOTERS_NAMED: usize = 200;

/// What a message asks. The question is its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poll {
    /// In the order in which they are shown.
    pub options: Vec<String>,
    /// More than one may be chosen.
    pub multiple: bool,
    /// Nobody sees who has chosen what.
    pub anonymous: bool,
    /// Epoch milliseconds from which on nobody votes any more; none: never.
    pub closes: Option<i64>,
    /// When each option is, of a poll about when; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<PollTime>,
}

/// When an option is, in epoch milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollTime {
    pub start: i64,
    pub end: i64,
}

json_cell!(Poll);

record! {
    /// What somebody has chosen.
    pub struct Vote;
    pub(crate) static VOTES: "poll_votes", Ascending has POLL_COUNTS;
    partition {
        /// In which poll.
        message_id: MessageId => bigint,
    }
    clustering {
        /// Who has chosen.
        user_id: UserId => bigint,
    }
    columns {
        /// The options' places, ascending; never none.
        chosen: Vec<i64> => text,
        /// Epoch milliseconds.
        voted: i64 => timestamp,
    }
}

record! {
    /// How often what was chosen.
    pub struct PollCounts;
    pub(crate) static POLL_COUNTS: "poll_counts" of VOTES;
    partition {
        /// In which poll.
        message_id: MessageId => bigint,
    }
    columns {
        /// How many have voted.
        voters: i64 => bigint,
        /// How many have chosen each option, in the options' order.
        counts: Vec<i64> => text,
    }
}

impl PollCounts {
    fn none(message_id: MessageId, options: usize) -> Self {
        Self { message_id, voters: 0, counts: vec![0; options] }
    }

    /// With one vote in place of another.
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

/// How a poll stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tallied {
    /// How many have voted.
    pub voters: i64,
    /// How many have chosen each option; empty: nobody anything.
    pub counts: Vec<i64>,
    /// Who has chosen what, the first [`VOTERS_NAMED`] by person; of an anonymous poll nobody.
    pub votes: Vec<Vote>,
}

/// The votes of a message that is deleted.
pub(super) fn gone(message: &Message) -> Vec<Write> {
    if message.poll.is_none() {
        return Vec::new();
    }
    vec![Vote::of(message.message_id).delete(), PollCounts::at(message.message_id).delete()]
}

impl Chat {
    /// Puts a person's vote in place of the one that they had, with its event, and raises the message's version; nothing chosen
    /// takes it back. False: it stood so already, or the message is deleted or no poll.
    pub async fn vote(&self, message: &Message, vote: &Vote, event_id: EventId) -> Result<bool> {
        let Some(poll) = &message.poll else { return Ok(false) };
        // The log of an anonymous poll does not say who either.
        let by = if poll.anonymous { message.user_id } else { vote.user_id };
        let event = rows::text_event(message, EventKind::Update, by, event_id);
        if !self.count_vote(vote, poll.options.len(), event).await? {
            return Ok(false);
        }
        let raised = self.raise(rows::key_of(message), message.message_id, false).await?;
        if !raised {
            // It was deleted meanwhile, and its votes with it: this one came too late.
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

    /// How the polls of some messages stand; messages without are left out. Of an anonymous one nobody is named.
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

    /// What a person has chosen in those of some polls in which they voted.
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
    fn a_vote_in_place_of_another() {
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
