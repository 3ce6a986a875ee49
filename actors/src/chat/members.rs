//! Members of a channel, and their notification settings.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use storage::chat::{ChannelRole, ChannelType, Member, Reader};
use storage::entities::{Relation, RelationType, folded, listed_as, place_of};
use storage::ids::{ChannelId, EntityId, EventId, UserId};
use storage::jobs::Job;

use super::event::RightsChange;
use super::facts::{Facts, found, role_of};
use super::live::{self, InternalMessage};
use super::live_notification::{LiveNotification, MemberEvent, Null, Unsaid};
use super::reading::Reading;
use super::rules::{self, ChannelAccess, OwnRow};
use super::view::{ChannelMemberState, MemberInput, MemberView, ReaderInput};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::availability::status_at;
use crate::chat::direct::not_direct;
use crate::entities::personal::PersonalEvent;
use crate::live::bus::ToPerson as _;
use crate::live::ended::{EndReason, EndedBy};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::people::{avatar, is_bot};
use crate::platform::time::now;

/// Relations are read in pages of this size, up to this many.
const PAGE: usize = 500;
const LOOKED_THROUGH: usize = 20_000;

/// Everybody with a role in the channel by membership row or relation, with that role, and whether by a row; guests
/// included.
pub(crate) async fn everybody(
    platform: &Platform,
    channel: &storage::chat::Channel,
) -> Result<Vec<(UserId, ChannelRole, bool)>> {
    let rows = platform.storage.chat.members(channel.channel_id).await?;
    let mut rows: HashMap<UserId, Member> = rows.into_iter().map(|m| (m.user_id, m)).collect();
    let mut found = Vec::new();
    let mut after = None;
    // A private channel without relation types has only its membership rows.
    let by_relation = channel.channel_type == ChannelType::Public || !channel.relation_types.is_empty();
    while by_relation && found.len() < LOOKED_THROUGH {
        let page: Vec<Relation> = platform.storage.entities.relations(channel.entity_id, after, PAGE).await?;
        let full = page.len() == PAGE;
        after = page.last().map(|r| r.user_id);
        for relation in page {
            let row = rows.remove(&relation.user_id);
            if let Some(role) = role_of(channel, row.as_ref(), Some(relation.relation_type)) {
                found.push((relation.user_id, role, row.is_some()));
            }
        }
        if !full {
            break;
        }
    }
    for row in rows.into_values() {
        let relation = platform.storage.entities.relation(channel.entity_id, row.user_id).await?;
        if let Some(role) = role_of(channel, Some(&row), relation.map(|r| r.relation_type)) {
            found.push((row.user_id, role, true));
        }
    }
    Ok(found)
}

/// Members whose name, a word of it or whose user name begins with `q`, by name; matches in further words last.
pub async fn members(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    q: &str,
    limit: usize,
) -> Result<Vec<MemberView>> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    rules::list_members(facts.role)?;
    let found = named(platform, &facts.channel, q, limit).await?;
    let people = platform.people.all(found.iter().map(|(id, ..)| *id)).await?;
    // Without the right to see presence everybody appears offline.
    let online: HashSet<UserId> = if facts.channel.is_direct() {
        super::online_to(platform, who.user_id).await?
    } else if rules::sees_presence(facts.role) {
        let online = super::workspaces::online(platform, facts.channel.workspace_id).await?;
        online.into_iter().map(|p| p.user_id).collect()
    } else {
        HashSet::new()
    };
    // Like presence, only for members of the workspace.
    let is_near = !facts.channel.is_direct() && rules::sees_presence(facts.role);
    let at = now();
    let shown = |(id, role, explicit)| {
        let user = people.get(&id)?;
        let said = |user| status_at(user, at).filter(|_| is_near);
        Some(MemberView {
            user_id: id,
            username: user.user_name.clone(),
            slug: user.user_name.clone(),
            display_name: user.display_name.clone(),
            avatar: avatar(user),
            is_bot: is_bot(user),
            role,
            online: online.contains(&id),
            status_text: said(user).and_then(|status| status.text.clone()),
            status_emoji: said(user).and_then(|status| status.emoji.clone()),
            explicit,
        })
    };
    Ok(found.into_iter().filter_map(shown).collect())
}

