//! Deletion of files: incomplete uploads, unsent files, files of deleted messages. Each job may be repeated.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::Storage;
use storage::files::{FileUse, GONE as GONE_KIND, Released, StoredFile};
use storage::ids::{AttachmentId, EntityId, UserId};

use super::serving::served;
use super::subjects::is_used;
use super::view::AttachmentView;
use super::{Home, Store, copy_path, path, piece_path};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::pictures::SHOWN;

/// Milliseconds after which an unfinished upload is abandoned: longer than the slowest one allowed.
pub(super) const STRAY_AFTER: i64 = 2 * 3_600_000;
/// Milliseconds that an unsent file is kept.
pub(super) const UNSENT_AFTER: i64 = 24 * 3_600_000;
/// Widths of previews.
pub(super) const COPIES: [u32; 4] = [240, 480, 960, SHOWN];
const WITHIN: Duration = Duration::from_secs(120);

/// An upload in progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Stray {
    pub id: AttachmentId,
    pub user_id: UserId,
    pub entity_id: EntityId,
}

/// Deletes what an upload left whose process died.
pub(super) const STRAY: JobKind = JobKind {
    name: "files.stray",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: WITHIN,
    work: |platform, job| {
        Box::pin(async move {
            let stray: Stray = serde_json::from_str(&job.payload)?;
            Ok(take_back(&platform, &stray).await?)
        })
    },
};

/// Deletes a file that was not sent, or that its subject does not use.
pub(super) const UNSENT: JobKind = JobKind {
    name: "files.unsent",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: WITHIN,
    work: |platform, job| {
        Box::pin(async move {
            let id: AttachmentId = serde_json::from_str(&job.payload)?;
            let Some((file, used)) = platform.storage.files.with_use(id).await? else { return Ok(()) };
            let is_used = match file.subject {
                Some(_) => is_used(&platform, &file).await?,
                None => is_carried(&platform.storage, id, used).await?,
            };
            if !is_used {
                remove(&platform, &file).await?;
            }
            Ok(())
        })
    },
};

/// Deletes the files of a deleted message.
pub(super) const GONE: JobKind = JobKind {
    name: GONE_KIND,
    class: Class::Bulk,
    share: jobs::of_kind,
    within: WITHIN,
    work: |platform, job| {
        Box::pin(async move {
            let ids: Vec<AttachmentId> = serde_json::from_str(&job.payload)?;
            for file in platform.storage.files.files(&ids).await? {
                remove(&platform, &file).await?;
            }
            Ok::<_, Failure>(())
        })
    },
};

/// Whether an existing message carries the file.
async fn is_carried(storage: &Storage, id: AttachmentId, used: Option<FileUse>) -> Result<bool> {
    let Some(used) = used else { return Ok(false) };
    let located = storage.chat.locate(used.message_id).await?;
    Ok(located.is_some_and(|located| located.message.attachments.iter().any(|one| one.id == id)))
}

/// Deletes a file: its row, and its bytes if no other file has the same.
pub(super) async fn remove(platform: &Platform, file: &StoredFile) -> Result<()> {
    let stray = Stray { id: file.attachment_id, user_id: file.user_id, entity_id: file.entity_id };
    if let Released::Empty(content) =
        platform.storage.files.release(stray.id, stray.user_id, stray.entity_id).await?
    {
        remove_objects(platform, content.place).await?;
        platform.storage.files.emptied(&content, stray.id, stray.user_id).await?;
    }
    Ok(())
}

/// As [`remove`], for an upload that did not become a file: without a row its bytes belong to nobody.
pub(super) async fn take_back(platform: &Platform, stray: &Stray) -> Result<()> {
    let files = &platform.storage.files;
    match files.release(stray.id, stray.user_id, stray.entity_id).await? {
        Released::NotKept => remove_objects(platform, stray.id).await,
        Released::Done => Ok(()),
        Released::Empty(content) => {
            remove_objects(platform, content.place).await?;
            if content.place != stray.id {
                remove_objects(platform, stray.id).await?;
            }
            Ok(files.emptied(&content, stray.id, stray.user_id).await?)
        }
    }
}

async fn remove_objects(platform: &Platform, place: AttachmentId) -> Result<()> {
    let store = &platform.files.store;
    store.remove(&path(place)).await?;
    for width in COPIES {
        store.remove(&copy_path(place, width)).await?;
    }
    Ok(())
}

/// Deletes my unsent file at once. 404, 409 `SENT`.
pub async fn withdraw(platform: &Platform, who: &Who, id: AttachmentId) -> Result<()> {
    let served = served(platform, who, id).await?;
    if served.file.user_id != who.user_id {
        return Err(Refusal::not_found("Filen finns inte."));
    }
    if !platform.storage.files.withdraw(id).await? {
        return Err(Refusal::conflict("SENT", "Filen har redan skickats."));
    }
    remove(platform, &served.file).await
}

/// One of several uploaded files was refused: deletes those before it. A failure is repaired within a day.
pub async fn discard(platform: &Platform, files: &[AttachmentView]) {
    let ids: Vec<_> = files.iter().map(|file| file.id).collect();
    let Ok(files) = platform.storage.files.files(&ids).await else { return };
    for file in files {
        if let Err(error) = remove(platform, &file).await {
            tracing::warn!(%error, "a file that was not sent stays for a day");
        }
    }
}

/// Deletes superfluous bytes; a failure leaves them to be reported by the recount.
pub(super) async fn remove_bytes(platform: &Platform, place: AttachmentId) {
    if let Err(error) = remove_objects(platform, place).await {
        tracing::warn!(%error, %place, "bytes that are there twice stay");
    }
}

/// As [`recount`] without creating anything: a missing folder holds nothing.
pub async fn recount_at(storage: &Storage, home: &Home) -> Result<Vec<String>> {
    if let Some(store) = Store::open_existing(home)? {
        return recount(storage, &store).await;
    }
    let lost = storage.files.places().await?;
    Ok(lost.iter().map(|place| format!("file {} is not where it should be", path(*place))).collect())
}

/// Compares the object store with the known files: one line for each mismatch. Meant for a store at rest.
pub async fn recount(storage: &Storage, store: &Store) -> Result<Vec<String>> {
    let known = storage.files.places().await?;
    let pieces = storage.files.pieces().await?;
    let lie: HashSet<String> = store.names().await?.into_iter().collect();
    let mut found: Vec<String> = Vec::new();
    let mut wanted: HashSet<String> = known.iter().map(|place| path(*place).to_string()).collect();
    wanted.extend(pieces.iter().map(|(upload, piece)| piece_path(*upload, *piece).to_string()));
    found.extend(wanted.difference(&lie).map(|name| format!("file {name} is not where it should be")));
    let copies: HashSet<String> =
        known.iter().flat_map(|place| COPIES.map(|width| copy_path(*place, width).to_string())).collect();
    let strange = lie.iter().filter(|name| !wanted.contains(*name) && !copies.contains(*name));
    found.extend(strange.map(|name| format!("file {name} belongs to no message")));
    found.sort_unstable();
    Ok(found)
}
