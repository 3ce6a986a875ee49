//! Comments of events: a thread in a chat channel that belongs to the event. Sending, editing, reactions, files,
//! notifications, reports and recovery are chat's; rights, creation and deletion are here.
//!
//! People who may see the event by its id may read. Members may write: by their relation to the organisation as in its
//! channels (contract §3.2), contacts of the person whose calendar it is, and everybody who is enrolled or invited. All
//! others only read.

use futures_util::future::{BoxFuture, ready};
use storage::calendar::{Calendar, CalendarEvent};
use storage::chat::comments::SubjectKind;
use storage::chat::direct::NOBODYS;
use storage::chat::{Card, CardType, ChannelRole};
use storage::ids::{CalendarEventId, EntityId, UserId};

use super::events::{find, placed};
use super::rules::{self, Asker};
use super::{enrollment, live};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{Commented, OnComments};
use crate::chat::comments::{self, About};
use crate::platform::error::Result;

comments::thread_view! {
    /// Where the comments of an event are, and what I may do there.
    EventComments { id_calendar_event: CalendarEventId }
    /// Empty: they are not for me, though I have the address of the event.
}

/// Comments of events.
pub(super) static COMMENTS: OnComments = OnComments {
    kind: SubjectKind::Event,
    find: standing,
    concerned: |_, _| Box::pin(ready(Ok(Vec::new()))),
};

/// A person's current rights in an event's comments; none: there is no such event.
fn standing(platform: &Platform, event_id: i64, user_id: UserId) -> BoxFuture<'_, Result<Option<Commented>>> {
    Box::pin(async move {
        let id = CalendarEventId(event_id);
        let Some((calendar, event, asker)) = placed(platform, id, Some(user_id)).await? else {
            return Ok(None);
        };
        let role = role_of(platform, &calendar, &event, asker).await?;
        let (entity_id, created_by) = owner(&calendar, &event);
        Ok(Some(Commented { title: event.title, entity_id, created_by, role }))
    })
}

async fn role_of(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    asker: Asker,
) -> Result<Option<ChannelRole>> {
    let sees = rules::sees_event(calendar, event.visibility, asker, false);
    let own = rules::role(calendar, asker);
    // Read only if it makes a difference.
    let comes = (!sees || own < ChannelRole::Member)
        && enrollment::concerns(platform, event, asker.user_id).await?
        && !is_barred(platform, calendar, asker).await?;
    Ok(if comes { Some(own.max(ChannelRole::Member)) } else { sees.then_some(own) })
}

/// Whether the calendar's organisation has banned the person: then enrolment gives no right to write.
async fn is_barred(platform: &Platform, calendar: &Calendar, asker: Asker) -> Result<bool> {
    let (Some(id), Some(user_id)) = (calendar.entity_id(), asker.user_id) else { return Ok(false) };
    crate::entities::is_barred(platform, id, user_id).await
}

fn owner(calendar: &Calendar, event: &CalendarEvent) -> (EntityId, UserId) {
    match calendar.user_id() {
        Some(person) => (NOBODYS, person),
        None => (calendar.entity_id().unwrap_or(NOBODYS), event.created_by),
    }
}

/// The comments of an event that I see. 404: there is none.
pub async fn comments(platform: &Platform, who: &Who, name: &str) -> Result<EventComments> {
    let (calendar, event, asker) = find(platform, name, Some(who.user_id)).await?;
    let thread = about(platform, &calendar, &event, asker).await?.thread(platform).await?;
    Ok(EventComments::new(event.event_id, thread))
}

async fn about(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    asker: Asker,
) -> Result<About> {
    let role = role_of(platform, calendar, event, asker).await?;
    let (entity_id, created_by) = owner(calendar, event);
    Ok(About { subject: SubjectKind::Event.of(event.event_id.0), entity_id, created_by, role })
}

/// Creates the comments of an event, for a person who may write there; idempotent. 403 for readers.
pub async fn begin(platform: &Platform, who: &Who, name: &str) -> Result<EventComments> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (calendar, event, asker) = find(platform, name, Some(who.user_id)).await?;
    let card = Card { kind: CardType::Event, id: event.event_uuid.clone() };
    let about = about(platform, &calendar, &event, asker).await?;
    let (thread, is_new) = about.begin(platform, event.created_by, card).await?;
    if is_new {
        // Viewers of the event are not subscribed to the channel yet.
        live::event_changed(platform, &calendar, &event, event.version);
    }
    Ok(EventComments::new(event.event_id, thread))
}
