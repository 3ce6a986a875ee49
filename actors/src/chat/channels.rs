//! Creating, changing, archiving and listing channels.

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::chat::{Channel, ChannelType, Member, UpdateChannel};
use storage::engine::Write;
use storage::ids::{ChannelId, EventId, WorkspaceId};

use super::event::RightsChange;
use super::facts::{Facts, found, role_of};
use super::live::{self, InternalMessage};
use super::live_notification::{ChannelEvent, LiveNotification};
use super::reading::Reading;
use super::rules::{self, ChannelAccess, OwnRow};
use super::view::{ChannelInput, ChannelSettings, ChannelView, RoleView, type_of};
use super::workspaces::entered;
use super::{members, moderation};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
use crate::chat::direct::not_direct;
use crate::live::ended::{EndReason, EndedBy};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Attempts to change a channel that others change as well.
const ATTEMPTS: usize = 8;
/// Most blocked people whose rights are checked to decide whether a name may be shown; with more it is not shown.
const MOST_APART: usize = 20;

fn name_taken() -> Refusal {
    let mut refusal = Refusal::conflict("CHANNEL_NAME_TAKEN", "Det finns redan en kanal med det namnet.");
    refusal.detail = Some("name is unique in the workspace".into());
    refusal
}

/// The channels of a workspace that I may read, by name; `archived` lists those instead.
pub async fn channels(
    platform: &Platform,
    who: &Who,
    workspace_id: WorkspaceId,
    archived: bool,
) -> Result<Vec<ChannelView>> {
    let facts = entered(platform, workspace_id, who.user_id).await?;
    let reading = Reading::load(platform, who.user_id, workspace_id).await?;
    let mut list: Vec<ChannelView> = facts
        .channels
        .iter()
        .filter(|(channel, _)| channel.archived == archived)
        .filter_map(|(channel, row)| {
            let role = role_of(channel, row.as_ref(), facts.relation)?;
            Some(ChannelView {
                settings: ChannelSettings::from(channel),
                id_type: type_of(channel),
                role,
                permissions: rules::permissions(channel, role),
                member: reading.member_state(channel.channel_id),
            })
        })
        .collect();
    list.sort_by(|a, b| {
        (!a.settings.general, &a.settings.name).cmp(&(!b.settings.general, &b.settings.name))
    });
    Ok(list)
}

async fn seen(platform: &Platform, who: &Who, facts: &Facts) -> Result<ChannelView> {
    let (workspace_id, channel_id) = (facts.channel.workspace_id, facts.channel.channel_id);
    let reading = Reading::of_channel(platform, who.user_id, workspace_id, channel_id).await?;
    Ok(ChannelView {
        settings: ChannelSettings::from(&facts.channel),
        id_type: type_of(&facts.channel),
        role: facts.role,
        permissions: facts.permissions(),
        member: reading.member_state(facts.channel.channel_id),
    })
}

/// One channel.
pub async fn channel(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<ChannelView> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    seen(platform, who, &facts).await
}

/// My role in a channel; refused without one.
pub async fn role(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<RoleView> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    Ok(RoleView { role: facts.role, permissions: facts.permissions() })
}

/// Validates the display name, if one is given.
fn named(input: &mut ChannelInput) -> Result<()> {
    if let Some(display) = input.display_name.as_mut().filter(|display| !display.trim().is_empty()) {
        *display = crate::platform::text::display_name("displayName", display, 1, 80)?;
    }
    Ok(())
}

/// Applies the given settings to a channel.
fn lay_over(channel: Channel, input: ChannelInput) -> Channel {
    let name = input.name.map_or(channel.name, |name| name.trim().to_owned());
    let display_name = match input.display_name {
        Some(display) if !display.trim().is_empty() => display.trim().to_owned(),
        Some(_) => name.clone(),
        None => channel.display_name,
    };
    let channel_type = input.channel_type.unwrap_or(channel.channel_type);
    let mut relation_types = input.relation_types.unwrap_or(channel.relation_types);
    relation_types.dedup();
    Channel {
        name,
        display_name,
        channel_type,
        relation_types,
        description: input.description.map_or(channel.description, |d| d.trim().to_owned()),
        topic: input.topic.map_or(channel.topic, |t| t.trim().to_owned()),
        read_only: input.read_only.unwrap_or(channel.read_only),
        allow_followers: input.allow_followers.unwrap_or(channel.allow_followers),
        visible_to_guests: input.visible_to_guests.unwrap_or(channel.visible_to_guests),
        require_moderation: input.require_moderation.unwrap_or(channel.require_moderation),
        auto_approve_members: input.auto_approve_members.unwrap_or(channel.auto_approve_members),
        ..channel
    }
}

