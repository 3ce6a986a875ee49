//! Resumable uploads: received bytes stay when the connection breaks, and the upload continues from there, on any node.
//! The protocol is tus 1.0.0 (`http/src/files/tus.rs`).
//!
//! Decisions: an upload has the id of the file that it becomes, so it becomes one file, which its client finds by that
//! id. Pieces of a few MiB are stored like files, so that every node has them; they are listed in one row, changed by
//! compare and set. The last bytes are accepted only once all together are a file, so a complete upload is a file. The
//! pieces are joined in a separate task, so that a broken connection does not interrupt it. The right to send is
//! checked at the beginning and at the end.

mod pieces;

use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use storage::chat::Channel;
use storage::files::{FileUpload, OwnerKind};
use storage::ids::{AttachmentId, ChannelId, UserId};

use self::pieces::Coming;
use super::leaving::{self, Stray};
use super::receiving::{no_room, too_large};
use super::view::AttachmentView;
use super::{FILE_MAX, pieces_path, rights};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind, job};
use crate::platform::time::now;

/// Milliseconds after which an upload expires, whether it has become a file or not.
const OVER_AFTER: i64 = 24 * 3_600_000;
/// Unfinished uploads of one person; counted when one begins, so concurrent ones may exceed it slightly.
const OPEN_MAX: usize = 40;
/// More uploads than one person can have within a day.
const ALL: usize = 1_000;
/// Time limit for joining the pieces, and for how long (ms) no other attempt begins: longer, so that there is never
/// more than one.
const JOINED_WITHIN: Duration = Duration::from_secs(120);
const HELD_FOR: i64 = 180_000;
const WITHIN: Duration = Duration::from_secs(120);

/// An upload as its client sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// The id of the upload, and of the file that it becomes.
    pub id: AttachmentId,
    /// Total bytes.
    pub length: i64,
    /// Received bytes.
    pub offset: i64,
    /// Epoch milliseconds.
    pub expires: i64,
    /// The client's metadata.
    pub metadata: String,
    /// The file it has become.
    pub attachment: Option<AttachmentView>,
}

