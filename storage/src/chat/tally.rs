//! How many replies a thread has, kept with its first message: whoever shows the message reads that row and not the thread.
//!
//! The count is kept in portions of the thread, and a change counts its own portion anew from the replies themselves. So
//! nothing is added up: a change that is told twice, or not at all because its process died, is made good by the next one.

use crate::platform::ids::MessageId;
use crate::platform::record::record;
use crate::platform::value::Word;

/// Replies in a portion, at most, deleted ones among them; a larger one is cut when it is counted.
pub(super) const PORTION: usize = 50;

/// Some replies that lie next to each other. Written as `from:live`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portion {
    /// The smallest id that belongs to it; the first portion begins at 0.
    from: MessageId,
    /// How many are not deleted.
    live: u32,
}

impl std::fmt::Display for Portion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.from, self.live)
    }
}

impl Word for Portion {
    fn from_word(word: &str) -> Option<Self> {
        let (from, live) = word.split_once(':')?;
        Some(Self { from: from.parse().ok()?, live: live.parse().ok()? })
    }
}

record! {
    /// A thread's replies, as counted.
    pub(crate) struct Tally {
        /// In ascending id, the first from 0 on. None: never counted.
        reply_portions: Vec<Portion>,
        /// Epoch milliseconds of the newest reply that is not deleted.
        last_reply_at: Option<i64>,
    }
}

record! {
    /// What is counted of a reply.
    pub(crate) struct Counted {
        /// The thread's first message.
        message_id: MessageId,
        /// Epoch milliseconds.
        created: i64,
        /// Whether it was removed.
        deleted: bool,
    }
}

impl Tally {
    pub(crate) fn is_known(&self) -> bool {
        !self.reply_portions.is_empty()
    }

    /// How many replies are not deleted, and when the last of those was written; none without.
    pub(crate) fn summary(&self) -> Option<(u32, i64)> {
        let live: u32 = self.reply_portions.iter().map(|portion| portion.live).sum();
        self.last_reply_at.filter(|_| live > 0).map(|last| (live, last))
    }

    /// The portion that a reply belongs to.
    pub(super) fn place_of(&self, reply: MessageId) -> usize {
        self.reply_portions.partition_point(|portion| portion.from <= reply).saturating_sub(1)
    }

    /// The ids of a portion: the first one, and the one after the last.
    pub(super) fn bounds(&self, place: usize) -> (MessageId, Option<MessageId>) {
        let from = self.reply_portions.get(place).map_or(MessageId(0), |portion| portion.from);
        (from, self.reply_portions.get(place + 1).map(|next| next.from))
    }

    /// Counts a portion from all of its replies, in ascending id. Answers an earlier portion that must be counted as well,
    /// because the newest reply is looked for there now.
    pub(super) fn count(&mut self, place: usize, replies: &[Counted]) -> Option<usize> {
        let (from, _) = self.bounds(place);
        let mut counted: Vec<Portion> = replies.chunks(PORTION).map(Portion::of).collect();
        match counted.first_mut() {
            Some(first) => first.from = from,
            None => counted.push(Portion { from, live: 0 }),
        }
        let end = place + counted.len();
        let known = place..(place + 1).min(self.reply_portions.len());
        self.reply_portions.splice(known, counted);
        match self.reply_portions.iter().rposition(|portion| portion.live > 0) {
            Some(newest) if newest >= end => None,
            Some(newest) if newest < place => Some(newest),
            _ => {
                let live = replies.iter().filter(|reply| !reply.deleted);
                self.last_reply_at = live.map(|reply| reply.created).max();
                None
            }
        }
    }

    /// Is this what all replies of the thread, in ascending id, say?
    pub(crate) fn agrees(&self, replies: &[Counted]) -> bool {
        let mut live = vec![0_u32; self.reply_portions.len()];
        let mut last = None;
        for reply in replies.iter().filter(|reply| !reply.deleted) {
            if let Some(count) = live.get_mut(self.place_of(reply.message_id)) {
                *count += 1;
            }
            last = last.max(Some(reply.created));
        }
        live.iter().eq(self.reply_portions.iter().map(|portion| &portion.live)) && self.last_reply_at == last
    }
}

impl Portion {
    fn of(replies: &[Counted]) -> Self {
        let live = replies.iter().filter(|reply| !reply.deleted).count();
        let from = replies.first().map_or(MessageId(0), |first| first.message_id);
        Self { from, live: u32::try_from(live).unwrap_or(u32::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const UNKNOWN: Tally = Tally { reply_portions: Vec::new(), last_reply_at: None };

    fn told(tally: &mut Tally, replies: &[Counted], changed: MessageId) -> usize {
        let (mut read, mut place) = (0, Some(tally.place_of(changed)));
        while let Some(at) = place {
            let (from, until) = tally.bounds(at);
            let there: Vec<Counted> = replies
                .iter()
                .filter(|reply| reply.message_id >= from && until.is_none_or(|end| reply.message_id < end))
                .cloned()
                .collect();
            read += there.len();
            place = tally.count(at, &there);
        }
        read
    }

    proptest! {
        /// Whatever comes, goes, and is not told at once: once each has been told, all agrees.
        #[test]
        fn it_says_what_the_thread_says(changes in prop::collection::vec((1..400_i64, any::<bool>(), any::<bool>()), 1..500)) {
            let (mut replies, mut tally, mut untold) = (Vec::<Counted>::new(), UNKNOWN, Vec::new());
            for (id, comes, is_told) in changes {
                let id = MessageId(id);
                match replies.binary_search_by_key(&id, |reply| reply.message_id) {
                    Err(at) if comes => {
                        replies.insert(at, Counted { message_id: id, created: id.0 * 10, deleted: false });
                    }
                    Ok(at) if !comes => replies[at].deleted = true,
                    _ => continue,
                }
                untold.push(id);
                if is_told {
                    for id in untold.drain(..).rev() {
                        told(&mut tally, &replies, id);
                    }
                    prop_assert!(tally.agrees(&replies), "{tally:?} {replies:?}");
                }
            }
        }
    }

    #[test]
    fn a_reply_costs_a_portion_however_long_the_thread() {
        let (mut replies, mut tally) = (Vec::new(), UNKNOWN);
        for n in 1..=5_000 {
            replies.push(Counted { message_id: MessageId(n), created: n, deleted: false });
            assert!(told(&mut tally, &replies, MessageId(n)) <= PORTION + 1);
        }
        assert_eq!(tally.summary(), Some((5_000, 5_000)));
        // Away again from the newest on, and from the oldest on.
        for n in (4_001..=5_000).rev().chain(1..=4_000) {
            replies[n - 1].deleted = true;
            assert!(told(&mut tally, &replies, MessageId(n as i64)) <= 2 * (PORTION + 1));
            assert!(tally.agrees(&replies));
        }
        assert_eq!(tally.summary(), None);
    }
}
