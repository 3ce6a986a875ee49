//! What follows from a change of a place: counts of the map, notifications, and what a deleted one leaves behind. All are
//! jobs of the change's own write.

use storage::ids::NotificationId;
use storage::infopoints::{Infopoint, InfopointId, Infopoints, recounted};

use super::reading::load;
use crate::area::InChat;
use crate::live::bus::Announcement;
use crate::notifications::{self, notify_missing};
use crate::platform::jobs::Class;
use crate::platform::pictures::PictureKind;
use crate::prelude::*;

/// A place is new, changed or gone.
pub(super) const CHANGED: &str = "infopoint";
/// The kinds of notifications: of a place that one follows, and of a new one in a municipality that one watches.
const PLACE_CHANGED: &str = "PLACE_CHANGED";
const PLACE_NEW: &str = "PLACE_NEW";
/// The subject of notifications.
const INFOPOINT: &str = "infopoint";
/// People notified per write.
const CHUNK: usize = 200;

/// The kinds of notifications about places.
pub(super) const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Place, &[PLACE_CHANGED, PLACE_NEW])],
    always: &[],
    mailed: &[],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

/// Counts a cell of the map anew.
pub(super) const TALLY: JobKind = JobKind {
    name: "infopoint-tally",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let cells: Vec<String> = serde_json::from_str(&job.payload)?;
            for cell in cells {
                Infopoints::of(&platform.storage).recount(&cell).await?;
            }
            Ok(())
        })
    },
};

/// Whom a job notifies of a place.
#[derive(Debug, Serialize, Deserialize)]
struct Notifying {
    infopoint_id: InfopointId,
    /// The version that the notification is about; a later one has its own.
    version: i64,
    by: UserId,
    /// The id of each notification.
    id: NotificationId,
    at: i64,
}

/// Notifies the people who follow a place of its change; a repetition notifies those who were left out.
pub(super) const CHANGE: JobKind = JobKind {
    name: "infopoint-change",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let notifying: Notifying = serde_json::from_str(&job.payload)?;
            Ok(notify_followers(&platform, &notifying).await?)
        })
    },
};

/// Notifies the people who watch a municipality of a new place in it; likewise.
pub(super) const NEWS: JobKind = JobKind {
    name: "infopoint-news",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let notifying: Notifying = serde_json::from_str(&job.payload)?;
            Ok(notify_watchers(&platform, &notifying).await?)
        })
    },
};

/// Deletes what a deleted place leaves behind: connections and pictures. Its notifications say that it is gone.
pub(super) const CLEAR: JobKind = JobKind {
    name: "infopoint-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let id: InfopointId = serde_json::from_str(&job.payload)?;
            Ok(clear(&platform, id).await?)
        })
    },
};

/// The jobs that bring the map's counts up to date after a change.
pub(super) fn follow_up(
    platform: &Platform,
    old: Option<&Infopoint>,
    new: Option<&Infopoint>,
) -> Result<Vec<Write>> {
    let cells = recounted(old, new);
    if cells.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![jobs::job(platform, TALLY.name, 0, &cells)?.insert()])
}

fn notifying(
    platform: &Platform,
    kind: &'static str,
    one: &Infopoint,
    version: i64,
    by: UserId,
) -> Result<Write> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    let notifying = Notifying { infopoint_id: one.infopoint_id, version, by, id, at };
    Ok(jobs::job(platform, kind, at, &notifying)?.insert())
}

/// The job that notifies of a new place.
pub(super) fn news_of(platform: &Platform, new: &Infopoint, by: UserId) -> Result<Write> {
    notifying(platform, NEWS.name, new, new.version, by)
}

/// The job that notifies of a change of a place as it was.
pub(super) fn change_of(platform: &Platform, old: &Infopoint, by: UserId) -> Result<Write> {
    notifying(platform, CHANGE.name, old, old.version + 1, by)
}

/// After a write: its jobs run, and the index of names is brought up to date on every node.
pub(super) fn announce(platform: &Platform, id: InfopointId) {
    platform.jobs.wake();
    platform.announce(Announcement::changed(CHANGED, id.0));
}

