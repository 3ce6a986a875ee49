//! Workspaces: an organisation's place for channels; their presence and typing indicators.

use std::collections::{HashMap, HashSet};

use futures_util::future::BoxFuture;
use storage::audit::{AuditKind, AuditSubjectKind};
use storage::chat::{Channel, ChannelRole, Chat, Workspace, WorkspaceFacts};
use storage::engine::Write;
use storage::entities::Entity;
use storage::ids::{ChannelId, EntityId, UserId, WorkspaceId};
use storage::record::Stored;

use super::channels::blank;
use super::event::{Presence, RightsChange};
use super::facts::Facts;
use super::live::{self, InternalMessage, LiveChannel};
use super::members::{leave_all, leaving};
use super::rules::{self, ChannelAccess, OwnRow};
use super::view::{NewWorkspace, WorkspaceView};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::availability::status_at;
use crate::area::{Consequences, RelationChange};
use crate::audit::{self, Act};
use crate::entities::personal::PersonalEvent;
use crate::live::bus::Announcement;
use crate::live::bus::ToPerson as _;
use crate::live::ended::EndedBy;
use crate::live::room::Touch;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// The first channel's initial description.
pub(crate) const FIRST_WORDS: &str = "Här pratar alla om det som rör alla.";

/// A person's role in a workspace as a whole.
pub(super) fn role_in(facts: &WorkspaceFacts) -> Option<ChannelRole> {
    let channels: Vec<_> = facts
        .channels
        .iter()
        .filter(|(channel, _)| !channel.archived)
        .map(|(channel, row)| (ChannelAccess::from(channel), OwnRow::from(row.as_ref())))
        .collect();
    rules::workspace_role(channels.iter().map(|(access, row)| (access, *row)), facts.relation)
}

/// The facts of a workspace for those who may enter it. Absent: 404; without any role: 403.
pub(super) async fn entered(
    platform: &Platform,
    workspace_id: WorkspaceId,
    user_id: UserId,
) -> Result<WorkspaceFacts> {
    let facts = platform.storage.chat.facts_of_workspace(workspace_id, user_id).await?;
    let facts = facts.ok_or_else(|| Refusal::not_found("Arbetsytan finns inte."))?;
    role_in(&facts).ok_or_else(Refusal::access_denied)?;
    Ok(facts)
}

/// The first workspace of an organisation, and its general channel `allmänt`: to be stored together with it.
pub fn first(platform: &Platform, entity: &Entity) -> Result<Vec<Write>> {
    let (workspace, general) =
        blank_workspace(platform, entity.entity_id, entity.owner, &entity.entity_name)?;
    Ok(Chat::first_workspace(&workspace, &general))
}

/// The same for an existing organisation.
pub async fn create_first(platform: &Platform, entity: &Entity) -> Result<Workspace> {
    make(platform, entity.entity_id, entity.owner, &entity.entity_name).await
}

/// Another workspace of an existing organisation, under a given id; the owner creates its first channel.
pub(crate) async fn create_workspace_as(
    platform: &Platform,
    workspace_id: WorkspaceId,
    entity: &Entity,
    name: &str,
) -> Result<()> {
    let (mut workspace, mut general) = blank_workspace(platform, entity.entity_id, entity.owner, name)?;
    (workspace.workspace_id, general.workspace_id) = (workspace_id, workspace_id);
    Ok(platform.storage.chat.create_workspace(&workspace, &general).await?)
}

/// The entry of the organisation's audit log about a workspace.
fn recorded(platform: &Platform, by: UserId, kind: AuditKind, workspace: &Workspace) -> Result<Vec<Write>> {
    let name = Some(&*workspace.workspace_name);
    let act = Act::of(kind).subject(AuditSubjectKind::Workspace, workspace.workspace_id.0, name);
    audit::writes(platform, workspace.entity_id, Some(by), act)
}

async fn make(platform: &Platform, entity_id: EntityId, by: UserId, name: &str) -> Result<Workspace> {
    let (workspace, general) = blank_workspace(platform, entity_id, by, name)?;
    let recorded = recorded(platform, by, AuditKind::WorkspaceCreated, &workspace)?;
    platform.storage.chat.create_workspace_with(&workspace, &general, recorded).await?;
    Ok(workspace)
}

fn blank_workspace(
    platform: &Platform,
    entity_id: EntityId,
    by: UserId,
    name: &str,
) -> Result<(Workspace, Channel)> {
    let at = now();
    let workspace = Workspace {
        workspace_id: WorkspaceId(platform.ids.next(at)?),
        entity_id,
        workspace_name: name.to_owned(),
        created: at,
    };
    let mut general = blank(platform, workspace.workspace_id, entity_id, by, at)?;
    rules::GENERAL.clone_into(&mut general.name);
    "Allmänt".clone_into(&mut general.display_name);
    FIRST_WORDS.clone_into(&mut general.description);
    general.general = true;
    Ok((workspace, general))
}