/// A channel with all defaults; names are filled in by the caller.
pub(crate) fn blank(
    platform: &Platform,
    workspace_id: WorkspaceId,
    entity_id: storage::ids::EntityId,
    created_by: storage::ids::UserId,
    at: i64,
) -> Result<Channel> {
    Ok(Channel {
        channel_id: ChannelId(platform.ids.next(at)?),
        workspace_id,
        entity_id,
        name: String::new(),
        display_name: String::new(),
        description: String::new(),
        topic: String::new(),
        channel_type: ChannelType::Public,
        archived: false,
        general: false,
        read_only: false,
        allow_followers: false,
        visible_to_guests: false,
        require_moderation: false,
        auto_approve_members: true,
        relation_types: Vec::new(),
        created_by,
        created: at,
    })
}

/// Creates a channel; its creator is the first member, as ADMIN. 409 if the name is taken.
pub async fn create(
    platform: &Platform,
    who: &Who,
    workspace_id: WorkspaceId,
    mut input: ChannelInput,
) -> Result<ChannelView> {
    let _turn = platform.turns.of(workspace_id.0).await;
    let facts = entered(platform, workspace_id, who.user_id).await?;
    let role = super::workspaces::role_in(&facts).ok_or_else(Refusal::access_denied)?;
    rules::create_channel(role, input.channel_type.unwrap_or(ChannelType::Public))?;
    crate::platform::quotas::below(
        facts.channels.len(),
        platform.settings.quotas.count(&super::CHANNELS),
        "kanaler i en arbetsyta",
    )?;
    named(&mut input)?;
    let at = now();
    let blank = blank(platform, workspace_id, facts.workspace.entity_id, who.user_id, at)?;
    // Without a display name the name is used.
    input.display_name = Some(input.display_name.unwrap_or_default());
    let channel = lay_over(blank, input);
    rules::channel_name(&channel.name)?;
    rules::channel_shape(&channel)?;
    let first = Member {
        channel_id: channel.channel_id,
        user_id: who.user_id,
        role: Some(storage::chat::ChannelRole::Admin),
        added_by: who.user_id,
        added: at,
    };
    let recorded = recorded(platform, who, None, &channel)?;
    if !platform.storage.chat.create_channel_with(&channel, Some(&first), recorded).await? {
        return Err(name_taken());
    }
    let row = OwnRow::from(Some(&first));
    let change = RightsChange::Row { channel_id: channel.channel_id, user_id: who.user_id, row, by: None };
    InternalMessage::Rights(change).announce(platform, workspace_id);
    announce(platform, LiveNotification::ChannelCreated, &channel, None, false);
    let facts = Facts::load(platform, channel.channel_id, who.user_id).await?;
    seen(platform, who, &facts).await
}

/// The entry of the organisation's audit log about a new channel (`old`: none) or a changed one. Descriptions and topics
/// are texts of people and not in it.
fn recorded(platform: &Platform, who: &Who, old: Option<&Channel>, new: &Channel) -> Result<Vec<Write>> {
    let kind = match old {
        None => AuditKind::ChannelCreated,
        Some(old) if new.archived && !old.archived => AuditKind::ChannelArchived,
        Some(old) if old.archived && !new.archived => AuditKind::ChannelUnarchived,
        Some(_) => AuditKind::ChannelChanged,
    };
    let mut act = Act::of(kind).subject(AuditSubjectKind::Channel, new.channel_id.0, Some(&new.display_name));
    act = match old {
        None => act.fact("channelType", new.channel_type),
        Some(old) => act
            .change("name", &old.name, &new.name)
            .change("channelType", &old.channel_type, &new.channel_type)
            .change("readOnly", &old.read_only, &new.read_only)
            .change("allowFollowers", &old.allow_followers, &new.allow_followers)
            .change("visibleToGuests", &old.visible_to_guests, &new.visible_to_guests)
            .change("requireModeration", &old.require_moderation, &new.require_moderation),
    };
    audit::writes(platform, new.entity_id, Some(who.user_id), act)
}

