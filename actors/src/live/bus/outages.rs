//! Outages: the periods in which live streams were incomplete.
//!
//! A client's cursor is the largest it has seen. During an outage of the bus it advances with the events of its own
//! node, past messages that another node writes meanwhile; a recovery that looks back only a little from such a cursor
//! would never find them. So each outage is stored and published to the other nodes, and recovery after a cursor from
//! within an outage starts at the outage's beginning.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long outages are kept (ms): as long as a cursor is useful.
const KEPT: i64 = 7 * 24 * 3_600_000;
/// How long after an outage clients need to be notified and to fetch what they missed (ms). A cursor from that time may
/// still precede a gap.
const SETTLES: i64 = 60_000;
/// Most outages kept; more are merged with their neighbours.
const MOST: usize = 32;

/// The outages that this node knows of. Times are epoch milliseconds.
#[derive(Debug, Default)]
pub struct Outages(Mutex<Vec<(i64, i64)>>);

impl Outages {
    fn lock(&self) -> MutexGuard<'_, Vec<(i64, i64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Streams were incomplete from `from` to `to`.
    pub fn note(&self, from: i64, to: i64) {
        let mut list = self.lock();
        list.push((from.min(to), to));
        list.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::with_capacity(list.len());
        for (from, to) in list.drain(..) {
            match joined.last_mut() {
                // An outage that begins before the last one has settled is merged with it.
                Some(last) if from <= last.1 + SETTLES => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        let newest = joined.last().map_or(0, |last| last.1);
        joined.retain(|(_, to)| newest - to <= KEPT);
        while joined.len() > MOST {
            let (_, to) = joined.remove(1);
            joined[0].1 = to;
        }
        *list = joined;
    }

    /// All that are known, oldest first.
    pub fn all(&self) -> Vec<(i64, i64)> {
        self.lock().clone()
    }

    /// From when a recovery has to read for a cursor from `at`: `at` itself, or the beginning of the outage around it.
    /// `margin` (ms) is how far clocks may differ.
    pub fn resume_from(&self, at: i64, margin: i64) -> i64 {
        let list = self.lock();
        let around = |(from, to): &&(i64, i64)| from - margin <= at && at <= to + SETTLES + margin;
        list.iter().filter(around).map(|(from, _)| *from).min().map_or(at, |from| from.min(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_out_of_an_outage_goes_back_to_its_beginning() {
        let outages = Outages::default();
        assert_eq!(outages.resume_from(1_000_000, 5_000), 1_000_000);
        outages.note(1_000_000, 1_030_000);
        for (at, from) in [
            (900_000, 900_000),
            (1_000_000, 1_000_000),
            (1_029_000, 1_000_000),
            // Still within the time in which clients catch up.
            (1_080_000, 1_000_000),
            (1_200_000, 1_200_000),
        ] {
            assert_eq!(outages.resume_from(at, 5_000), from, "{at}");
        }
    }

    #[test]
    fn outages_that_touch_are_one() {
        let outages = Outages::default();
        outages.note(2_000_000, 2_010_000);
        outages.note(1_000_000, 1_010_000);
        outages.note(1_020_000, 1_030_000);
        outages.note(1_020_000, 1_030_000);
        assert_eq!(outages.all(), vec![(1_000_000, 1_030_000), (2_000_000, 2_010_000)]);
        assert_eq!(outages.resume_from(1_025_000, 0), 1_000_000);
    }

    #[test]
    fn stored_outages_are_bounded() {
        let outages = Outages::default();
        for n in 0..100 {
            outages.note(n * 200_000, n * 200_000 + 1);
        }
        let all = outages.all();
        assert_eq!(all.len(), MOST);
        assert_eq!((all[0].0, all[MOST - 1].1), (0, 99 * 200_000 + 1));
        outages.note(KEPT * 2, KEPT * 2 + 1);
        assert_eq!(outages.all(), vec![(KEPT * 2, KEPT * 2 + 1)]);
    }
}