/// Creates another workspace of an organisation; only for its OWNER and administrators.
pub async fn create_workspace(platform: &Platform, who: &Who, new: NewWorkspace) -> Result<WorkspaceView> {
    let entity = crate::entities::existing(platform, new.entity_id).await?;
    let relation = platform.storage.entities.relation(new.entity_id, who.user_id).await?;
    if !rules::may_add_self(relation.map(|r| r.relation_type)) {
        return Err(Refusal::forbidden("ROLE_TOO_LOW", "Bara ägare och administratörer skapar arbetsytor."));
    }
    let name = rules::workspace_name(&new.workspace_name)?;
    let _turn = platform.turns.of(new.entity_id.0).await;
    let count = platform.storage.chat.workspaces_of(new.entity_id).await?.len();
    crate::platform::quotas::below(
        count,
        platform.settings.quotas.count(&super::WORKSPACES),
        "arbetsytor i en organisation",
    )?;
    let workspace = make(platform, new.entity_id, who.user_id, &name).await?;
    let event = PersonalEvent::MembershipChanged { entity_id: entity.entity_id };
    platform.announce(event.to(who.user_id));
    seen(platform, who, workspace.workspace_id, &entity).await
}

/// Renames a workspace; ADMIN and above.
pub async fn rename_workspace(
    platform: &Platform,
    who: &Who,
    workspace_id: WorkspaceId,
    name: &str,
) -> Result<WorkspaceView> {
    let facts = entered(platform, workspace_id, who.user_id).await?;
    rules::require_manager(role_in(&facts).ok_or_else(Refusal::access_denied)?)?;
    let name = rules::workspace_name(name)?;
    let renamed = Workspace { workspace_name: name.clone(), ..facts.workspace.clone() };
    let recorded = recorded(platform, who.user_id, AuditKind::WorkspaceChanged, &renamed)?;
    platform.storage.chat.rename_workspace_with(workspace_id, &name, recorded).await?;
    InternalMessage::Renamed { name }.announce(platform, workspace_id);
    let entity = platform.storage.entities.entity(facts.workspace.entity_id).await?;
    let entity = entity.ok_or_else(Refusal::internal)?;
    seen(platform, who, workspace_id, &entity).await
}

async fn seen(
    platform: &Platform,
    who: &Who,
    workspace_id: WorkspaceId,
    entity: &Entity,
) -> Result<WorkspaceView> {
    let facts = entered(platform, workspace_id, who.user_id).await?;
    let role = role_in(&facts).ok_or_else(Refusal::access_denied)?;
    Ok(WorkspaceView {
        workspace_id,
        workspace_name: facts.workspace.workspace_name,
        entity_id: entity.entity_id,
        entity_slug: entity.entity_slug.clone(),
        entity_name: entity.entity_name.clone(),
        role,
    })
}