/// Whether all readers of a channel may know who did something to it, because the event is the same for each.
async fn may_all_know(platform: &Platform, channel: &Channel, by: Option<&EndedBy>) -> Result<bool> {
    let Some(by) = by else { return Ok(false) };
    for (count, user_id) in by.apart().enumerate() {
        let facts = found(platform, channel.channel_id, user_id).await?;
        if count >= MOST_APART || facts.is_some_and(|facts| Facts::judge(facts).is_ok()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Announces a channel's settings to the nodes and the change to its readers. Those who lose access learn who did it,
/// and with `is_named` all do.
pub(super) fn announce(
    platform: &Platform,
    what: impl FnOnce(ChannelEvent) -> LiveNotification,
    channel: &Channel,
    by: Option<EndedBy>,
    is_named: bool,
) {
    let access = ChannelAccess::from(channel);
    let named = by.as_ref().filter(|_| is_named).map(|by| (by.user_id, by.name.clone()));
    let (workspace_id, channel_id) = (channel.workspace_id, channel.channel_id);
    let entity_id = channel.entity_id;
    InternalMessage::Access { entity_id, channel_id, access, by }.announce(platform, workspace_id);
    let at = now();
    let cursor = EventId(platform.ids.along(at));
    let (by_user_id, by_name) = named.unzip();
    let event = ChannelEvent { by_user_id, by_name, ..ChannelEvent::new(channel, at, cursor) };
    live::publish(platform, channel, &what(event));
}

/// Changes a channel's settings; absent fields stay unchanged.
pub async fn change(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    mut input: ChannelInput,
) -> Result<ChannelView> {
    named(&mut input)?;
    settle(platform, who, channel_id, LiveNotification::ChannelUpdated, async |facts| {
        changed(platform, who, facts, input.clone()).await
    })
    .await
}

/// The channel with the changes, or a refusal.
async fn changed(platform: &Platform, who: &Who, facts: &Facts, input: ChannelInput) -> Result<Channel> {
    let (show_history, waiting) = (input.show_history, input.waiting);
    let new = lay_over(facts.channel.clone(), input);
    rules::channel_name(&new.name)?;
    rules::channel_shape(&new)?;
    rules::general_stays_open(&new)?;
    if new.channel_type != facts.channel.channel_type {
        let workspace = entered(platform, new.workspace_id, who.user_id).await?;
        let heads = platform.storage.chat.heads(new.workspace_id).await?;
        rules::change_type(
            &facts.channel,
            &new,
            super::workspaces::role_in(&workspace),
            heads.contains_key(&new.channel_id),
            show_history.unwrap_or(false),
        )?;
    }
    if facts.channel.require_moderation && !new.require_moderation {
        moderation::let_go(platform, who, facts, waiting).await?;
    }
    Ok(new)
}

/// Archives a channel; its messages stay readable.
pub async fn archive(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<ChannelView> {
    settle(platform, who, channel_id, LiveNotification::ChannelArchived, async |facts| {
        rules::archive(&facts.channel)?;
        Ok(Channel { archived: true, ..facts.channel.clone() })
    })
    .await
}

/// Unarchives a channel.
pub async fn unarchive(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<ChannelView> {
    settle(platform, who, channel_id, LiveNotification::ChannelUpdated, async |facts| {
        Ok(Channel { archived: false, ..facts.channel.clone() })
    })
    .await
}

/// Writes a changed channel, for those who may manage it. Compare and set: if somebody else has changed it meanwhile
/// the change is computed again, so that neither overwrites the other.
async fn settle(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    what: fn(ChannelEvent) -> LiveNotification,
    becomes: impl AsyncFn(&Facts) -> Result<Channel>,
) -> Result<ChannelView> {
    for _ in 0..ATTEMPTS {
        let facts = Facts::load(platform, channel_id, who.user_id).await?;
        not_direct(&facts.channel)?;
        rules::require_manager(facts.role)?;
        let new = becomes(&facts).await?;
        if rules::channel_role(&ChannelAccess::from(&new), facts.row, facts.relation).is_none() {
            members::stay(platform, who, &facts).await?;
        }
        let by = EndedBy::of(platform, who.user_id, EndReason::Closed).await?;
        // Only archiving names who did it.
        let is_archived = new.archived && !facts.channel.archived;
        let is_named = is_archived && may_all_know(platform, &new, by.as_ref()).await?;
        let recorded = recorded(platform, who, Some(&facts.channel), &new)?;
        match platform.storage.chat.update_channel_with(&facts.channel, &new, recorded).await? {
            UpdateChannel::NameTaken => return Err(name_taken()),
            UpdateChannel::Stale => {}
            UpdateChannel::Updated => {
                announce(platform, what, &new, by, is_named);
                let facts = Facts::load(platform, channel_id, who.user_id).await?;
                return seen(platform, who, &facts).await;
            }
        }
    }
    Err(Refusal::busy())
}
