//! Cleans up after a deleted event: its comments and its picture. A job that joins the write of the deletion.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::calendar::CalendarEvent;
use storage::chat::Channel;
use storage::chat::comments::{Subject, SubjectKind};
use storage::engine::Write;
use storage::ids::{CalendarEventId, CalendarId, ChannelId};
use storage::record::Stored;

use super::cover::own_version;
use crate::Platform;
use crate::chat::comments;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::pictures::PictureKind;

/// Events per chunk.
const PORTION: usize = 500;

/// What to delete of which events.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Left {
    comments: Vec<CalendarEventId>,
    covers: Vec<CalendarEventId>,
}

/// Deletes it. May be repeated.
pub const CLEARING: JobKind = JobKind {
    name: "event-leftovers",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let left: Left = serde_json::from_str(&job.payload)?;
            let gone: Vec<Subject> = left.comments.iter().copied().map(subject).collect();
            comments::forget(&platform, &gone).await?;
            for id in left.covers {
                let event = platform.storage.calendars.event(id).await?;
                // Unless another picture was set meanwhile.
                if event.is_none_or(|event| own_version(&event).is_none()) {
                    platform.pictures.remove(PictureKind::Event, id.0).await?;
                }
            }
            Ok(())
        })
    },
};

/// The job for deleted events, and for a change that leaves a picture unused. None: nothing to do.
pub(super) async fn going(
    platform: &Platform,
    gone: &[&CalendarEvent],
    change: Option<(&CalendarEvent, &CalendarEvent)>,
) -> Result<Option<Write>> {
    let ids: Vec<ChannelId> = gone.iter().map(|event| subject(event.event_id).channel_id()).collect();
    let begun = if ids.is_empty() { Vec::new() } else { platform.storage.chat.channels(&ids).await? };
    let dropped = change.filter(|(_, new)| own_version(new).is_none()).map(|(old, _)| old);
    let covered = gone.iter().copied().chain(dropped).filter(|event| own_version(event).is_some());
    let subjects = begun.iter().filter_map(Channel::subject);
    let left = Left {
        comments: subjects.map(|subject| CalendarEventId(subject.id)).collect(),
        covers: covered.map(|event| event.event_id).collect(),
    };
    if left.comments.is_empty() && left.covers.is_empty() {
        return Ok(None);
    }
    Ok(Some(jobs::job(platform, CLEARING.name, 0, &left)?.insert()))
}

/// The same for all events of a calendar that is being deleted, before they are. May be repeated.
pub(super) async fn gone(platform: &Platform, id: CalendarId) -> Result<()> {
    let all = platform.storage.calendars.all(id).await?;
    for some in all.chunks(PORTION) {
        let gone: Vec<Subject> = some.iter().map(|event| subject(event.event_id)).collect();
        comments::forget(platform, &gone).await?;
    }
    for event in all.iter().filter(|event| own_version(event).is_some()) {
        platform.pictures.remove(PictureKind::Event, event.event_id.0).await?;
    }
    Ok(())
}

const fn subject(id: CalendarEventId) -> Subject {
    SubjectKind::Event.of(id.0)
}