/// The workspaces I may enter, through the organisations I am related to.
pub async fn workspaces(platform: &Platform, who: &Who) -> Result<Vec<WorkspaceView>> {
    let relations = platform.storage.entities.relations_of(who.user_id).await?;
    let ids: Vec<EntityId> = relations.iter().map(|r| r.entity_id).collect();
    let entities: HashMap<EntityId, Entity> =
        platform.storage.entities.entities(&ids).await?.into_iter().map(|e| (e.entity_id, e)).collect();
    let mut list = Vec::new();
    for id in ids {
        let Some(entity) = entities.get(&id) else { continue };
        for workspace in platform.storage.chat.workspaces_of(id).await? {
            match seen(platform, who, workspace.workspace_id, entity).await {
                Ok(view) => list.push(view),
                Err(refusal) if refusal.code == "ACCESS_DENIED" => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }
    list.sort_by_cached_key(|w| (storage::entities::folded(&w.workspace_name), w.workspace_id));
    Ok(list)
}

/// The facts of every workspace that a person may enter, of all their organisations.
pub(super) async fn every(platform: &Platform, user_id: UserId) -> Result<Vec<WorkspaceFacts>> {
    let chat = &platform.storage.chat;
    let mut every = Vec::new();
    for relation in platform.storage.entities.relations_of(user_id).await? {
        for workspace in chat.workspaces_of(relation.entity_id).await? {
            let facts = chat.facts_of_workspace(workspace.workspace_id, user_id).await?;
            every.extend(facts.filter(|facts| role_in(facts).is_some()));
        }
    }
    Ok(every)
}

/// The workspaces in which a person counts as present while connected: all that they may enter. A relation that gives a
/// role opens all workspaces of the organisation; otherwise their channels decide.
pub async fn workspaces_present_in(platform: &Platform, user_id: UserId) -> Result<HashSet<WorkspaceId>> {
    let chat = &platform.storage.chat;
    let mut present = HashSet::new();
    for relation in platform.storage.entities.relations_of(user_id).await? {
        let enters_all = rules::workspace_role(std::iter::empty(), Some(relation.relation_type)).is_some();
        for Workspace { workspace_id, .. } in chat.workspaces_of(relation.entity_id).await? {
            let enters = enters_all
                || chat
                    .facts_of_workspace(workspace_id, user_id)
                    .await?
                    .is_some_and(|facts| role_in(&facts).is_some());
            if enters {
                present.insert(workspace_id);
            }
        }
    }
    Ok(present)
}

/// Who is online in a workspace, for its members.
pub async fn presence(platform: &Platform, who: &Who, workspace_id: WorkspaceId) -> Result<Vec<Presence>> {
    let facts = entered(platform, workspace_id, who.user_id).await?;
    if !role_in(&facts).is_some_and(rules::sees_presence) {
        return Err(Refusal::access_denied());
    }
    let mut online = online(platform, workspace_id).await?;
    let apart = platform.storage.contacts.apart_from(who.user_id).await?;
    online.retain(|presence| !apart.contains(&presence.user_id));
    let people = platform.people.all(online.iter().map(|presence| presence.user_id)).await?;
    for presence in &mut online {
        let status = people.get(&presence.user_id).and_then(|user| status_at(user, now()));
        presence.status_text = status.and_then(|status| status.text.clone());
        presence.status_emoji = status.and_then(|status| status.emoji.clone());
    }
    Ok(online)
}

/// Whether two people may see each other's presence has changed: workspaces in which both may be read it again.
pub async fn part_presence(platform: &Platform, one: UserId, other: UserId) -> Result<()> {
    let theirs = workspaces_present_in(platform, other).await?;
    for id in workspaces_present_in(platform, one).await?.intersection(&theirs) {
        for user_id in [one, other] {
            platform.announce(Announcement::Rights { topic: live::workspace::topic(*id), user_id });
        }
    }
    Ok(())
}

pub(super) async fn online(platform: &Platform, workspace_id: WorkspaceId) -> Result<Vec<Presence>> {
    match live::workspace::with_presence(platform, workspace_id) {
        Some(live) => Ok(live.send(live::workspace::Online).await?),
        None => Ok(Vec::new()),
    }
}

/// Who is online, as far as a person may see it: in the workspaces of the organisations that they belong to.
pub async fn online_to(platform: &Platform, user_id: UserId) -> Result<HashSet<UserId>> {
    let mut seen = HashSet::new();
    for relation in platform.storage.entities.relations_of(user_id).await? {
        if !relation.relation_type.belongs() {
            continue;
        }
        for workspace in platform.storage.chat.workspaces_of(relation.entity_id).await? {
            let online = online(platform, workspace.workspace_id).await?;
            seen.extend(online.into_iter().map(|presence| presence.user_id));
        }
    }
    for user_id in platform.storage.contacts.apart_from(user_id).await? {
        seen.remove(&user_id);
    }
    Ok(seen)
}

/// A typing indicator, or its end, from a person who may post in the channel. Beyond the rate limit it is dropped; the
/// next one has the same effect.
pub async fn typing(platform: Platform, who: Who, channel_id: ChannelId, is_typing: bool) -> Result<()> {
    let facts = Facts::load(&platform, channel_id, who.user_id).await?;
    facts.may_post()?;
    if is_typing && platform.limits.typing(&*platform.bus, who.user_id).await.is_err() {
        return Ok(());
    }
    let author = platform.people.get(who.user_id).await?.ok_or_else(Refusal::internal)?;
    let live = live::channel(&platform, &facts.channel).await?;
    let sign = Touch::<LiveChannel>(Box::new(move |channel| {
        live::typing(channel, author.user_id, &author.display_name, is_typing)
    }));
    // Typing may be lost.
    let _ = live.try_send(sign);
    Ok(())
}

/// A relation to an organisation changes: subscriptions in all its workspaces are updated, and when it ends the person
/// is removed from its channels.
pub(super) fn on_relation(
    platform: &Platform,
    change: RelationChange,
) -> BoxFuture<'_, Result<Consequences>> {
    Box::pin(async move {
        let RelationChange { entity_id, user_id, relation, .. } = change;
        let workspaces = platform.storage.chat.workspaces_of(entity_id).await?;
        let announce = move |platform: &Platform, by: Option<EndedBy>| {
            for workspace in &workspaces {
                let change = RightsChange::Relation { user_id, relation, by: by.clone() };
                InternalMessage::Rights(change).announce(platform, workspace.workspace_id);
            }
        };
        let mut follows = Consequences { announce: Some(Box::new(announce)), ..Consequences::default() };
        if relation.is_none() {
            let leaving = leaving(platform, entity_id, user_id)?;
            let (platform, due) = (platform.clone(), leaving.due);
            follows.writes.push(leaving.insert());
            follows.then = Some(Box::pin(async move {
                if let Err(refusal) = leave_all(&platform, entity_id, user_id, due).await {
                    tracing::warn!(%refusal, "places in channels end later");
                }
            }));
        }
        Ok(follows)
    })
}