/// The first members by name, each with their role and whether by a row. Reads the channel's rows, and a number of the
/// organisation's people proportional to `limit`. Guests may read, but are not members.
async fn named(
    platform: &Platform,
    channel: &storage::chat::Channel,
    q: &str,
    limit: usize,
) -> Result<Vec<(UserId, ChannelRole, bool)>> {
    let entities = &platform.storage.entities;
    let by_relation =
        |relation| role_of(channel, None, Some(relation)).filter(|role| *role > ChannelRole::Guest);
    let sought = folded(q);
    let place =
        |listed: &str, id| place_of(listed, &sought).map(|(place, name)| (place, name.to_owned(), id));
    let mut found = BTreeMap::new();
    let rows = platform.storage.chat.members(channel.channel_id).await?;
    let ids: Vec<UserId> = rows.iter().map(|row| row.user_id).collect();
    let relations = entities.relations_among(channel.entity_id, &ids).await?;
    let people = platform.people.all(ids.iter().copied()).await?;
    for row in &rows {
        let relation = relations.get(&row.user_id).copied();
        let user = people.get(&row.user_id);
        if let (Some(role), Some(user)) = (role_of(channel, Some(row), relation), user)
            && let Some(at) = place(&listed_as(&user.display_name, &user.user_name), row.user_id)
        {
            found.insert(at, (row.user_id, role, true));
        }
    }
    let rows: HashSet<UserId> = ids.into_iter().collect();
    let types = RelationType::ALL.iter().copied().filter(|relation| by_relation(*relation).is_some());
    let mut walk = entities.people(channel.entity_id, &types.collect::<Vec<_>>(), q);
    let mut taken = 0;
    while taken < limit {
        let some = walk.take(limit - taken).await?;
        if some.is_empty() {
            break;
        }
        for (relation, listed) in some {
            let id = relation.user_id;
            if let (false, Some(role), Some(at)) =
                (rows.contains(&id), by_relation(relation.relation_type), place(&listed, id))
            {
                found.insert(at, (id, role, false));
                taken += 1;
            }
        }
    }
    Ok(found.into_values().take(limit).collect())
}

/// Adds a person to a channel or changes their role. An organisation's OWNER or ADMINISTRATOR may add themselves to a
/// private channel, which the channel's members see.
pub async fn put_member(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    user_id: UserId,
    input: MemberInput,
) -> Result<MemberView> {
    let mine = found(platform, channel_id, who.user_id).await?;
    let mine = mine.ok_or_else(|| Refusal::not_found("Kanalen finns inte."))?;
    let (channel, relation) = (mine.channel.clone(), mine.relation);
    let theirs = found(platform, channel_id, user_id).await?;
    let (current, their_relation) = theirs.map(|f| (f.member, f.relation)).unwrap_or_default();
    let brings_self_in =
        user_id == who.user_id && current.is_none() && input.role.is_none() && rules::may_add_self(relation);
    if !brings_self_in {
        let facts = Facts::judge(mine)?;
        not_direct(&channel)?;
        rules::grant(facts.role, input.role)?;
        rules::change_row(who.user_id, facts.role, user_id, OwnRow::from(current.as_ref()))?;
    }
    let target = platform.people.get(user_id).await?;
    let target = target.ok_or_else(|| Refusal::not_found("Personen finns inte."))?;
    if their_relation.is_none() {
        return Err(Refusal::field(
            "userId",
            "NOT_IN_ORGANISATION",
            "Personen hör inte till organisationen.",
        ));
    }
    let member = Member {
        channel_id,
        user_id,
        // Without a role the person becomes a plain member.
        role: input.role,
        added_by: who.user_id,
        added: current.as_ref().map_or_else(now, |m| m.added),
    };
    let by = EndedBy::of(platform, who.user_id, EndReason::Removed).await?;
    platform.storage.chat.put_member(&member).await?;
    let row = OwnRow::from(Some(&member));
    let role = rules::channel_role(&ChannelAccess::from(&channel), row, their_relation);
    announce(platform, &channel, user_id, (row, role), by);
    let online = super::workspaces::online(platform, channel.workspace_id).await?;
    let said = status_at(&target, now());
    Ok(MemberView {
        user_id,
        username: target.user_name.clone(),
        slug: target.user_name.clone(),
        display_name: target.display_name.clone(),
        avatar: avatar(&target),
        is_bot: is_bot(&target),
        role: role.unwrap_or(ChannelRole::Guest),
        online: online.iter().any(|p| p.user_id == user_id),
        status_text: said.and_then(|status| status.text.clone()),
        status_emoji: said.and_then(|status| status.emoji.clone()),
        explicit: true,
    })
}

