//! Conversations between people are channels without a workspace.
//!
//! A person's own data (read marks, mentions) are stored by person for all conversations together, under
//! [`BETWEEN_PEOPLE`] in place of a workspace. The conversation's data are stored by conversation ([`scope`]): one
//! partition for all conversations would be a hot spot.
//!
//! The people of a conversation never change and form its name, so that the channel alone tells who they are.

use super::comments::SubjectKind;
use super::{Channel, ChannelType};
use crate::platform::ids::{ChannelId, EntityId, UserId, WorkspaceId};

/// Placeholder for the workspace that a conversation does not have.
pub const BETWEEN_PEOPLE: WorkspaceId = WorkspaceId(0);
/// Placeholder for the organisation that it does not have.
pub const NOBODYS: EntityId = EntityId(0);

/// Whether channels of this workspace number have no real workspace: conversations and comments.
pub fn stands_alone(workspace_id: WorkspaceId) -> bool {
    workspace_id == BETWEEN_PEOPLE || SubjectKind::of_workspace(workspace_id).is_some()
}

/// The partition of data that channels share: their workspace's, or the channel's own if it has no workspace.
pub(crate) fn scope(workspace_id: WorkspaceId, channel_id: ChannelId) -> WorkspaceId {
    if stands_alone(workspace_id) { WorkspaceId(channel_id.0) } else { workspace_id }
}

/// The name of these people's conversation, independent of order and repetitions.
pub fn name_of(people: &[UserId]) -> String {
    let mut ids: Vec<i64> = people.iter().map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

/// The people in a conversation's name.
pub fn people_of(name: &str) -> Vec<UserId> {
    name.split('-').filter_map(|id| id.parse().ok()).collect()
}

impl Channel {
    /// Is it a conversation between people?
    pub fn is_direct(&self) -> bool {
        self.channel_type == ChannelType::Direct
    }

    /// The owning organisation; none: a conversation, or the comments of what is a person's.
    pub fn owner(&self) -> Option<EntityId> {
        Some(self.entity_id).filter(|id| *id != NOBODYS)
    }

    /// The people of a conversation by ascending id; empty for other channels.
    pub fn people(&self) -> Vec<UserId> {
        if self.is_direct() { people_of(&self.name) } else { Vec::new() }
    }

    /// The conversation of the people in a name; the same whoever opens it.
    pub(crate) fn between(name: &str, channel_id: ChannelId, opened_by: UserId) -> Self {
        Self {
            channel_id,
            workspace_id: BETWEEN_PEOPLE,
            entity_id: NOBODYS,
            name: name.to_owned(),
            display_name: String::new(),
            description: String::new(),
            topic: String::new(),
            channel_type: ChannelType::Direct,
            archived: false,
            general: false,
            read_only: false,
            allow_followers: false,
            visible_to_guests: false,
            require_moderation: false,
            auto_approve_members: true,
            relation_types: Vec::new(),
            created_by: opened_by,
            created: channel_id.millis(),
        }
    }
}

/// The other person in a conversation of two.
pub(crate) fn other_of(people: &[UserId], user_id: UserId) -> Option<UserId> {
    match *people {
        [one, other] if one == user_id => Some(other),
        [other, one] if one == user_id => Some(other),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_people_have_the_same_name() {
        let cases: [(&[i64], &str); 4] =
            [(&[3, 1, 2], "1-2-3"), (&[2, 1, 2], "1-2"), (&[10, 9], "9-10"), (&[7], "7")];
        for (people, name) in cases {
            let people: Vec<UserId> = people.iter().map(|id| UserId(*id)).collect();
            assert_eq!(name_of(&people), name);
            assert_eq!(name_of(&people_of(name)), name);
        }
    }

    #[test]
    fn other_of_two_people_is_found() {
        let [anna, bo, cia] = [UserId(1), UserId(2), UserId(3)];
        assert_eq!(other_of(&[anna, bo], anna), Some(bo));
        assert_eq!(other_of(&[anna, bo], bo), Some(anna));
        assert_eq!(other_of(&[anna, bo], cia), None);
        assert_eq!(other_of(&[anna, bo, cia], anna), None);
    }

    #[test]
    fn a_conversation_shares_no_partition_with_others() {
        assert_eq!(scope(BETWEEN_PEOPLE, ChannelId(5)), WorkspaceId(5));
        for kind in SubjectKind::ALL {
            assert_eq!(scope(kind.workspace_id(), ChannelId(5)), WorkspaceId(5));
        }
        assert_eq!(scope(WorkspaceId(9), ChannelId(5)), WorkspaceId(9));
    }
}
