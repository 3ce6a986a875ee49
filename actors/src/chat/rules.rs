//! The rules of chat: pure functions over facts. Contract §3.1–3.4.

use serde::{Deserialize, Serialize};
use storage::chat::comments::SubjectKind;
use storage::chat::{Channel, ChannelRole, ChannelType, Member, Message};
use storage::entities::RelationType;
use storage::ids::{MessageId, UserId};
use utoipa::ToSchema;

use crate::platform::error::{Refusal, Result};

/// Longest message, in characters after trimming.
pub const CONTENT_MAX: usize = 4000;
/// The text of a tombstone.
pub const TOMBSTONE: &str = "Meddelandet har tagits bort.";
/// The first channel of every workspace.
pub const GENERAL: &str = "allmänt";

/// What a role allows in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Permission {
    Read,
    Post,
    Moderate,
    Manage,
}

/// The part of a channel that decides permissions; sent with each event to the nodes that fan it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelAccess {
    pub channel_type: ChannelType,
    pub allow_followers: bool,
    pub visible_to_guests: bool,
    pub relation_types: Vec<RelationType>,
}

impl From<&Channel> for ChannelAccess {
    fn from(channel: &Channel) -> Self {
        Self {
            channel_type: channel.channel_type,
            allow_followers: channel.allow_followers,
            visible_to_guests: channel.visible_to_guests,
            relation_types: channel.relation_types.clone(),
        }
    }
}

/// A person's membership row in a channel, reduced to what the rules need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum OwnRow {
    #[default]
    Absent,
    Member,
    Raised(ChannelRole),
}

impl From<Option<&Member>> for OwnRow {
    fn from(member: Option<&Member>) -> Self {
        match member {
            None => Self::Absent,
            Some(Member { role: None, .. }) => Self::Member,
            Some(Member { role: Some(role), .. }) => Self::Raised(*role),
        }
    }
}

/// The role that a relation to the organisation gives in public channels, before the channel's own settings.
pub fn relation_role(relation: Option<RelationType>) -> Option<ChannelRole> {
    match relation? {
        RelationType::Owner => Some(ChannelRole::Owner),
        RelationType::Administrator | RelationType::President => Some(ChannelRole::Admin),
        RelationType::Moderator => Some(ChannelRole::Moderator),
        RelationType::Follower => Some(ChannelRole::Follower),
        RelationType::Customer | RelationType::Booker => None,
        _ => Some(ChannelRole::Member),
    }
}

/// The role of a person in a channel, `None` for NONE. Contract §3.2.
pub fn channel_role(
    access: &ChannelAccess,
    row: OwnRow,
    relation: Option<RelationType>,
) -> Option<ChannelRole> {
    let own = match row {
        // A person who has left the organisation has no role, even if a membership row is not removed yet.
        _ if relation.is_none() && !access.channel_type.is_settled() => None,
        OwnRow::Raised(role) => Some(role),
        OwnRow::Member => Some(ChannelRole::Member),
        OwnRow::Absent => None,
    };
    match access.channel_type {
        ChannelType::Direct | ChannelType::Event | ChannelType::Task | ChannelType::Lesson => own,
        ChannelType::Private => {
            // A row or a named relation gives access; with it everybody is at least a member.
            let named = relation.is_some_and(|r| access.relation_types.contains(&r));
            let belongs = own.is_some() || named;
            let inside = relation_role(relation).max(Some(ChannelRole::Member));
            if belongs { own.max(inside) } else { None }
        }
        ChannelType::Public => {
            let guest = access.visible_to_guests.then_some(ChannelRole::Guest);
            let by_relation = match relation_role(relation) {
                // If followers are excluded they have no access, although a stranger may be a guest: contract §3.2.
                Some(ChannelRole::Follower) if !access.allow_followers => None,
                Some(role) => Some(role),
                None => guest,
            };
            own.max(by_relation)
        }
    }
}

/// The permissions of `role` in a channel, in the order READ, POST, MODERATE, MANAGE.
pub fn permissions(channel: &Channel, role: ChannelRole) -> Vec<Permission> {
    let mut list = vec![Permission::Read];
    if post(channel, role).is_ok() {
        list.push(Permission::Post);
    }
    if role >= ChannelRole::Moderator {
        list.push(Permission::Moderate);
    }
    if role >= ChannelRole::Admin {
        list.push(Permission::Manage);
    }
    list
}