/// Notifies those of these people between whom and the author no block stands; what each may see is asked again when it
/// is shown.
async fn notify(
    platform: &Platform,
    notifying: &Notifying,
    kind: &str,
    infopoint: &Infopoint,
    people: impl Iterator<Item = UserId>,
) -> Result<()> {
    let people: Vec<UserId> = people.filter(|to| *to != notifying.by).collect();
    let apart = match (infopoint.entity_id, infopoint.author_id) {
        (None, Some(author)) => platform.storage.contacts.blocked_among(author, &people).await?,
        _ => Vec::new(),
    };
    let row = |to| {
        let about = (INFOPOINT, infopoint.infopoint_id.0);
        let row = notifications::about(to, notifying.id, kind, about, notifying.at);
        Notification { entity_id: infopoint.entity_id, ..row }
    };
    let rows = people.into_iter().filter(|to| !apart.contains(to)).map(row).collect();
    notify_missing(platform, rows).await
}

async fn notify_followers(platform: &Platform, notifying: &Notifying) -> Result<()> {
    let infopoints = Infopoints::of(&platform.storage);
    let Some(infopoint) = infopoints.infopoint(notifying.infopoint_id).await? else { return Ok(()) };
    if infopoint.hidden.is_some() || infopoint.version > notifying.version {
        return Ok(());
    }
    let mut after = None;
    loop {
        let some = infopoints.followers(notifying.infopoint_id, after, CHUNK).await?;
        after = some.last().map(|one| one.user_id);
        let is_last = some.len() < CHUNK;
        let people = some.into_iter().filter(|one| one.notify).map(|one| one.user_id);
        notify(platform, notifying, PLACE_CHANGED, &infopoint, people).await?;
        if is_last {
            return Ok(());
        }
    }
}

async fn notify_watchers(platform: &Platform, notifying: &Notifying) -> Result<()> {
    let infopoints = Infopoints::of(&platform.storage);
    let found = infopoints.infopoint(notifying.infopoint_id).await?.filter(|one| one.hidden.is_none());
    let Some((infopoint, municipality)) = found.and_then(|one| Some((one.clone(), one.municipality?))) else {
        return Ok(());
    };
    let mut after = None;
    loop {
        let some = infopoints.watchers(municipality, after, CHUNK).await?;
        after = some.last().copied();
        let is_last = some.len() < CHUNK;
        notify(platform, notifying, PLACE_NEW, &infopoint, some.into_iter()).await?;
        if is_last {
            return Ok(());
        }
    }
}

async fn clear(platform: &Platform, id: InfopointId) -> Result<()> {
    let infopoints = Infopoints::of(&platform.storage);
    loop {
        let some = infopoints.followers(id, None, CHUNK).await?;
        for one in &some {
            match infopoints.connection(one.user_id, id).await? {
                Some(connection) => drop(infopoints.disconnect(&connection).await?),
                None => infopoints.forget_follower(one).await?,
            }
        }
        if some.len() < CHUNK {
            break;
        }
    }
    platform.pictures.remove(PictureKind::Infopoint, id.0).await?;
    Ok(())
}

/// What is said of a place that is gone, or that the recipient does not see any more.
fn gone() -> NotificationText {
    NotificationText {
        title: "En plats som inte finns längre".to_owned(),
        preview: None,
        path: None,
        tag: "infopoint".to_owned(),
        aloud: false,
        in_chat: InChat::default(),
    }
}

async fn say(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let Some(id) = entry.about(INFOPOINT).map(InfopointId) else { return Ok(gone()) };
    let Some((infopoint, _)) = crate::area::seen_or_none(load(platform, Some(entry.user_id), id).await)?
    else {
        return Ok(gone());
    };
    let municipality = infopoint.municipality.and_then(|id| platform.places.municipality(id));
    let title = match (entry.kind.as_str(), municipality) {
        (PLACE_NEW, Some(municipality)) => format!("Ny plats i {}: {}", municipality.name, infopoint.name),
        (PLACE_NEW, None) => format!("Ny plats: {}", infopoint.name),
        _ => format!("{} har ändrats", infopoint.name),
    };
    Ok(NotificationText::of(title, format!("/infopoint/{id}"), None))
}
