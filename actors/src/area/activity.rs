//! What is done in organisations and counted by day, as areas declare it. Contract §11.4.

use storage::activity::ActivityMark;
use storage::engine::Write;
use storage::ids::EntityId;
use storage::time::Day;

use crate::platform::error::Result;
use crate::platform::hours::{date_of, zone};

/// A kind of acts.
#[derive(Debug, PartialEq, Eq)]
pub struct ActivityKind {
    /// On the wire: `TASKS_COMPLETED`.
    pub name: &'static str,
}

impl ActivityKind {
    pub const fn named(name: &'static str) -> Self {
        Self { name }
    }

    /// The write that counts an act of an organisation on its Swedish day; it joins the write of the act. `subject`: the id
    /// of the thing, so that the same act counts once a day.
    pub fn mark(&self, entity_id: EntityId, subject: i64, at: i64) -> Result<Write> {
        let day = Day(date_of(&zone()?, at));
        Ok(ActivityMark::new(day, entity_id, self.name, subject).note())
    }

    /// The same of a thing that may belong to no organisation, which is counted nowhere.
    pub fn mark_of(&self, entity_id: Option<EntityId>, subject: i64, at: i64) -> Result<Option<Write>> {
        entity_id.map(|entity_id| self.mark(entity_id, subject, at)).transpose()
    }
}
