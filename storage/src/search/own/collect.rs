//! Collects the best hits of each group in one pass.

use std::sync::Arc;

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::ColumnValues;
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

use super::schema;
use crate::search::GROUPS;

/// Collects at most `limit` hits of each group.
pub struct Grouped {
    wanted: [bool; GROUPS],
    limit: usize,
}

impl Grouped {
    /// `groups`: only these; empty: all.
    pub fn new(groups: &[u8], limit: usize) -> Self {
        let mut wanted = [groups.is_empty(); GROUPS];
        for group in groups {
            if let Some(wanted) = wanted.get_mut(usize::from(*group)) {
                *wanted = true;
            }
        }
        Self { wanted, limit }
    }
}

/// Weight of the rank: its maximum is below the smallest difference between scores.
const RANK: f32 = 1.0 / 256.0;

/// A group's hits, best first.
type Best<At> = Vec<(Score, At)>;

/// Inserts a hit among the best; of equal ones the earlier stays first.
fn insert<At>(best: &mut Best<At>, score: Score, at: At, limit: usize) {
    if best.len() >= limit && best.last().is_none_or(|(last, _)| *last >= score) {
        return;
    }
    let place = best.partition_point(|(other, _)| *other >= score);
    best.insert(place, (score, at));
    best.truncate(limit);
}

pub struct InSegment {
    segment: SegmentOrdinal,
    listed: Arc<dyn ColumnValues<u64>>,
    wanted: [bool; GROUPS],
    limit: usize,
    best: Vec<Best<DocAddress>>,
}

impl Collector for Grouped {
    type Fruit = Vec<Best<DocAddress>>;
    type Child = InSegment;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<InSegment> {
        let listed = reader.fast_fields().u64("listed")?.first_or_default_col(GROUPS as u64);
        let best = vec![Vec::new(); GROUPS];
        Ok(InSegment { segment, listed, wanted: self.wanted, limit: self.limit, best })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, segments: Vec<Vec<Best<DocAddress>>>) -> tantivy::Result<Vec<Best<DocAddress>>> {
        let mut all: Vec<Best<DocAddress>> = vec![Vec::new(); GROUPS];
        for segment in segments {
            for (best, found) in all.iter_mut().zip(segment) {
                for (score, at) in found {
                    insert(best, score, at, self.limit);
                }
            }
        }
        Ok(all)
    }
}

impl SegmentCollector for InSegment {
    type Fruit = Vec<Best<DocAddress>>;

    fn collect(&mut self, doc: DocId, score: Score) {
        let (group, rank) = schema::unlisted(self.listed.get_val(doc));
        let group = usize::from(group);
        if self.wanted.get(group) != Some(&true) {
            return;
        }
        let score = score + f32::from(rank) * RANK;
        if let Some(best) = self.best.get_mut(group) {
            insert(best, score, DocAddress::new(self.segment, doc), self.limit);
        }
    }

    fn harvest(self) -> Self::Fruit {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_hits_are_kept_and_ties_keep_their_order() {
        let mut best = Vec::new();
        for (at, score) in [1.0, 3.0, 2.0, 3.0, 0.5, 4.0].into_iter().enumerate() {
            insert(&mut best, score, at, 3);
        }
        assert_eq!(best, [(4.0, 5), (3.0, 1), (3.0, 3)]);
        let mut none = Vec::new();
        insert(&mut none, 1.0, 0, 0);
        assert!(none.is_empty());
    }
}
