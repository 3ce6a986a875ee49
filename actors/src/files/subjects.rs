//! Files of subjects of other areas: pictures that the subject's area uses, serves and lets go. They count for their
//! sender and the organisation as files of messages do.

use bytes::Bytes;
use futures_util::stream;
use storage::chat::direct::NOBODYS;
use storage::files::{Begun, FileSubject, StoredFile};
use storage::ids::{AttachmentId, ChannelId, EntityId, UserId};

use super::leaving::{STRAY, STRAY_AFTER, Stray, remove, take_back};
use super::receiving::{Goal, begun, store};
use super::serving::{Served, absent};
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::job;
use crate::platform::time::now;

/// A thing of another area that has files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Subject {
    pub kind: FileSubject,
    pub number: i64,
}

impl Subject {
    fn goal(self, entity_id: Option<EntityId>) -> Goal {
        let entity_id = entity_id.unwrap_or(NOBODYS);
        Goal { subject: Some(self.kind), channel_id: ChannelId(self.number), entity_id }
    }

    /// Whether a file is the subject's.
    pub(crate) fn has(self, file: &StoredFile) -> bool {
        file.subject == Some(self.kind) && file.channel_id.0 == self.number
    }
}

/// Whether the file's area uses it.
pub(super) async fn is_used(platform: &Platform, file: &StoredFile) -> Result<bool> {
    let mut all = platform.hooks().filter_map(|on| on.subject_files);
    let on = all.find(|on| Some(on.subject) == file.subject).ok_or_else(Refusal::internal)?;
    (on.is_used)(platform, file).await
}

/// Receives a picture for a subject; it is deleted after a day if it is not used by then. 409 QUOTA_REACHED; 413; 422
/// NOT_AN_IMAGE, INFECTED; 503.
pub(crate) async fn receive_picture(
    platform: &Platform,
    user_id: UserId,
    subject: Subject,
    entity_id: Option<EntityId>,
    upload: Vec<u8>,
) -> Result<StoredFile> {
    let body = stream::iter([Ok::<_, Refusal>(Bytes::from(upload))]);
    begun(platform, user_id, subject.goal(entity_id), "Bild", body).await
}

/// The same file for another subject, under a number of its own; its bytes lie once. None: they are gone. 409
/// QUOTA_REACHED.
pub(crate) async fn copy(
    platform: &Platform,
    user_id: UserId,
    file: &StoredFile,
    subject: Subject,
    entity_id: Option<EntityId>,
) -> Result<Option<AttachmentId>> {
    let at = now();
    let id = AttachmentId(platform.ids.next(at)?);
    let Goal { subject, channel_id, entity_id } = subject.goal(entity_id);
    let stray = Stray { id, user_id, entity_id };
    let guard = job(platform, STRAY.name, at + STRAY_AFTER, &stray)?;
    platform.storage.jobs.put(std::slice::from_ref(&guard)).await?;
    let claim = subject.map(|subject| format!("{subject}:{channel_id}"));
    let new = StoredFile {
        attachment_id: id,
        subject,
        channel_id,
        entity_id,
        user_id,
        place: id,
        created: at,
        claim,
        ..file.clone()
    };
    let stored = store(platform, &new, Begun::Job(guard.clone())).await;
    if matches!(stored, Ok(place) if place != id) {
        return Ok(Some(id));
    }
    // Nobody has those bytes any more, or there is no room; the job repeats this if it fails.
    take_back(platform, &stray).await?;
    platform.storage.jobs.done(&guard).await?;
    stored.map(|_| None)
}

/// A file of a subject. 404.
pub(crate) async fn served_for(platform: &Platform, id: AttachmentId, subject: Subject) -> Result<Served> {
    let file = platform.storage.files.file(id).await?;
    file.filter(|file| subject.has(file)).map(|file| Served { file }).ok_or_else(absent)
}

/// Deletes those of some files that their areas do not use. May be repeated.
pub(crate) async fn remove_unused(platform: &Platform, ids: &[AttachmentId]) -> Result<()> {
    for file in platform.storage.files.files(ids).await? {
        if file.subject.is_some() && !is_used(platform, &file).await? {
            remove(platform, &file).await?;
        }
    }
    Ok(())
}
