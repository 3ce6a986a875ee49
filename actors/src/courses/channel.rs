//! The channel of a course: one of its organisation's, where those who take it talk. The course names it; who reads it is
//! the channel's to say.

use serde::Serialize;
use storage::chat::{ChannelType, direct::NOBODYS};
use storage::courses::Course;
use storage::ids::{ChannelId, UserId};
use utoipa::ToSchema;

use crate::Platform;
use crate::area::seen_or_none;
use crate::chat::{self, Facts};
use crate::platform::error::{Refusal, Result};

/// The channel of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseChannel)]
pub struct CourseChannelView {
    pub id: ChannelId,
    pub name: String,
    /// Its page.
    pub path: String,
}

/// The channel of a course, to somebody who reads it now.
pub(super) async fn shown(
    platform: &Platform,
    course: &Course,
    reader: Option<UserId>,
) -> Result<Option<CourseChannelView>> {
    let (Some(id), Some(reader)) = (course.channel_id, reader) else { return Ok(None) };
    let facts = seen_or_none(Facts::load(platform, id, reader).await)?;
    let named = facts.map(|Facts { channel, .. }| CourseChannelView {
        id,
        path: chat::path_of(channel.workspace_id, id),
        name: channel.display_name,
    });
    Ok(named)
}

/// The channel that a course is to have; 0: none. 422 on `idChannel`: it is none of the organisation's that the caller
/// reads.
pub(super) async fn chosen(
    platform: &Platform,
    course: &Course,
    me: UserId,
    id: ChannelId,
) -> Result<Option<ChannelId>> {
    if id.0 == 0 || course.channel_id == Some(id) {
        return Ok(Some(id).filter(|id| id.0 != 0));
    }
    let facts = seen_or_none(Facts::load(platform, id, me).await)?;
    let of_entity = |facts: &Facts| {
        let is_channel = matches!(facts.channel.channel_type, ChannelType::Public | ChannelType::Private);
        let owner = course.entity_id.unwrap_or(NOBODYS);
        is_channel && owner != NOBODYS && facts.channel.entity_id == owner
    };
    match facts.filter(of_entity) {
        Some(_) => Ok(Some(id)),
        None => Err(Refusal::field("idChannel", "NOT_OF_ENTITY", "Välj en av organisationens kanaler.")),
    }
}
