//! Direct messages: conversations between people. Contract §3.5.
//!
//! A conversation is a channel of type DIRECT without a workspace. Everything in it (sending, editing, threads,
//! reactions, read marks, recovery) is chat's, and so are its events for people ([`crate::chat::direct`]); here is what
//! only conversations have: opening one, and each person's list of them.
//!
//! A conversation has a topic of its own, followed by nodes where somebody has it open; changes of people's lists are
//! published on their own topics. Workspaces are not involved.

mod export;
mod people;
pub mod rules;
pub mod view;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, TryStreamExt, stream};
use storage::accounts::User;
use storage::chat::NotifyLevel;
use storage::chat::direct::BETWEEN_PEOPLE;
use storage::ids::{ChannelId, MessageId, UserId};
use storage::messages::Standing;

use crate::Platform;
use crate::accounts::Who;
use crate::area::Area;
use crate::chat::direct::{Correspondent, LastMessage, UNREAD};
use crate::chat::view::{MarkRead, PERSON, ReadState};
use crate::chat::{self, Facts};
use crate::live::body::Body;
use crate::notifications::COUNT_CAP;
use crate::notifications::personal::PersonalEvent;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};
pub use people::people;
use view::{ConversationView, NewConversation};

/// The area's declaration.
pub static AREA: Area = Area {
    counts: &[(UNREAD, counted)],
    archive: Some(|platform, who, archive| Box::pin(export::archive(platform, who, archive))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.messages.forget(user.user_id).await?) })
    }),
    ..Area::named("messages")
};

/// Conversations read concurrently.
const AT_ONCE: usize = 16;

/// Opens the conversation of some people, or finds the existing one; returns whether it is new. Refusals: 422 people
/// who do not exist or may not be known of, 403 `MAY_NOT_MESSAGE`, 429.
pub async fn open(platform: &Platform, who: &Who, new: NewConversation) -> Result<(ConversationView, bool)> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    rules::kind(new.id_type)?;
    let people = rules::circle(who.user_id, &new.user_ids)?;
    let stands = platform.storage.messages.of_people(&people).await?.is_some();
    people::may_open(platform, who.user_id, &people, stands).await?;
    let fresh = ChannelId(platform.ids.next(now())?);
    let (id, is_new) = platform.storage.messages.open(&people, who.user_id, fresh).await?;
    Ok((conversation(platform, who, id).await?, is_new))
}

/// One conversation of mine. 404: no such conversation; 403: not mine.
pub async fn conversation(platform: &Platform, who: &Who, id: ChannelId) -> Result<ConversationView> {
    mine(platform, who, id).await?;
    views(platform, who.user_id, &[id]).await?.pop().ok_or_else(absent)
}

/// My conversations, newest activity first, before a cursor; with the cursor of the next page.
pub async fn conversations(
    platform: &Platform,
    who: &Who,
    before: Option<MessageId>,
    limit: usize,
) -> Result<(Vec<ConversationView>, Option<MessageId>)> {
    let (places, has_more) = platform.storage.messages.inbox(who.user_id, before, limit).await?;
    let next = places.last().map(|place| place.last).filter(|_| has_more);
    let ids: Vec<ChannelId> = places.into_iter().map(|place| place.channel_id).collect();
    Ok((views(platform, who.user_id, &ids).await?, next))
}

/// Marks a conversation as read or unread, as `input` says.
pub async fn mark(platform: &Platform, who: &Who, id: ChannelId, input: &MarkRead) -> Result<ReadState> {
    mine(platform, who, id).await?;
    chat::mark(platform, who, id, input).await
}

/// The number of conversations with unread messages that are not muted, up to [`COUNT_CAP`].
pub async fn unread(platform: &Platform, user_id: UserId) -> Result<usize> {
    let perhaps = platform.storage.messages.perhaps_unread(user_id).await?;
    let looking = perhaps.into_iter().map(|id| async move {
        let (mark, calls) = platform.storage.chat.mentions_in(user_id, BETWEEN_PEOPLE, id).await?;
        Ok::<_, Refusal>(!calls.is_empty() || platform.storage.chat.has_unread(id, user_id, mark).await?)
    });
    let unread = stream::iter(looking).buffered(AT_ONCE).try_filter(|is_unread| {
        let is_unread = *is_unread;
        async move { is_unread }
    });
    Ok(unread.take(COUNT_CAP).try_collect::<Vec<_>>().await?.len())
}

/// The event with the number of unread conversations.
fn counted(platform: &Platform, user_id: UserId) -> LocalBoxFuture<'_, Result<Body>> {
    Box::pin(async move {
        let messages = Some(unread(platform, user_id).await?);
        Ok(Body::of(&PersonalEvent::Unread { notifications: None, messages }))
    })
}

fn absent() -> Refusal {
    Refusal::not_found("Konversationen finns inte.")
}

/// Refuses people who are not in it, and channels that are not conversations.
async fn mine(platform: &Platform, who: &Who, id: ChannelId) -> Result<()> {
    let facts = platform.storage.chat.facts(id, who.user_id).await?;
    let facts = facts.filter(|facts| facts.channel.is_direct()).ok_or_else(absent)?;
    Facts::judge(facts).map(|_| ())
}

/// Conversations as one of their people sees them.
async fn views(platform: &Platform, me: UserId, ids: &[ChannelId]) -> Result<Vec<ConversationView>> {
    let standing = platform.storage.messages.standing(me, ids).await?;
    let people = standing.iter().flat_map(|one| one.channel.people());
    let known = platform.people.all(people).await?;
    let online = if standing.is_empty() { HashSet::new() } else { chat::online_to(platform, me).await? };
    let known = &known;
    let views = standing.into_iter().map(|one| {
        let others = one.channel.people().into_iter().filter(|id| *id != me).filter_map(|id| known.get(&id));
        let others =
            others.map(|user| Correspondent::new(user, online.contains(&user.user_id))).collect::<Vec<_>>();
        view(platform, me, one, others, known)
    });
    stream::iter(views.collect::<Vec<_>>()).buffered(AT_ONCE).try_collect().await
}

async fn view(
    platform: &Platform,
    me: UserId,
    one: Standing,
    mut people: Vec<Correspondent>,
    known: &HashMap<UserId, Arc<User>>,
) -> Result<ConversationView> {
    let id = one.channel.channel_id;
    let chat = &platform.storage.chat;
    let (mark, calls) = chat.mentions_in(me, BETWEEN_PEOPLE, id).await?;
    let is_news = one.shown.is_some_and(|shown| mark.is_none_or(|mark| shown.0 > mark.0));
    let has_unread = !calls.is_empty() || is_news && chat.has_unread(id, me, mark).await?;
    let head = one.last.as_ref().map(|message| message.message_id);
    let shows = |user: &UserId| known.get(user).is_some_and(|user| user.show_read_marks);
    if let [other] = people.as_mut_slice()
        && !one.barred
        && shows(&me)
        && shows(&other.user_id)
    {
        other.last_read_message_id = chat::last_read(one.other_read, head);
    }
    Ok(ConversationView {
        id,
        channel_id: id,
        id_type: PERSON,
        people,
        last_activity: Moment(one.last.as_ref().map_or(one.channel.created, |message| message.created)),
        last_message: one.last.as_ref().map(|message| LastMessage::of(message, known)),
        has_unread,
        mention_count: calls.len(),
        last_read_message_id: chat::last_read(mark, head),
        notify_level: one.reader.as_ref().map_or(NotifyLevel::Default, |reader| reader.notify_level),
        muted: one.reader.is_some_and(|reader| reader.muted),
        can_post: !one.barred,
    })
}
