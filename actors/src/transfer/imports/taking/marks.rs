//! Marks imported messages as read.

use std::collections::HashSet;

use storage::chat::ChannelType;
use storage::ids::UserId;
use storage::imports::ReadMark;

use super::Taking;
use super::channels::Taken;
use super::messages::Place;
use crate::transfer::imports::{ImportError, Step};

/// People of the organisation per lookup.
const PEOPLE: usize = 1_000;
/// Marks per write.
const BATCH: usize = 500;
/// Above this number of marks, only members of a channel get one.
const MARKS_MAX: usize = 2_000_000;

impl Taking<'_> {
    /// Marks the newest imported message of each channel as read for everybody who may read the channel.
    pub async fn mark(&mut self, taken: &[Option<Taken>], places: &[Place]) -> Result<(), ImportError> {
        let everybody = self.everybody().await?;
        let is_all = everybody.len().saturating_mul(taken.len()) <= MARKS_MAX;
        let mut marks: Vec<ReadMark> = Vec::new();
        for (n, (channel, place)) in taken.iter().zip(places).enumerate() {
            let Some((channel, newest)) = channel.as_ref().zip(place.newest) else { continue };
            let members = channel.members.iter().filter_map(|member| self.names.people.get(member));
            let mut readers: HashSet<UserId> = members.map(|(user_id, _)| *user_id).collect();
            if is_all && channel.channel.channel_type == ChannelType::Public {
                readers.extend(&everybody);
            }
            marks.extend(readers.into_iter().map(|user_id| ReadMark {
                user_id,
                workspace_id: channel.channel.workspace_id,
                channel_id: channel.channel.channel_id,
                message_id: newest,
                at: self.now,
            }));
            if marks.len() >= BATCH || n + 1 == taken.len() {
                self.put_marks(std::mem::take(&mut marks)).await?;
                self.report_progress(Step::Marks, n as u64 + 1, taken.len() as u64);
            }
        }
        self.put_marks(marks).await
    }

    async fn put_marks(&self, marks: Vec<ReadMark>) -> Result<(), ImportError> {
        for some in marks.chunks(BATCH) {
            self.platform.storage.imports.mark_read(some).await?;
        }
        Ok(())
    }

    /// Everybody with a relation to the organisation.
    async fn everybody(&self) -> Result<Vec<UserId>, ImportError> {
        let mut everybody = Vec::new();
        loop {
            let after = everybody.last().copied();
            let some = self.platform.storage.entities.relations(self.entity.entity_id, after, PEOPLE).await?;
            everybody.extend(some.iter().map(|relation| relation.user_id));
            if some.len() < PEOPLE {
                return Ok(everybody);
            }
        }
    }
}
