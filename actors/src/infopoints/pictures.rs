//! Pictures of places: uploaded, shown, taken away. Order and alternative texts are changed with the place.

use storage::infopoints::{Infopoint, InfopointId, InfopointPicture, Infopoints};
use storage::value::Json;

use super::reading::{load, one};
use super::rules;
use super::view::{InfopointView, PICTURE_ALT, PictureDraft};
use super::writing::turn;
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::below;
use crate::platform::text::line;
use crate::prelude::*;

/// Most pictures of a place.
const MOST: usize = 8;

/// The pictures in another order and with other texts; those that are not named go. 422 UNKNOWN.
pub(super) fn arranged(stand: &[InfopointPicture], wanted: &[PictureDraft]) -> Result<Vec<InfopointPicture>> {
    let unknown = || Refusal::field("pictures", "UNKNOWN", "Bilden finns inte längre. Läs om sidan.");
    let mut all: Vec<InfopointPicture> = Vec::with_capacity(wanted.len());
    for one in wanted {
        let picture = stand.iter().find(|picture| picture.image == one.image).ok_or_else(unknown)?;
        if all.iter().any(|picture| picture.image == one.image) {
            return Err(unknown());
        }
        let alt = line("pictures", &one.alt, PICTURE_ALT)?.unwrap_or_default();
        all.push(InfopointPicture { alt, ..picture.clone() });
    }
    Ok(all)
}

/// Refuses who may not change a place, before a large body is read. 403; 404.
pub async fn may_picture(platform: &Platform, who: &Who, id: InfopointId) -> Result<()> {
    let (infopoint, reader) = load(platform, Some(who.user_id), id).await?;
    rules::may_change(&infopoint, &reader)
}

/// Adds a picture behind the others; one that is there already stays where it is. 403; 404; 409 QUOTA_REACHED.
pub async fn add_picture(
    platform: &Platform,
    who: &Who,
    id: InfopointId,
    upload: Vec<u8>,
) -> Result<InfopointView> {
    may_picture(platform, who, id).await?;
    let kept = platform.pictures.put_measured(PictureKind::Infopoint, id.0, upload).await?;
    let (width, height) = (i64::from(kept.width), i64::from(kept.height));
    let new = InfopointPicture { image: kept.version, width, height, alt: String::new() };
    let added = turn(platform, id, |old| {
        if old.pictures.0.iter().any(|one| one.image == new.image) {
            return Ok(None);
        }
        below(old.pictures.0.len(), MOST, "bilder")?;
        let pictures = old.pictures.0.iter().cloned().chain([new.clone()]).collect();
        Ok(Some(Infopoint { pictures: Json(pictures), ..old.clone() }))
    });
    if let Err(refusal) = added.await {
        let stands = Infopoints::of(&platform.storage).infopoint(id).await?;
        if stands.is_none_or(|one| one.pictures.0.iter().all(|one| one.image != new.image)) {
            platform.pictures.replaced(PictureKind::Infopoint, id.0, Some(new.image), "").await;
        }
        return Err(refusal);
    }
    one(platform, Some(who.user_id), id).await
}

/// Takes a picture away. 403; 404: it is gone already, or there is no such place.
pub async fn remove_picture(
    platform: &Platform,
    who: &Who,
    id: InfopointId,
    image: &str,
) -> Result<InfopointView> {
    may_picture(platform, who, id).await?;
    let changed = turn(platform, id, |old| {
        let left: Vec<_> = old.pictures.0.iter().filter(|one| one.image != image).cloned().collect();
        if left.len() == old.pictures.0.len() {
            return Err(Refusal::not_found("Bilden finns inte längre."));
        }
        Ok(Some(Infopoint { pictures: Json(left), ..old.clone() }))
    });
    if let Some((old, new)) = changed.await? {
        sweep(platform, &old, &new).await;
    }
    one(platform, Some(who.user_id), id).await
}

/// Deletes the files of pictures that a place no longer has.
pub(super) async fn sweep(platform: &Platform, old: &Infopoint, new: &Infopoint) {
    for one in &old.pictures.0 {
        if !new.pictures.0.iter().any(|other| other.image == one.image) {
            let gone = Some(one.image.clone());
            platform.pictures.replaced(PictureKind::Infopoint, old.infopoint_id.0, gone, "").await;
        }
    }
}

/// The version of a place's picture, and whether everybody may see it; none: there is none that the reader may see.
/// `named`: which; of none the first.
pub async fn picture(
    platform: &Platform,
    who: Option<&Who>,
    id: InfopointId,
    named: &str,
) -> Result<Option<(String, bool)>> {
    let me = who.map(|who| who.user_id);
    let Some(place) = crate::area::seen_or_none(load(platform, me, id).await)? else { return Ok(None) };
    let found = place.0.pictures.0.into_iter().find(|one| named.is_empty() || one.image == named);
    Ok(found.map(|one| (one.image, me.is_none())))
}
