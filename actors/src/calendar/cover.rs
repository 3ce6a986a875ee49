//! An event's cover picture: one uploaded for it, or any address of this installation.

use storage::calendar::CalendarEvent;
use storage::ids::CalendarEventId;

use super::events::{changeable, find, placed, shown_after};
use super::view::EventView;
use super::writing::{self, Change, People, Tells};
use super::{enrollment, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::pictures::PictureKind;

/// Attempts at a concurrently changed event.
const TRIES: usize = 8;

fn address(id: CalendarEventId, version: &str) -> String {
    format!("/img/event/{id}?v={version}")
}

/// The version of the uploaded picture if it is the event's cover.
pub(super) fn own_version(event: &CalendarEvent) -> Option<&str> {
    event.cover_image.as_deref()?.strip_prefix(&address(event.event_id, ""))
}

/// Refuses people who may not change an event, before a large body is read. 403, 404, 409 SUBSCRIBED.
pub async fn may_cover(platform: &Platform, who: &Who, name: &str) -> Result<()> {
    changeable(find(platform, name, Some(who.user_id)).await?, None).map(drop)
}

/// Sets the cover of an event, or of a whole series.
pub async fn set_cover(platform: &Platform, who: &Who, name: &str, upload: Vec<u8>) -> Result<EventView> {
    let (_, event, _) = changeable(find(platform, name, Some(who.user_id)).await?, None)?;
    let version = platform.pictures.put(PictureKind::Event, event.event_id.0, upload).await?;
    covered(platform, who, name, Some(address(event.event_id, &version))).await
}

/// Removes the cover of an event; idempotent.
pub async fn remove_cover(platform: &Platform, who: &Who, name: &str) -> Result<EventView> {
    covered(platform, who, name, None).await
}

async fn covered(platform: &Platform, who: &Who, name: &str, cover: Option<String>) -> Result<EventView> {
    for _ in 0..TRIES {
        let found = changeable(find(platform, name, Some(who.user_id)).await?, None)?;
        let (calendar, old, asker) = found;
        if old.cover_image == cover {
            return shown_after(platform, &calendar, old, asker).await;
        }
        // The alternative text of the old picture does not apply to another one.
        let new = CalendarEvent { cover_image: cover.clone(), cover_alt: None, ..old.clone() };
        let (people, tells, by) = (People::Stay, Tells::Each, who.user_id);
        let change = Change {
            calendar: &calendar,
            old: &old,
            new,
            gone: &[],
            more: &[],
            only: None,
            people,
            tells,
            by,
        };
        match writing::change(platform, change).await {
            Err(refusal) if refusal.code == "MOVED_ON" => {}
            Err(refusal) => return Err(refusal),
            Ok(new) => {
                let (before, now) =
                    (own_version(&old).map(str::to_owned), own_version(&new).unwrap_or_default());
                platform.pictures.replaced(PictureKind::Event, old.event_id.0, before, now).await;
                return shown_after(platform, &calendar, new, asker).await;
            }
        }
    }
    Err(Refusal::moved_on())
}

/// The version of an event's uploaded picture, and whether everybody may see it; none: there is none that the reader
/// may see. A reader who names the version has it from the event, so an event visible by its address is enough.
pub async fn picture(
    platform: &Platform,
    who: Option<&Who>,
    id: CalendarEventId,
    named: &str,
) -> Result<Option<(String, bool)>> {
    let me = who.map(|who| who.user_id);
    let Some((calendar, event, asker)) = placed(platform, id, me).await? else { return Ok(None) };
    let Some(version) = own_version(&event) else { return Ok(None) };
    let sees = rules::sees_event(&calendar, event.visibility, asker, named == version)
        || enrollment::concerns(platform, &event, me).await?;
    Ok(sees.then(|| (version.to_owned(), me.is_none())))
}
