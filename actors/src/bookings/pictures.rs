//! Pictures of bookables: uploaded, shown, taken away. Order and alternative texts are changed with the bookable.

use std::time::Duration;

use storage::bookings::{Bookable, BookablePicture, Bookings};
use storage::occupancy::BookableId;
use storage::value::Json;

use super::bookables::{managed, seen};
use super::public::is_open;
use super::recording;
use super::rules::pictures;
use super::view::BookableView;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::pictures::PictureKind;

/// Attempts at a concurrently changed bookable.
const TRIES: usize = 8;

/// Deletes the pictures of a removed bookable.
pub(super) const CLEAR: JobKind = JobKind {
    name: "bookable-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(120),
    work: |platform, job| {
        Box::pin(async move {
            let id: BookableId = serde_json::from_str(&job.payload)?;
            platform.pictures.remove(PictureKind::Bookable, id.0).await?;
            Ok(())
        })
    },
};

/// Refuses who may not change a bookable, before a large body is read. 403 ROLE_TOO_LOW; 404.
pub async fn may_picture(platform: &Platform, who: &Who, id: BookableId) -> Result<()> {
    managed(platform, who, id).await.map(drop)
}

/// Adds a picture behind the others; one that is there already stays where it is. 403 ROLE_TOO_LOW; 404; 409
/// QUOTA_REACHED.
pub async fn add_picture(
    platform: &Platform,
    who: &Who,
    id: BookableId,
    upload: Vec<u8>,
) -> Result<BookableView> {
    let kept = platform.pictures.put_measured(PictureKind::Bookable, id.0, upload).await?;
    let (width, height) = (i64::from(kept.width), i64::from(kept.height));
    let new = BookablePicture { image: kept.version, width, height, alt: String::new() };
    let added = turn(platform, who, id, |old| pictures::added(&old.pictures.0, new.clone())).await;
    if added.is_err() && !has(platform, id, &new.image).await? {
        platform.pictures.replaced(PictureKind::Bookable, id.0, Some(new.image), "").await;
    }
    added
}

/// Takes a picture away. 403 ROLE_TOO_LOW; 404: it is gone already, or there is no such bookable.
pub async fn remove_picture(
    platform: &Platform,
    who: &Who,
    id: BookableId,
    image: &str,
) -> Result<BookableView> {
    turn(platform, who, id, |old| {
        let left = pictures::without(&old.pictures.0, image);
        if left.len() == old.pictures.0.len() {
            return Err(Refusal::not_found("Bilden finns inte längre."));
        }
        Ok(Some(left))
    })
    .await
}

/// Changes the pictures of a bookable of any version; none: there is nothing to change. Repeated if it was changed
/// concurrently.
async fn turn(
    platform: &Platform,
    who: &Who,
    id: BookableId,
    into: impl Fn(&Bookable) -> Result<Option<Vec<BookablePicture>>>,
) -> Result<BookableView> {
    for _ in 0..TRIES {
        let (old, abilities) = managed(platform, who, id).await?;
        let Some(all) = into(&old)? else { return Ok(BookableView::of(&old, abilities)) };
        let new = Bookable { pictures: Json(all), ..old.clone() };
        let recorded = recording::changed(platform, who, &old, &new)?;
        if Bookings::of(&platform.storage).change(&old, &new, recorded).await? {
            sweep(platform, &old, &new).await;
            return Ok(BookableView::of(&Bookable { version: old.version + 1, ..new }, abilities));
        }
    }
    Err(Refusal::busy())
}

/// Deletes the files of pictures that a bookable no longer has.
pub(super) async fn sweep(platform: &Platform, old: &Bookable, new: &Bookable) {
    for one in &old.pictures.0 {
        if !new.pictures.0.iter().any(|other| other.image == one.image) {
            let gone = Some(one.image.clone());
            platform.pictures.replaced(PictureKind::Bookable, old.bookable_id.0, gone, "").await;
        }
    }
}

async fn has(platform: &Platform, id: BookableId, image: &str) -> Result<bool> {
    let bookable = Bookings::of(&platform.storage).bookable(id).await?;
    Ok(bookable.is_some_and(|one| one.pictures.0.iter().any(|one| one.image == image)))
}

/// The version of a bookable's picture, and whether everybody may see it; none: there is none that the reader may see.
/// `named`: which; of none the first.
pub async fn picture(
    platform: &Platform,
    who: Option<&Who>,
    id: BookableId,
    named: &str,
) -> Result<Option<(String, bool)>> {
    let Some(bookable) = Bookings::of(&platform.storage).bookable(id).await? else { return Ok(None) };
    let all = &bookable.pictures.0;
    let found = all.iter().find(|one| named.is_empty() || one.image == named);
    let Some(version) = found.map(|one| one.image.clone()) else { return Ok(None) };
    if is_open(&bookable) {
        return Ok(Some((version, true)));
    }
    let refused = |refusal: &Refusal| matches!(refusal.kind, RefusalKind::NotFound | RefusalKind::Forbidden);
    let Some(who) = who else { return Ok(None) };
    match seen(platform, who, id).await {
        Ok(_) => Ok(Some((version, false))),
        Err(refusal) if refused(&refusal) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}