/// Removes a person's membership row; subscriptions that depend on it end at once. Leaving is always allowed.
pub async fn remove_member(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    user_id: UserId,
) -> Result<()> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    not_direct(&facts.channel)?;
    let theirs = found(platform, channel_id, user_id).await?;
    let (current, relation) = theirs.map(|f| (f.member, f.relation)).unwrap_or_default();
    rules::change_row(who.user_id, facts.role, user_id, OwnRow::from(current.as_ref()))?;
    let by = EndedBy::of(platform, who.user_id, EndReason::Removed).await?;
    if !platform.storage.chat.remove_member(channel_id, user_id).await? {
        return Err(Refusal::not_found("Personen har ingen egen plats i kanalen."));
    }
    let role = rules::channel_role(&ChannelAccess::from(&facts.channel), OwnRow::Absent, relation);
    announce(platform, &facts.channel, user_id, (OwnRow::Absent, role), by);
    Ok(())
}

/// The job that removes a person from an organisation's channels. It joins the write that ends their relation.
pub const LEAVING: JobKind = JobKind {
    name: "leaving",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (entity_id, user_id) = serde_json::from_str(&job.payload)?;
            Ok(leave_all(&platform, entity_id, user_id, job.due).await?)
        })
    },
};

/// Such a job, due at once.
pub fn leaving(platform: &Platform, entity_id: EntityId, user_id: UserId) -> Result<Job> {
    jobs::job(platform, LEAVING.name, now(), &(entity_id, user_id))
}

/// Removes the membership rows that a person got until `since` (epoch milliseconds) in an organisation's channels. May
/// be repeated.
pub async fn leave_all(platform: &Platform, entity_id: EntityId, user_id: UserId, since: i64) -> Result<()> {
    for workspace in platform.storage.chat.workspaces_of(entity_id).await? {
        let facts = platform.storage.chat.facts_of_workspace(workspace.workspace_id, user_id).await?;
        let is_of_before = |row: &Option<Member>| row.as_ref().is_some_and(|row| row.added <= since);
        for (channel, _) in facts.into_iter().flat_map(|f| f.channels).filter(|(_, row)| is_of_before(row)) {
            platform.storage.chat.remove_member(channel.channel_id, user_id).await?;
            announce(platform, &channel, user_id, (OwnRow::Absent, None), None);
        }
    }
    Ok(())
}

/// The person who makes a channel private is added as a member first, like the creator of a private channel.
pub(super) async fn stay(platform: &Platform, who: &Who, facts: &Facts) -> Result<()> {
    let (channel_id, user_id) = (facts.channel.channel_id, who.user_id);
    let role = Some(ChannelRole::Admin);
    let member = Member { channel_id, user_id, role, added_by: user_id, added: now() };
    platform.storage.chat.put_member(&member).await?;
    announce(platform, &facts.channel, user_id, (OwnRow::from(Some(&member)), Some(facts.role)), None);
    Ok(())
}

/// Announces the row to all nodes, and the change to the channel's readers and the person.
fn announce(
    platform: &Platform,
    channel: &storage::chat::Channel,
    user_id: UserId,
    (row, role): (OwnRow, Option<ChannelRole>),
    by: Option<EndedBy>,
) {
    let (workspace_id, channel_id) = (channel.workspace_id, channel.channel_id);
    let change = RightsChange::Row { channel_id, user_id, row, by };
    InternalMessage::Rights(change).announce(platform, workspace_id);
    let at = now();
    let event = MemberEvent {
        workspace_id,
        channel_id,
        user_id,
        role,
        cursor: EventId(platform.ids.along(at)),
        sender_name: Null,
        timestamp: at,
        unsaid: Unsaid::default(),
    };
    live::publish(platform, channel, &LiveNotification::MemberChanged(event));
    let event = PersonalEvent::MembershipChanged { entity_id: channel.entity_id };
    platform.announce(event.to(user_id));
}

/// My notification settings in a channel.
pub async fn set_reader(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    input: ReaderInput,
) -> Result<ChannelMemberState> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let workspace_id = facts.channel.workspace_id;
    let before = Reading::of_channel(platform, who.user_id, workspace_id, channel_id).await?;
    let before = before.member_state(channel_id);
    let reader = Reader {
        user_id: who.user_id,
        workspace_id,
        channel_id,
        last_read: before.last_read_message_id,
        last_read_at: 0,
        notify_level: input.notify_level.unwrap_or(before.notify_level),
        muted: input.muted.unwrap_or(before.muted),
        unread_from: None,
        unread_at: 0,
    };
    platform.storage.chat.set_reader(&reader).await?;
    if facts.channel.is_direct() {
        super::direct::publish_totals(platform, &[who.user_id]);
    }
    Ok(ChannelMemberState { notify_level: reader.notify_level, muted: reader.muted, ..before })
}