impl Upload {
    fn of(row: &FileUpload, attachment: Option<AttachmentView>) -> Self {
        Self {
            id: row.attachment_id,
            length: row.length,
            offset: row.come,
            expires: row.expires,
            metadata: row.metadata.clone(),
            attachment,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Over {
    id: AttachmentId,
    user_id: UserId,
}

/// Deletes an expired upload: its row, and all its bytes unless it is a file.
pub(super) const OVER: JobKind = JobKind {
    name: "files.upload",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: WITHIN,
    work: |platform, job| {
        Box::pin(async move {
            let Over { id, user_id } = serde_json::from_str(&job.payload)?;
            match platform.storage.files.upload(user_id, id).await? {
                Some(upload) if upload.joining > now() => return Err(Failure::NotYet(upload.joining)),
                Some(upload) => sweep(&platform, &upload).await?,
                // Cancelled before; a concurrent piece may be left.
                None => platform.files.store.remove_below(&pieces_path(id)).await?,
            }
            Ok::<_, Failure>(())
        })
    },
};

fn stray_of(upload: &FileUpload) -> Stray {
    Stray { id: upload.attachment_id, user_id: upload.user_id, entity_id: upload.entity_id }
}

/// Checks that I may upload files to a channel. 404, 403, 409 archived.
pub async fn may_begin(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Channel> {
    (rights(platform)?.may_add)(platform, channel_id, who.user_id).await
}

/// Begins an upload to a channel, without bytes yet. 404, 403, 409 archived or no space, 413, 422, 429.
pub async fn begin(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    length: u64,
    metadata: String,
) -> Result<Upload> {
    let channel = may_begin(platform, who, channel_id).await?;
    if length == 0 {
        return Err(Refusal::field("file", "EMPTY", "Filen är tom."));
    }
    if length > FILE_MAX as u64 {
        return Err(too_large());
    }
    platform.limits.file(&*platform.bus, who.user_id).await?;
    let entity_id = channel.entity_id;
    let quotas = &platform.settings.quotas;
    may_fit(platform, OwnerKind::User, who.user_id.0, length, quotas.of(&super::BYTES_OF_USER)).await?;
    few_are_open(platform, who.user_id).await?;
    may_fit(platform, OwnerKind::Entity, entity_id.0, length, quotas.of(&super::BYTES_OF_ENTITY)).await?;
    let at = now();
    let upload = FileUpload {
        user_id: who.user_id,
        attachment_id: AttachmentId(platform.ids.next(at)?),
        channel_id,
        entity_id,
        metadata,
        length: length as i64,
        come: 0,
        pieces: Vec::new(),
        joining: 0,
        expires: at + OVER_AFTER,
    };
    let over = Over { id: upload.attachment_id, user_id: who.user_id };
    platform.storage.files.begin(&upload, &job(platform, OVER.name, upload.expires, &over)?).await?;
    Ok(Upload::of(&upload, None))
}

/// Checks whether there is space now. Space is taken at the end, but a file without space is refused early.
async fn may_fit(platform: &Platform, kind: OwnerKind, owner: i64, length: u64, most: i64) -> Result<()> {
    let held = platform.storage.files.space(kind, owner).await?;
    if held.saturating_add(length as i64) > most {
        return Err(no_room(kind));
    }
    Ok(())
}

async fn few_are_open(platform: &Platform, user: UserId) -> Result<()> {
    let uploads = platform.storage.files.uploads(user, ALL).await?;
    if uploads.iter().filter(|one| !one.is_whole()).count() >= OPEN_MAX {
        let text = "Du har för många uppladdningar som inte är klara.";
        return Err(Refusal::conflict("QUOTA_REACHED", text));
    }
    Ok(())
}

fn none() -> Refusal {
    Refusal::not_found("Uppladdningen finns inte.")
}

/// An upload of mine that has not expired.
async fn mine(platform: &Platform, who: &Who, id: AttachmentId) -> Result<FileUpload> {
    let found = platform.storage.files.upload(who.user_id, id).await?;
    found.filter(|upload| upload.expires > now()).ok_or_else(none)
}

/// The progress of my upload, and the file it has become. 404 also if that file was deleted.
pub async fn upload(platform: &Platform, who: &Who, id: AttachmentId) -> Result<Upload> {
    state_of(platform, &mine(platform, who, id).await?).await
}

async fn state_of(platform: &Platform, upload: &FileUpload) -> Result<Upload> {
    if !upload.is_whole() {
        return Ok(Upload::of(upload, None));
    }
    let file = platform.storage.files.file(upload.attachment_id).await?.ok_or_else(none)?;
    Ok(Upload::of(upload, Some(AttachmentView::from(&file.shown()))))
}

/// Continues my upload from `offset` on; `said` bytes if known. Bytes received before a broken connection stay. 404,
/// 409 with a wrong offset or a concurrent request, 413 for more than announced; with the last byte as
/// [`super::receive`], including a check of the right to send.
pub async fn go_on<E: From<Refusal>>(
    platform: &Platform,
    who: &Who,
    id: AttachmentId,
    offset: u64,
    said: Option<u64>,
    mut body: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Upload, E> {
    let upload = mine(platform, who, id).await?;
    if offset != upload.come as u64 || upload.joining > now() {
        return Err(Refusal::moved_on().into());
    }
    if offset.saturating_add(said.unwrap_or(0)) > upload.length as u64 {
        return Err(too_large().into());
    }
    if upload.is_whole() {
        return Ok(state_of(platform, &upload).await?);
    }
    let _admitted = platform.files.admit(who.user_id).await?;
    let mut coming = Coming::of(platform, upload).await?;
    while let Some(piece) = body.next().await {
        match piece {
            Ok(bytes) => coming.take(bytes).await?,
            Err(error) => {
                // The connection broke; the received bytes are stored, or sent again if that fails.
                let _ = coming.settle().await;
                return Err(error);
            }
        }
    }
    Ok(coming.end(who).await?)
}

/// Cancels my upload and deletes its bytes; a finished one as [`super::withdraw`]. 404, 409.
pub async fn give_up(platform: &Platform, who: &Who, id: AttachmentId) -> Result<()> {
    let upload = mine(platform, who, id).await?;
    if upload.is_whole() {
        return leaving::withdraw(platform, who, id).await;
    }
    sweep(platform, &upload).await
}

/// Deletes an upload with everything that is not its file.
async fn sweep(platform: &Platform, upload: &FileUpload) -> Result<()> {
    if upload.joining > now() {
        return Err(Refusal::moved_on());
    }
    let held = FileUpload { joining: now() + HELD_FOR, ..upload.clone() };
    if !platform.storage.files.advance(upload, &held).await? {
        return Err(Refusal::moved_on());
    }
    // A process that died joining it may have left a file.
    drop_held(platform, &held, upload.joining > 0).await
}

/// As [`sweep`], for an upload held by this process; `begun`: a file may have been begun.
async fn drop_held(platform: &Platform, held: &FileUpload, begun: bool) -> Result<()> {
    if begun && !held.is_whole() {
        leaving::take_back(platform, &stray_of(held)).await?;
    }
    platform.files.store.remove_below(&pieces_path(held.attachment_id)).await?;
    platform.storage.files.forget(held).await?;
    Ok(())
}

/// Cancels all uploads of an erased person.
pub(super) async fn erase(platform: &Platform, user: UserId) -> Result<()> {
    for upload in platform.storage.files.uploads(user, ALL).await? {
        sweep(platform, &upload).await?;
    }
    Ok(())
}
