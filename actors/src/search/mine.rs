//! A signed-in person's own search results: people they know, channels, events in their calendars, messages. None of it
//! is in the index of names, which contains only public things: each area is asked with the person's own rights.

use std::collections::HashSet;

use futures_util::future::try_join_all;
use storage::entities::{RelationType, folded};
use storage::ids::UserId;

use super::rules::{CHANNEL, EVENT, MESSAGE, OwnGroup, PERSON, Wanted, names};
use super::view::{Suggestion, SuggestionGroup};
use crate::Platform;
use crate::accounts::Who;
use crate::calendar;
use crate::calendar::view::ListedView;
use crate::chat::{self, FoundChannel};
use crate::platform::error::{RefusalKind, Result};
use crate::platform::markdown;
use crate::platform::people::avatar;
use crate::platform::time::{Moment, now};

/// Organisations whose people are searched.
const ORGANISATIONS: usize = 10;
/// Days before and after now whose events are searched.
const DAYS: (i64, i64) = (30, 180);
const DAY_MS: i64 = 86_400_000;
/// Few, because messages have a search of their own.
const MESSAGES: usize = 3;
/// Shorter queries would match too many messages.
const MESSAGE_MIN: usize = 3;
/// Longest displayed part of a message, in characters.
const SHOWN: usize = 120;

/// At most `limit` per group, the groups in order; empty ones are left out.
pub(super) async fn mine(
    platform: &Platform,
    who: &Who,
    wanted: &Wanted,
    text: &str,
    limit: usize,
) -> Result<Vec<SuggestionGroup>> {
    let sought = folded(text);
    if sought.is_empty() {
        return Ok(Vec::new());
    }
    let groups = OwnGroup::ALL.into_iter().filter(|group| wanted.has(*group));
    let found = try_join_all(groups.map(async |group| {
        let mut content = match group {
            OwnGroup::People => people(platform, who, text, limit).await?,
            OwnGroup::Channels => channels(platform, who, &sought, limit).await?,
            OwnGroup::Events => events(platform, who, &sought).await?,
            OwnGroup::Messages => messages(platform, who, text, limit.min(MESSAGES)).await?,
        };
        content.truncate(limit);
        Ok::<_, crate::platform::error::Refusal>(SuggestionGroup { group: group.label(), content })
    }))
    .await?;
    Ok(found.into_iter().filter(|group| !group.content.is_empty()).collect())
}

fn own(group: OwnGroup, slug: String, name: String, kind: &str) -> Suggestion {
    Suggestion {
        slug,
        name,
        kind: kind.to_owned(),
        location: None,
        img_url: None,
        start: None,
        start_date: None,
        group: group.label(),
    }
}

/// Contacts, then people of common organisations, whether findable or not, because members know each other. Without
/// people with a block in between.
async fn people(platform: &Platform, who: &Who, text: &str, limit: usize) -> Result<Vec<Suggestion>> {
    let storage = &platform.storage;
    let (contacts, _) = storage.contacts.contacts(who.user_id, text, 0, limit).await?;
    let mut found: Vec<(UserId, Option<String>)> = contacts.iter().map(|pair| (pair.other, None)).collect();
    let relations = storage.entities.relations_of(who.user_id).await?;
    let mut ids: Vec<_> = relations.iter().filter(|one| one.relation_type.belongs()).collect();
    ids.truncate(ORGANISATIONS);
    let ids: Vec<_> = ids.into_iter().map(|one| one.entity_id).collect();
    let kinds: Vec<RelationType> = RelationType::ALL.iter().copied().filter(|kind| kind.belongs()).collect();
    for entity in storage.entities.entities(&ids).await? {
        let colleagues = storage.entities.people(entity.entity_id, &kinds, text).take(limit + 1).await?;
        found.extend(colleagues.into_iter().map(|(one, _)| (one.user_id, Some(entity.entity_name.clone()))));
    }
    let mut seen = HashSet::from([who.user_id]);
    found.retain(|(id, _)| seen.insert(*id));
    let all: Vec<UserId> = found.iter().map(|(id, _)| *id).collect();
    let apart = storage.contacts.blocked_among(who.user_id, &all).await?;
    let users = platform.people.all(all.iter().copied().filter(|id| !apart.contains(id))).await?;
    let shown = found.into_iter().filter_map(|(id, place)| {
        let user = users.get(&id)?;
        let shown = own(OwnGroup::People, user.user_name.clone(), user.display_name.clone(), PERSON);
        Some(Suggestion { location: place, img_url: avatar(user), ..shown })
    });
    Ok(shown.collect())
}

async fn channels(platform: &Platform, who: &Who, sought: &str, limit: usize) -> Result<Vec<Suggestion>> {
    let is_meant = |channel: &str| names(&folded(channel), sought);
    let found = chat::channels_named(platform, who.user_id, is_meant, limit).await?;
    let shown = |FoundChannel { workspace_id, workspace_name, channel }: FoundChannel| Suggestion {
        location: Some(workspace_name),
        ..own(
            OwnGroup::Channels,
            format!("konversation/{workspace_id}/{}", channel.channel_id),
            channel.display_name,
            CHANNEL,
        )
    };
    Ok(found.into_iter().map(shown).collect())
}

/// Events in the calendars that I see, next ones first and past ones last.
async fn events(platform: &Platform, who: &Who, sought: &str) -> Result<Vec<Suggestion>> {
    let at = now();
    let (from, to) = (Moment(at - DAYS.0 * DAY_MS), Moment(at + DAYS.1 * DAY_MS));
    let mut listed = match calendar::between(platform, Some(who), &[], from, to).await {
        // With more than one response holds, the calendar itself is the place to search.
        Err(refusal) if refusal.kind == RefusalKind::Invalid => Vec::new(),
        listed => listed?,
    };
    listed.retain(|one| !one.busy && names(&folded(&one.title), sought));
    listed.sort_by_key(|one| (one.end.0 < at, (one.start.0 - at).abs()));
    // For a series the next occurrence.
    let mut seen = HashSet::new();
    listed.retain(|one| seen.insert(one.id));
    Ok(listed.into_iter().map(event).collect())
}

fn event(one: ListedView) -> Suggestion {
    let which = one.recurrence_id.map(|id| format!("?recurrenceId={id}")).unwrap_or_default();
    let slug = format!("{EVENT}/{}{which}", one.event_uuid);
    Suggestion {
        location: one.place.map(|place| place.name),
        start: Some(one.start).filter(|_| !one.all_day),
        start_date: one.start_date.filter(|_| one.all_day),
        ..own(OwnGroup::Events, slug, one.title, EVENT)
    }
}

async fn messages(platform: &Platform, who: &Who, text: &str, limit: usize) -> Result<Vec<Suggestion>> {
    if text.trim().chars().count() < MESSAGE_MIN {
        return Ok(Vec::new());
    }
    let wanted = chat::Wanted { text: text.to_owned(), limit, ..chat::Wanted::default() };
    let found = chat::find(platform, who, wanted).await?;
    let shown = found.content.into_iter().map(|one| {
        let (message, workspace) = (one.message, one.workspace_id);
        let path =
            chat::bells::path_to(workspace, message.channel_id, message.parent_message_id, Some(message.id));
        let words = markdown::brief(&message.formatted_content, &[], SHOWN);
        Suggestion {
            location: Some(format!("{} · {}", message.user_name, one.channel_display_name)),
            start: Some(message.created),
            ..own(OwnGroup::Messages, path.trim_start_matches('/').to_owned(), words, MESSAGE)
        }
    });
    Ok(shown.collect())
}