/// Refuses people without a role.
pub fn require_reader(role: Option<ChannelRole>) -> Result<ChannelRole> {
    role.ok_or_else(Refusal::access_denied)
}

/// Refuses below MODERATOR.
pub fn require_moderator(role: ChannelRole) -> Result<()> {
    require_level(role, ChannelRole::Moderator)
}

/// Refuses below ADMIN.
pub fn require_manager(role: ChannelRole) -> Result<()> {
    require_level(role, ChannelRole::Admin)
}

fn require_level(role: ChannelRole, least: ChannelRole) -> Result<()> {
    if role >= least {
        return Ok(());
    }
    Err(Refusal::forbidden("ROLE_TOO_LOW", "Din roll i kanalen räcker inte till det."))
}

/// Whether a new message is visible at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    Visible,
    /// Waits for a moderator.
    Pending,
}

/// May `role` post here, and is the message visible at once? Contract §3.2, §3.4.
pub fn post(channel: &Channel, role: ChannelRole) -> Result<Visibility> {
    if role < ChannelRole::Follower {
        return Err(Refusal::forbidden("READ_ONLY_ROLE", "Du kan läsa här men inte skriva."));
    }
    in_use(channel)?;
    if channel.read_only && role < ChannelRole::Moderator {
        return Err(Refusal::forbidden("READ_ONLY_CHANNEL", "Bara moderatorer skriver i den här kanalen."));
    }
    Ok(visibility(channel, role))
}

/// Is a new or edited message of somebody of `role` visible at once? Contract §3.4.
pub fn visibility(channel: &Channel, role: ChannelRole) -> Visibility {
    let at_once = !channel.require_moderation
        || role >= ChannelRole::Moderator
        || (channel.auto_approve_members && role >= ChannelRole::Member);
    if at_once { Visibility::Visible } else { Visibility::Pending }
}

/// In an archived channel messages may be read and deleted; nothing is added or changed.
pub fn in_use(channel: &Channel) -> Result<()> {
    if channel.archived {
        return Err(Refusal::conflict("ARCHIVED", "Kanalen är arkiverad."));
    }
    Ok(())
}

/// May `user` edit `message`? `readOnly` does not prevent it.
pub fn edit(channel: &Channel, message: &Message, user: UserId) -> Result<()> {
    if message.user_id != user {
        return Err(Refusal::forbidden("NOT_AUTHOR", "Du kan bara ändra dina egna meddelanden."));
    }
    in_use(channel)?;
    not_deleted(message)?;
    not_the_subject(channel, message.message_id)?;
    if message.poll.is_some() {
        // People have voted on this text.
        return Err(Refusal::conflict("POLL_STANDS", "En omröstning kan inte ändras."));
    }
    Ok(())
}

/// The first message of comments stands for what they comment on, and is changed only there.
fn not_the_subject(channel: &Channel, id: MessageId) -> Result<()> {
    let subject = channel.subject().filter(|subject| subject.first_id() == id);
    match subject.map(|subject| subject.kind) {
        None => Ok(()),
        Some(SubjectKind::Event) => {
            Err(Refusal::conflict("EVENT_STANDS", "Händelsen ändras och tas bort i kalendern."))
        }
        Some(SubjectKind::Task) => {
            Err(Refusal::conflict("TASK_STANDS", "Uppgiften ändras och tas bort på sin egen sida."))
        }
        Some(SubjectKind::Lesson) => {
            Err(Refusal::conflict("LESSON_STANDS", "Lektionen ändras och tas bort i sin kurs."))
        }
    }
}

/// May `user` with `role` delete `message`?
pub fn delete(channel: &Channel, message: &Message, user: UserId, role: ChannelRole) -> Result<()> {
    not_the_subject(channel, message.message_id)?;
    if message.user_id != user && role < ChannelRole::Moderator {
        return Err(Refusal::forbidden("NOT_AUTHOR", "Du kan bara ta bort dina egna meddelanden."));
    }
    not_gone(message)
}

