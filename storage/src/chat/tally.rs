//! Number of replies of a thread, stored in its first message's row, so that showing the message does not read the
//! thread.
//!
//! The thread is counted in portions, and a change recounts its own portion from the replies. Nothing is incremented: a
//! change that is applied twice, or never because its process died, is corrected by the next one.

use crate::platform::ids::MessageId;
use crate::platform::record::record;
use crate::platform::value::Word;

/// Most replies in a portion, including tombstones; a larger one is split when it is counted.
pub(super) const PORTION: usize = 50;

/// Adjacent replies of a thread. Stored as `from:live`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portion {
    /// The smallest id of the portion; 0 for the first one.
    from: MessageId,
    /// Number of replies without tombstones.
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
    /// The counts of a thread.
    pub(crate) struct Tally {
        /// In ascending id, the first starting at 0. None: never counted.
        reply_portions: Vec<Portion>,
        /// Epoch milliseconds of the newest reply that is not a tombstone.
        last_reply_at: Option<i64>,
    }
}

record! {
    /// The columns of a reply that are needed for counting.
    pub(crate) struct Counted {
        /// The thread's first message.
        message_id: MessageId,
        /// Epoch milliseconds.
        created: i64,
        /// Whether it is a tombstone.
        deleted: bool,
    }
}

impl Tally {
    pub(crate) fn is_known(&self) -> bool {
        !self.reply_portions.is_empty()
    }

    /// Number of replies without tombstones, and when the last of them was written; none without replies.
    pub(crate) fn summary(&self) -> Option<(u32, i64)> {
        let live: u32 = self.reply_portions.iter().map(|portion| portion.live).sum();
        self.last_reply_at.filter(|_| live > 0).map(|last| (live, last))
    }

    /// The index of the portion that a reply belongs to.
    pub(super) fn place_of(&self, reply: MessageId) -> usize {
        self.reply_portions.partition_point(|portion| portion.from <= reply).saturating_sub(1)
    }

    /// The id range of a portion: its first id, and the one after its last.
    pub(super) fn bounds(&self, place: usize) -> (MessageId, Option<MessageId>) {
        let from = self.reply_portions.get(place).map_or(MessageId(0), |portion| portion.from);
        (from, self.reply_portions.get(place + 1).map(|next| next.from))
    }

    /// Counts a portion from all its replies, in ascending id. Answers the index of an earlier portion that must be
    /// counted too, because the newest reply may now be in it.
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

    /// Whether the counts match all replies of the thread, in ascending id.
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
        /// After any sequence of additions and deletions, some applied late, the counts match once all were applied.
        #[test]
        fn counts_match_the_thread_after_any_changes(changes in prop::collection::vec((1..400_i64, any::<bool>(), any::<bool>()), 1..500)) {
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
        // Removes them again, from the newest on and from the oldest on.
        for n in (4_001..=5_000).rev().chain(1..=4_000) {
            replies[n - 1].deleted = true;
            assert!(told(&mut tally, &replies, MessageId(n as i64)) <= 2 * (PORTION + 1));
            assert!(tally.agrees(&replies));
        }
        assert_eq!(tally.summary(), None);
    }
}
