//! The effects of a changed relation in other areas ([`crate::area::OnRelation`]).

use storage::engine::Write;
use storage::ids::{EntityId, UserId};

use super::personal::PersonalEvent;
use super::topic;
use crate::Platform;
use crate::area::{Consequences, RelationChange};
use crate::live::bus::{Announcement, ToPerson as _};
use crate::live::ended::EndedBy;
use crate::platform::error::Result;

/// Collected before a relation changes, so that nothing that can fail stands between the write and its announcement.
pub struct Following {
    entity_id: EntityId,
    user_id: UserId,
    all: Vec<Consequences>,
}

impl Following {
    /// For a change of a person's relation to an organisation.
    pub async fn of(platform: &Platform, change: RelationChange) -> Result<Self> {
        let RelationChange { entity_id, user_id, .. } = change;
        let mut all = Vec::new();
        for on_relation in platform.hooks().filter_map(|on| on.relation) {
            all.push(on_relation(platform, change).await?);
        }
        Ok(Self { entity_id, user_id, all })
    }

    /// The writes that join that of the relation.
    pub fn writes(&mut self) -> Vec<Write> {
        self.all.iter_mut().flat_map(|one| std::mem::take(&mut one.writes)).collect()
    }

    /// After the write: subscriptions are updated at once on all nodes. `by`: who caused it, if they are named.
    pub fn announce(&mut self, platform: &Platform, by: Option<&EndedBy>) {
        for announce in self.all.iter_mut().filter_map(|one| one.announce.take()) {
            announce(platform, by.cloned());
        }
        platform.announce(Announcement::Rights { topic: topic(self.entity_id), user_id: self.user_id });
        let event = PersonalEvent::MembershipChanged { entity_id: self.entity_id };
        platform.announce(event.to(self.user_id));
        platform.jobs.wake();
    }

    /// Runs what has to be done after that, before the caller is answered.
    pub async fn then(self) {
        for then in self.all.into_iter().filter_map(|one| one.then) {
            then.await;
        }
    }
}
