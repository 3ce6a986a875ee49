//! The place of the guide (infopoint) that an event, or what can be booked, names.

use std::collections::HashSet;

use storage::calendar::Place;
use storage::infopoints::{InfopointId, Infopoints};

use super::view::EventDraft;
use crate::Platform;
use crate::platform::error::{Refusal, Result};

/// Refuses an event that names a place of the guide that does not exist or is hidden. 422 `place.idInfopoint` UNKNOWN.
pub(super) async fn require(platform: &Platform, draft: &EventDraft, old: Option<&Place>) -> Result<()> {
    let named = draft.place.as_ref().and_then(|place| place.id_infopoint);
    let old = old.and_then(|place| place.id_infopoint);
    require_place(platform, "place.idInfopoint", named.map(InfopointId), old.map(InfopointId)).await
}

/// Refuses a place of the guide that does not exist or is hidden. One that was named before stays, whatever has become of
/// it since. 422 UNKNOWN, in a field.
pub(crate) async fn require_place(
    platform: &Platform,
    field: &'static str,
    named: Option<InfopointId>,
    old: Option<InfopointId>,
) -> Result<()> {
    let Some(id) = named.filter(|_| named != old) else { return Ok(()) };
    let found = Infopoints::of(&platform.storage).infopoint(id).await?;
    let is_shown = found.is_some_and(|infopoint| infopoint.hidden.is_none());
    is_shown.then_some(()).ok_or_else(|| {
        Refusal::field(field, "UNKNOWN", "Platsen finns inte längre. Välj en annan eller skriv den.")
    })
}

/// Those of some places of the guide that everybody is led to: that exist and are not hidden.
pub(crate) async fn shown_places(
    platform: &Platform,
    ids: impl IntoIterator<Item = InfopointId>,
) -> Result<HashSet<InfopointId>> {
    let ids: HashSet<InfopointId> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(ids);
    }
    let found = Infopoints::of(&platform.storage).infopoints(&Vec::from_iter(ids)).await?;
    Ok(found.into_iter().filter(|one| one.hidden.is_none()).map(|one| one.infopoint_id).collect())
}