/// Those who may post may react, in a read-only channel too.
pub fn post_reaction(channel: &Channel, role: ChannelRole) -> Result<()> {
    if role < ChannelRole::Follower {
        return Err(Refusal::forbidden("READ_ONLY_ROLE", "Du kan läsa här men inte skriva."));
    }
    in_use(channel)
}

/// Refuses any change of a deleted message.
pub fn not_deleted(message: &Message) -> Result<()> {
    if message.deleted {
        return Err(Refusal::conflict("DELETED", TOMBSTONE));
    }
    Ok(())
}

/// The same for removing something from a message: 404 if the message is deleted.
pub fn not_gone(message: &Message) -> Result<()> {
    if message.deleted { Err(gone()) } else { Ok(()) }
}

/// Adding to a message (`add`) or removing from it requires that it is not deleted.
pub fn stands(message: &Message, add: bool) -> Result<()> {
    if add { not_deleted(message) } else { not_gone(message) }
}

/// What was to be removed is gone already.
pub fn gone() -> Refusal {
    Refusal::not_found("Meddelandet finns inte.")
}

/// Trims and bounds a message's text; it may be empty with files.
pub fn content(text: &str, has_files: bool) -> Result<String> {
    let trimmed = text.trim();
    let length = trimmed.chars().count();
    if length == 0 && !has_files {
        return Err(Refusal::field("content", "REQUIRED", "Skriv något först."));
    }
    if length > CONTENT_MAX {
        return Err(Refusal::field("content", "LENGTH", "Meddelandet får vara högst 4 000 tecken."));
    }
    if trimmed.contains('\0') {
        return Err(Refusal::field(
            "content",
            "CHARACTERS",
            "Meddelandet innehåller tecken som inte kan sparas.",
        ));
    }
    Ok(trimmed.to_owned())
}

/// A channel's name: 2–80 lowercase letters (å ä ö included), digits, `-` and `_`.
pub fn channel_name(name: &str) -> Result<()> {
    let length = name.chars().count();
    let allowed = |c: char| matches!(c, 'a'..='z' | 'å' | 'ä' | 'ö' | '0'..='9' | '-' | '_');
    if (2..=80).contains(&length) && name.chars().all(allowed) {
        return Ok(());
    }
    Err(Refusal::field(
        "name",
        "CHANNEL_NAME",
        "Kanalens namn är 2–80 tecken: små bokstäver, siffror, - och _.",
    ))
}

/// A workspace's trimmed name: 1–80 characters, no control characters.
pub fn workspace_name(name: &str) -> Result<String> {
    crate::platform::text::display_name("workspaceName", name, 1, 80)
}

/// Only private channels may name relation types, and conversations are not created as channels.
pub fn channel_shape(channel: &Channel) -> Result<()> {
    if channel.is_settled() {
        let message = match channel.channel_type {
            ChannelType::Direct => "Direktmeddelanden skapas inte som kanaler.",
            _ => "Kommentarer skapas inte som kanaler.",
        };
        return Err(Refusal::field("channelType", "CHANNEL_TYPE", message));
    }
    if channel.channel_type != ChannelType::Private && !channel.relation_types.is_empty() {
        return Err(Refusal::field(
            "relationTypes",
            "ONLY_PRIVATE",
            "Bara privata kanaler kan höra till vissa relationer.",
        ));
    }
    Ok(())
}

/// The general channel cannot be archived.
pub fn archive(channel: &Channel) -> Result<()> {
    if channel.general {
        return Err(Refusal::conflict("GENERAL_CHANNEL", "Den allmänna kanalen kan inte arkiveras."));
    }
    Ok(())
}

/// The general channel must be public.
pub fn general_stays_open(channel: &Channel) -> Result<()> {
    if channel.general && channel.channel_type != ChannelType::Public {
        return Err(Refusal::conflict(
            "GENERAL_CHANNEL",
            "Den allmänna kanalen är öppen för alla medlemmar.",
        ));
    }
    Ok(())
}

/// The message of a read mark does not exist in the channel.
pub fn unknown_message(field: &'static str) -> Refusal {
    Refusal::field(field, "UNKNOWN", "Meddelandet finns inte i kanalen.")
}

