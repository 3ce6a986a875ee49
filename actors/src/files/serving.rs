//! Serving files: to people who may read their message now, and before it is sent to the uploader.

use std::ops::Range;

use storage::files::{FileKind, StoredFile};
use storage::ids::AttachmentId;

use super::leaving::COPIES;
use super::rights;
use super::{Content, copy_path, path};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::pictures::{SHOWN, resize_shown};

/// A file that the person may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    pub file: StoredFile,
}

pub(super) fn absent() -> Refusal {
    Refusal::not_found("Filen finns inte.")
}

/// A file for a person who may read it now. Everything else is 404, so that ids reveal nothing.
pub async fn served(platform: &Platform, who: &Who, id: AttachmentId) -> Result<Served> {
    let found = platform.storage.files.with_use(id).await?;
    // What belongs to a subject, its area serves.
    let (file, used) = found.filter(|(file, _)| file.subject.is_none()).ok_or_else(absent)?;
    let hidden = |refusal: Refusal| {
        if matches!(refusal.code, "ACCESS_DENIED" | "NOT_FOUND") { absent() } else { refusal }
    };
    match used {
        Some(used) => {
            let message = rights(platform)?.message;
            let located = message(platform, used.message_id, who.user_id).await.map_err(hidden)?;
            let carried = located.message.attachments.iter().any(|one| one.id == id);
            if located.message.deleted || !carried {
                return Err(absent());
            }
        }
        // Neither sent nor claimed: only for its uploader.
        None if file.claim.is_none() && file.user_id == who.user_id => {
            (rights(platform)?.may_read)(platform, file.channel_id, who.user_id).await.map_err(hidden)?;
        }
        None => return Err(absent()),
    }
    Ok(Served { file })
}

/// The bytes of a file, or a range of them.
pub async fn open(platform: &Platform, served: &Served, range: Option<Range<u64>>) -> Result<Content> {
    platform.files.store.stream(&path(served.file.place), range).await?.ok_or_else(absent)
}

/// The bytes of a file, for exports; none: they are missing.
pub(crate) async fn content(platform: &Platform, file: &StoredFile) -> Result<Option<Content>> {
    platform.files.store.stream(&path(file.place), None).await
}

/// A preview of a picture, of about that width, as JPEG: an existing one, or a new one. 404 if it is not a picture.
pub async fn preview(platform: &Platform, served: &Served, width: u32) -> Result<Vec<u8>> {
    let file = &served.file;
    if file.kind != FileKind::Image || file.width.is_none() {
        return Err(absent());
    }
    let store = &platform.files.store;
    let width = rounded(width);
    let copy = copy_path(file.place, width);
    if let Some(bytes) = store.read(&copy).await? {
        return Ok(bytes);
    }
    let turn = platform.pictures.copying().enter().await?;
    // The previous holder of the turn may have made it.
    if let Some(bytes) = store.read(&copy).await? {
        return Ok(bytes);
    }
    let shown = store.read(&copy_path(file.place, SHOWN)).await?.ok_or_else(absent)?;
    let made = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        resize_shown(&shown, width)
    });
    let bytes = made.await.map_err(|_| Refusal::internal())??;
    store.put(&copy, bytes.clone()).await?;
    metrics::counter!("picture_copies_made_total").increment(1);
    Ok(bytes)
}

/// The width that a request is rounded to.
pub fn rounded(width: u32) -> u32 {
    COPIES.into_iter().find(|known| *known >= width).unwrap_or(SHOWN)
}
