//! Rooms of an organisation whose access depends on the relation to it.

use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};

use super::{relation, topic};
use crate::Platform;
use crate::live::bus::Topic;
use crate::live::room::Room;
use crate::platform::error::Result;

/// Such a room. Losing the relation ends the subscription on every node, because changes of relations are announced on
/// the organisation's topic.
pub trait EntityRoom: Clone + Default + Send + Sync + Unpin + 'static {
    /// As [`Room::NAME`].
    const NAME: &'static str;
    /// As [`Room::PLACE`]; the id is the organisation's.
    const PLACE: &'static str;

    /// May somebody with this relation subscribe?
    fn may_listen(relation: Option<RelationType>) -> bool;
}

impl<R: EntityRoom> Room for R {
    const NAME: &'static str = R::NAME;
    const PLACE: &'static str = R::PLACE;
    type Facts = ();
    type Audience = ();
    type Live = ();

    async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
        Ok(platform.storage.entities.entity(EntityId(id)).await?.map(|_| Self::default()))
    }

    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<()>> {
        Ok(R::may_listen(relation(platform, EntityId(id), user_id).await?).then_some(()))
    }

    fn topic(&self, id: i64) -> Topic {
        topic(EntityId(id))
    }
}