/// May somebody of `role` grant `granted` to a member? Not above their own level.
pub fn grant(role: ChannelRole, granted: Option<ChannelRole>) -> Result<()> {
    require_manager(role)?;
    if granted.is_some_and(|g| g > role) {
        return Err(Refusal::forbidden("ROLE_TOO_LOW", "Du kan inte ge en högre roll än din egen."));
    }
    Ok(())
}

/// May somebody change or remove a row that holds `current`? Not a stronger one; leaving is always allowed.
pub fn change_row(actor: UserId, role: ChannelRole, target: UserId, current: OwnRow) -> Result<()> {
    if actor == target {
        return Ok(());
    }
    require_manager(role)?;
    if let OwnRow::Raised(held) = current
        && held > role
    {
        return Err(Refusal::forbidden("ROLE_TOO_LOW", "Personen har en högre roll än du."));
    }
    Ok(())
}

/// An organisation's OWNER or ADMINISTRATOR may add themselves to a private channel.
pub fn may_add_self(relation: Option<RelationType>) -> bool {
    matches!(relation, Some(RelationType::Owner | RelationType::Administrator))
}

/// A person's role in a workspace as a whole: from their relation, or the best in any of its channels that are not
/// archived. A row in a channel makes nobody more than a member of the workspace.
pub fn workspace_role<'a>(
    channels: impl Iterator<Item = (&'a ChannelAccess, OwnRow)>,
    relation: Option<RelationType>,
) -> Option<ChannelRole> {
    let base = relation_role(relation).filter(|role| *role >= ChannelRole::Member);
    channels
        .map(|(access, row)| channel_role(access, row, relation).map(|role| role.min(ChannelRole::Member)))
        .fold(base, Option::max)
}

/// May somebody of `role` see a channel's members? Guests may only read messages.
pub fn list_members(role: ChannelRole) -> Result<()> {
    require_level(role, ChannelRole::Follower)
}

/// Making a private channel public requires the right to create public ones (`in_workspace`), and consent to showing
/// its existing messages.
pub fn change_type(
    old: &Channel,
    new: &Channel,
    in_workspace: Option<ChannelRole>,
    has_history: bool,
    show_history: bool,
) -> Result<()> {
    if old.channel_type == new.channel_type || new.channel_type != ChannelType::Public {
        return Ok(());
    }
    create_channel(in_workspace.ok_or_else(Refusal::access_denied)?, ChannelType::Public)?;
    if has_history && !show_history {
        return Err(Refusal::conflict(
            "HISTORY_WOULD_SHOW",
            "Allt som har skrivits i kanalen blir synligt för alla i arbetsytan om den görs öppen.",
        ));
    }
    Ok(())
}

/// Members may see presence, followers and guests may not.
pub fn sees_presence(role: ChannelRole) -> bool {
    role >= ChannelRole::Member
}

/// Who may create channels: MEMBER and above private ones, ADMIN and above any.
pub fn create_channel(role: ChannelRole, channel_type: ChannelType) -> Result<()> {
    match channel_type {
        ChannelType::Private => require_level(role, ChannelRole::Member),
        _ => require_manager(role),
    }
}

/// An emoji: 1–64 bytes, without letters, digits, spaces or control characters, so that a reaction cannot be a
/// sentence. A shortcode from an import (`:parrot:`) is accepted.
pub fn emoji(text: &str) -> Result<()> {
    let shortcode = text.len() > 2
        && text.starts_with(':')
        && text.ends_with(':')
        && text[1..text.len() - 1].chars().all(|c| c.is_ascii_alphanumeric() || "_+-".contains(c));
    let keycap = text.ends_with('\u{20e3}');
    let symbol = text.chars().any(|c| c as u32 >= 0x2190 || matches!(c, '©' | '®' | '‼' | '⁉' | '™' | 'ℹ'))
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || (c.is_alphanumeric() && c != 'ℹ'));
    if text.len() <= 64 && (shortcode || keycap && text.chars().count() <= 3 || symbol) {
        return Ok(());
    }
    Err(Refusal::field("emoji", "EMOJI", "Det är ingen emoji."))
}

#[cfg(test)]
#[path = "rules_tests.rs"]
pub(super) mod tests;
