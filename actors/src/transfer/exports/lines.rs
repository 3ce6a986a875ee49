//! The lines of an export: the format's own fields, and under `kalender` what the format lacks.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Map, Value, json};
use storage::chat::{ChannelType, Message, Pin, Priority, Reaction, Workspace};
use storage::ids::{AttachmentId, MessageId, UserId};

use super::people::People;
use super::{Exported, Listed};
use crate::platform::text::file_name;
use crate::transfer::imports::emoji_name;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static NAMED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"@(\d+)").unwrap());

/// The pins of a channel.
pub type Pins = HashMap<MessageId, Pin>;

/// A message with its data.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    pub message: &'a Message,
    pub reactions: &'a [Reaction],
    pub pin: Option<&'a Pin>,
}

pub fn version() -> Value {
    json!({
        "type": "version", "version": 1, "info": { "generator": "kalender", "version": env!("CARGO_PKG_VERSION") },
    })
}

pub fn team(workspace: &Workspace, name: &str) -> Value {
    json!({ "type": "team", "team": { "name": name, "display_name": workspace.workspace_name, "type": "I" } })
}

pub fn channel(listed: &Listed, creator: &str) -> Value {
    let channel = &listed.channel;
    let mut ours = json!({
        "name": channel.name, "archived": channel.archived, "general": channel.general,
        "readOnly": channel.read_only, "allowFollowers": channel.allow_followers,
        "visibleToGuests": channel.visible_to_guests, "requireModeration": channel.require_moderation,
        "autoApproveMembers": channel.auto_approve_members,
        "relationTypes": channel.relation_types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>(),
    });
    // The first channel is created before it receives anything.
    if !channel.general {
        ours["created"] = channel.created.into();
        ours["creator"] = creator.into();
    }
    json!({ "type": "channel", "channel": {
        "team": listed.team, "name": listed.name, "display_name": channel.display_name,
        "type": if channel.channel_type == ChannelType::Public { "O" } else { "P" },
        "header": channel.topic, "purpose": channel.description, "kalender": ours,
    }})
}

/// A message with replies (made by [`reply`]). `again`: the message has a line already, and these are further replies.
pub fn post(
    listed: &Listed,
    said: &Said<'_>,
    replies: Vec<Value>,
    again: bool,
    people: &People,
    files: &mut Vec<AttachmentId>,
    done: &mut Exported,
) -> Value {
    let mut post = if again { head(said.message, people) } else { whole(said, people, files, done) };
    post.insert("team".to_owned(), listed.team.clone().into());
    post.insert("channel".to_owned(), listed.name.clone().into());
    if again {
        post.insert("props".to_owned(), json!({ "kalender": { "continued": true } }));
    }
    if !replies.is_empty() {
        post.insert("replies".to_owned(), replies.into());
    }
    json!({ "type": "post", "post": post })
}

pub fn reply(said: &Said<'_>, people: &People, files: &mut Vec<AttachmentId>, done: &mut Exported) -> Value {
    whole(said, people, files, done).into()
}

/// The fields that identify a post.
fn head(message: &Message, people: &People) -> Map<String, Value> {
    let mut post = Map::new();
    post.insert("user".to_owned(), people.name_of(message.user_id).into());
    post.insert("message".to_owned(), text(message, people).into());
    post.insert("create_at".to_owned(), message.created.into());
    post
}

fn whole(
    said: &Said<'_>,
    people: &People,
    files: &mut Vec<AttachmentId>,
    done: &mut Exported,
) -> Map<String, Value> {
    let message = said.message;
    let mut post = head(message, people);
    if message.edited {
        post.insert("edit_at".to_owned(), message.updated.into());
    }
    let ours = ours(said, people);
    if !ours.is_empty() {
        post.insert("props".to_owned(), json!({ "kalender": ours }));
    }
    if said.pin.is_some() {
        post.insert("is_pinned".to_owned(), true.into());
    }
    let reactions = reactions(said.reactions, people);
    done.reactions += reactions.len() as u64;
    if !reactions.is_empty() {
        post.insert("reactions".to_owned(), reactions.into());
    }
    if !message.attachments.is_empty() {
        let from = files.len();
        files.extend(message.attachments.iter().map(|one| one.id));
        let paths = message.attachments.iter().zip(from..);
        let paths = paths.map(|(one, n)| json!({ "path": path_of(n, &one.name), "name": one.name }));
        post.insert("attachments".to_owned(), paths.collect());
    }
    done.skip("polls (their questions are in it)", usize::from(message.poll.is_some()));
    done.skip("cards (their texts are in it)", usize::from(message.card.is_some()));
    done.skip(
        "announcements that ask for confirmation (as plain ones)",
        usize::from(message.asked.is_some()),
    );
    post
}

/// What the format has no field for.
fn ours(said: &Said<'_>, people: &People) -> Map<String, Value> {
    let message = said.message;
    let mut ours = Map::new();
    let mut put = |key: &str, value: Value| _ = ours.insert(key.to_owned(), value);
    if message.deleted {
        put("deleted", true.into());
        return ours;
    }
    if !message.mentions.is_empty() {
        put("mentions", message.mentions.iter().map(|id| people.name_of(*id)).collect());
    }
    if message.mention_all {
        put("mentionAll", true.into());
    }
    if message.priority == Priority::Important {
        put("important", true.into());
    }
    if let Some(pin) = said.pin {
        put("pinned", json!({ "by": people.name_of(pin.pinned_by), "at": pin.pinned }));
    }
    ours
}

/// The text as written, with user names in place of user ids.
fn text(message: &Message, people: &People) -> String {
    let named = |found: &Captures<'_>| {
        let id = found[1].parse().ok().map(UserId).filter(|id| message.mentions.contains(id));
        id.map_or_else(|| found[0].to_owned(), |id| format!("@{}", people.name_of(id)))
    };
    NAMED.replace_all(&message.content, named).into_owned()
}

/// Path of the `n`th file in an export.
pub fn path_of(n: usize, name: &str) -> String {
    format!("{n}/{}", file_name(name))
}

/// In a deterministic order.
fn reactions(given: &[Reaction], people: &People) -> Vec<Value> {
    let mut given: Vec<(i64, &str, &str)> =
        given.iter().map(|one| (one.created, one.emoji.as_str(), people.name_of(one.user_id))).collect();
    given.sort_unstable();
    let one = |(at, emoji, user)| json!({ "user": user, "emoji_name": emoji_name(emoji), "create_at": at });
    given.into_iter().map(one).collect()
}
