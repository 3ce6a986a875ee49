//! What the organisation's audit log says of bookables, their groups and opening hours: that they were changed and in
//! which fields. No names: a bookable may be a person's time.

use serde_json::{Value, json};
use storage::audit::{AuditKind, AuditSubjectKind};
use storage::bookings::{Bookable, BookableGroup, OpeningHours};
use storage::engine::Write;
use storage::ids::EntityId;
use storage::occupancy::BookableId;

use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
use crate::platform::error::Result;

/// The fields of a bookable, with its rules beside them.
fn fields(bookable: &Bookable) -> Value {
    let mut all = serde_json::to_value(&bookable.settings.0).unwrap_or_default();
    let own = [
        ("name", json!(bookable.name)),
        ("kind", json!(bookable.kind)),
        ("units", json!(bookable.units)),
        ("description", json!(bookable.description)),
        ("place", json!(bookable.place)),
        ("status", json!(bookable.status)),
        ("pictures", json!(bookable.pictures.0)),
    ];
    if let Some(all) = all.as_object_mut() {
        all.extend(own.map(|(name, value)| (name.to_owned(), value)));
    }
    all
}

/// The entry about a bookable that is made or removed.
pub(super) fn bookable(
    platform: &Platform,
    who: &Who,
    kind: AuditKind,
    bookable: &Bookable,
) -> Result<Vec<Write>> {
    let act = Act::of(kind).subject(AuditSubjectKind::Bookable, bookable.bookable_id.0, None);
    audit::writes(platform, bookable.entity_id, Some(who.user_id), act)
}

/// The entry about a changed bookable; nothing where nothing differs.
pub(super) fn changed(platform: &Platform, who: &Who, old: &Bookable, new: &Bookable) -> Result<Vec<Write>> {
    if old == new {
        return Ok(Vec::new());
    }
    let act = Act::of(AuditKind::BookableChanged).changed(&fields(old), &fields(new));
    let act = act.subject(AuditSubjectKind::Bookable, old.bookable_id.0, None);
    audit::writes(platform, old.entity_id, Some(who.user_id), act)
}

/// The entry about a group.
pub(super) fn group(
    platform: &Platform,
    who: &Who,
    kind: AuditKind,
    group: &BookableGroup,
) -> Result<Vec<Write>> {
    let act = Act::of(kind).subject(AuditSubjectKind::BookableGroup, group.group_id.0, None);
    audit::writes(platform, group.entity_id, Some(who.user_id), act)
}

/// The entry about opening hours, of a bookable or of all that an organisation has; nothing where nothing differs.
pub(super) fn hours(
    platform: &Platform,
    who: &Who,
    (entity_id, of): (EntityId, Option<BookableId>),
    (old, new): (&OpeningHours, &OpeningHours),
) -> Result<Vec<Write>> {
    if old == new {
        return Ok(Vec::new());
    }
    let act = Act::of(AuditKind::OpeningHoursChanged);
    let act = match of {
        Some(id) => act.subject(AuditSubjectKind::Bookable, id.0, None),
        None => act,
    };
    audit::writes(platform, entity_id, Some(who.user_id), act)
}
