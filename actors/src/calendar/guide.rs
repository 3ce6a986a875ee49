//! The place of the guide (infopoint) that an event names.

use storage::calendar::Place;
use storage::infopoints::{InfopointId, Infopoints};

use super::view::EventDraft;
use crate::Platform;
use crate::platform::error::{Refusal, Result};

/// Refuses a place of the guide that does not exist or is hidden. One that the event names already stays, whatever has
/// become of it since: its page says so. 422 `place.idInfopoint` UNKNOWN.
pub(super) async fn require(platform: &Platform, draft: &EventDraft, old: Option<&Place>) -> Result<()> {
    let named = draft.place.as_ref().and_then(|place| place.id_infopoint);
    let Some(id) = named.filter(|_| named != old.and_then(|place| place.id_infopoint)) else { return Ok(()) };
    let found = Infopoints::of(&platform.storage).infopoint(InfopointId(id)).await?;
    let is_shown = found.is_some_and(|infopoint| infopoint.hidden.is_none());
    is_shown.then_some(()).ok_or_else(|| {
        Refusal::field(
            "place.idInfopoint",
            "UNKNOWN",
            "Platsen finns inte längre. Välj en annan eller skriv den.",
        )
    })
}
