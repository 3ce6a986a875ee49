//! The pictures of a bookable: added at the end, put in order, described, taken away. Pure.

use storage::bookings::{BookablePicture, MOST_PICTURES};

use crate::bookings::view::{PICTURE_ALT, PictureDraft};
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::text::line;

/// The pictures with one more at the end; none: it is there already. 409 QUOTA_REACHED.
pub fn added(stand: &[BookablePicture], new: BookablePicture) -> Result<Option<Vec<BookablePicture>>> {
    if stand.iter().any(|one| one.image == new.image) {
        return Ok(None);
    }
    below(stand.len(), MOST_PICTURES, "bilder")?;
    Ok(Some(stand.iter().cloned().chain([new]).collect()))
}

/// The pictures in another order and with other texts; those that are not named go. 422 UNKNOWN, and as
/// [`line`] says of texts.
pub fn arranged(stand: &[BookablePicture], wanted: &[PictureDraft]) -> Result<Vec<BookablePicture>> {
    let unknown = || Refusal::field("pictures", "UNKNOWN", "Bilden finns inte längre. Läs om sidan.");
    let mut all: Vec<BookablePicture> = Vec::with_capacity(wanted.len());
    for one in wanted {
        let picture = stand.iter().find(|picture| picture.image == one.id).ok_or_else(unknown)?;
        if all.iter().any(|picture| picture.image == one.id) {
            return Err(unknown());
        }
        let alt = line("pictures", &one.alt, PICTURE_ALT)?.unwrap_or_default();
        all.push(BookablePicture { alt, ..picture.clone() });
    }
    Ok(all)
}

/// The pictures without one of them.
pub fn without(stand: &[BookablePicture], id: &str) -> Vec<BookablePicture> {
    stand.iter().filter(|one| one.image != id).cloned().collect()
}

#[cfg(test)]
#[path = "pictures_tests.rs"]
mod tests;
