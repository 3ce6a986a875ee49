//! The people of an export: members of the organisation, and all others who are named in exported data.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};
use storage::accounts::{User, UserStatus};
use storage::chat::{ChannelRole, ChannelType, Member, Message, Page};
use storage::entities::{Entity, RelationType};
use storage::ids::{ChannelId, UserId};

use super::{ExportError, Listed, PAGE};
use crate::Platform;
use crate::chat::rules::relation_role;

/// The user name that stands for deleted accounts.
const NOBODY: &str = "okand";
/// Relations, and people, read at once.
const AT_ONCE: usize = 1_000;

/// All people, by id.
#[derive(Default)]
pub struct People {
    users: HashMap<UserId, User>,
    relations: HashMap<UserId, RelationType>,
    /// Channels in which a person has a member row.
    rows: HashMap<UserId, Vec<ChannelId>>,
    /// Some exported data refers to a deleted account.
    has_nobody: bool,
}

impl People {
    pub async fn collect(
        platform: &Platform,
        entity: &Entity,
        channels: &[Listed],
    ) -> Result<Self, ExportError> {
        let mut people = Self::default();
        let mut ids = BTreeSet::from([entity.owner]);
        let mut after = None;
        loop {
            let some = platform.storage.entities.relations(entity.entity_id, after, AT_ONCE).await?;
            after = some.last().map(|relation| relation.user_id);
            let is_last = some.len() < AT_ONCE;
            for relation in some {
                people.relations.insert(relation.user_id, relation.relation_type);
                // A follower is exported only if they wrote something.
                if relation.relation_type != RelationType::Follower {
                    ids.insert(relation.user_id);
                }
            }
            if is_last {
                break;
            }
        }
        for listed in channels {
            people.of_channel(platform, listed, &mut ids).await?;
        }
        let ids: Vec<UserId> = ids.into_iter().collect();
        for some in ids.chunks(AT_ONCE) {
            let users = platform.storage.accounts.users(some).await?;
            people.has_nobody |= users.len() < some.len();
            people.users.extend(users.into_iter().map(|user| (user.user_id, user)));
        }
        Ok(people)
    }

    async fn of_channel(
        &mut self,
        platform: &Platform,
        listed: &Listed,
        ids: &mut BTreeSet<UserId>,
    ) -> Result<(), ExportError> {
        let (chat, channel) = (&platform.storage.chat, &listed.channel);
        if !channel.general {
            ids.insert(channel.created_by);
        }
        for Member { user_id, .. } in chat.members(channel.channel_id).await? {
            if channel.channel_type == ChannelType::Private || self.is_guest(user_id) {
                self.rows.entry(user_id).or_default().push(channel.channel_id);
            }
        }
        ids.extend(chat.pins(channel.channel_id).await?.into_iter().map(|pin| pin.pinned_by));
        let mut after = storage::ids::MessageId(0);
        loop {
            let page = chat.page(channel.channel_id, Page::After(after), PAGE).await?;
            let Some(last) = page.messages.last() else { return Ok(()) };
            after = last.message_id;
            self.of_messages(platform, channel.channel_id, &page.messages, ids).await?;
            for root in page.messages.iter().filter(|message| message.threaded) {
                let mut after = None;
                loop {
                    let (replies, more) = chat.thread(root.message_id, after, PAGE).await?;
                    after = replies.last().map(|reply| reply.message_id);
                    self.of_messages(platform, channel.channel_id, &replies, ids).await?;
                    if !more {
                        break;
                    }
                }
            }
            if !page.has_newer {
                return Ok(());
            }
        }
    }

    async fn of_messages(
        &mut self,
        platform: &Platform,
        channel: ChannelId,
        messages: &[Message],
        ids: &mut BTreeSet<UserId>,
    ) -> Result<(), ExportError> {
        let numbers: Vec<_> = messages.iter().map(|message| message.message_id).collect();
        let given = platform.storage.chat.reactions(channel, &numbers).await?;
        ids.extend(given.into_values().flatten().map(|reaction| reaction.user_id));
        for message in messages.iter().filter(|message| !message.deleted || message.threaded) {
            ids.insert(message.user_id);
            ids.extend(message.mentions.iter().copied());
        }
        Ok(())
    }

    pub fn count(&self) -> usize {
        self.users.len()
    }

    /// The user name; for deleted accounts a shared one.
    pub fn name_of(&self, user_id: UserId) -> &str {
        self.users.get(&user_id).map_or(NOBODY, |user| user.user_name.as_str())
    }

    fn is_guest(&self, user_id: UserId) -> bool {
        self.relations.get(&user_id).is_some_and(|relation| relation_role(Some(*relation)).is_none())
    }

    /// Whether the person is a member or guest again after an import.
    fn belongs(&self, user: &User) -> bool {
        let is_able = !matches!(user.status, UserStatus::Deactivated | UserStatus::Bot);
        let relation = self.relations.get(&user.user_id).copied();
        is_able && relation.is_some() && relation_role(relation) != Some(ChannelRole::Follower)
    }

    /// One line each, by name; bots last.
    pub fn lines(&self, channels: &[Listed], teams: &[String], entity: &Entity) -> Vec<Value> {
        let mut users: Vec<&User> = self.users.values().collect();
        users.sort_by(|one, other| one.user_name.cmp(&other.user_name));
        let (bots, users): (Vec<&User>, Vec<&User>) =
            users.into_iter().partition(|user| user.status == UserStatus::Bot);
        let mut lines: Vec<Value> = users.into_iter().map(|user| self.line(user, channels, teams)).collect();
        if self.has_nobody {
            lines.push(json!({ "type": "user", "user": {
                "username": NOBODY, "email": nowhere(NOBODY), "nickname": "Okänd", "first_name": "Okänd",
                "last_name": "", "roles": "system_user", "delete_at": 1,
            }}));
        }
        let owner = self.name_of(entity.owner);
        lines.extend(bots.into_iter().map(|bot| {
            json!({ "type": "bot", "bot": {
                "username": bot.user_name, "display_name": bot.display_name, "owner": owner,
            }})
        }));
        lines
    }

    fn line(&self, user: &User, channels: &[Listed], teams: &[String]) -> Value {
        let is_guest = self.is_guest(user.user_id);
        let kind = if is_guest { "guest" } else { "user" };
        let mut line = json!({
            "username": user.user_name, "nickname": user.display_name, "first_name": user.first_name,
            "last_name": user.last_name, "roles": format!("system_{kind}"),
        });
        if !self.belongs(user) {
            // The format requires an address and a time of deletion: both are placeholders.
            line["email"] = nowhere(&user.user_name).into();
            line["delete_at"] = 1.into();
            return json!({ "type": "user", "user": line });
        }
        line["email"] = user.email.clone().unwrap_or_else(|| nowhere(&user.user_name)).into();
        let rows = self.rows.get(&user.user_id).map_or(&[][..], Vec::as_slice);
        let of_team = |team: &String| {
            let inside = channels
                .iter()
                .filter(|listed| listed.team == *team && rows.contains(&listed.channel.channel_id));
            let inside =
                inside.map(|listed| json!({ "name": listed.name, "roles": format!("channel_{kind}") }));
            json!({ "name": team, "roles": format!("team_{kind}"), "channels": inside.collect::<Vec<_>>() })
        };
        line["teams"] = teams.iter().map(of_team).collect();
        json!({ "type": "user", "user": line })
    }
}

/// An address to which no mail is delivered (RFC 2606).
fn nowhere(name: &str) -> String {
    format!("{name}@kalender.invalid")
}
