//! Making, changing and deleting places. Whatever a write changes on the map, and whoever is notified of it, follows by jobs
//! of the same write.

use storage::infopoints::grid::Point;
use storage::infopoints::{Infopoint, InfopointId, Infopoints};
use storage::value::Json;

use super::mapping::similar;
use super::notifying::follow_up;
use super::reading::{load, one};
use super::rules::{self, no_infopoint};
use super::sweden::{is_swedish, swapped};
use super::view::{ChangeInfopoint, DraftInput, DraftView, Hints, NewInfopoint, SavedView, Warning, degrees};
use super::{notifying, pictures};
use crate::entities::{publishing, relation};
use crate::feed::Stamp;
use crate::platform::quotas::below;
use crate::platform::text::{line, prose};
use crate::prelude::*;

/// Attempts at a concurrently changed place.
const TRIES: usize = 8;
/// Most places that one person may make.
const MOST: usize = 1_000;

/// The municipality that a position is counted to.
fn municipality(platform: &Platform, point: Point) -> Option<i64> {
    let nearest = platform.places.nearest(degrees(point.latitude), degrees(point.longitude))?;
    Some(nearest.municipality.id_municipality)
}

/// What there is to say about a position.
async fn hints(
    platform: &Platform,
    me: UserId,
    name: Option<&str>,
    point: Point,
    own: Option<InfopointId>,
) -> Result<Hints> {
    let similar = match name {
        Some(name) => similar(platform, me, name, point, own).await?,
        None => Vec::new(),
    };
    let warnings = if is_swedish(point) { Vec::new() } else { vec![Warning::OutsideSweden] };
    Ok(Hints { warnings, swapped: swapped(point).map(Into::into), similar })
}

/// What is known of a place so far, and whether it is enough to go on. Stores nothing. 422: something given is invalid.
pub async fn draft(platform: &Platform, who: &Who, input: DraftInput) -> Result<DraftView> {
    let name = line("name", input.name.as_deref().unwrap_or_default(), rules::NAME)?;
    let longitude = input.longitude.as_ref().map(rules::longitude).transpose()?;
    let latitude = input.latitude.as_ref().map(rules::latitude).transpose()?;
    let point = longitude.zip(latitude).and_then(|(longitude, latitude)| Point::of(longitude, latitude));
    let hints = match point {
        Some(point) => hints(platform, who.user_id, name.as_deref(), point, None).await?,
        None => Hints { warnings: Vec::new(), swapped: None, similar: Vec::new() },
    };
    let municipality = point.and_then(|point| municipality(platform, point));
    Ok(DraftView {
        step: u8::from(name.is_some() && point.is_some()),
        name,
        longitude: longitude.map(degrees),
        latitude: latitude.map(degrees),
        id_type: input.id_type,
        id_municipality: municipality,
        municipality: municipality
            .and_then(|id| platform.places.municipality(id))
            .map(|one| one.name.clone()),
        hints,
    })
}

/// Makes a place. 403: may not make any for the organisation; 404: there is no such organisation.
pub async fn create(platform: &Platform, who: &Who, new: NewInfopoint) -> Result<SavedView> {
    create_at(platform, who, new, Stamp::now(platform)?).await
}

/// The same with a given moment.
pub(crate) async fn create_at(
    platform: &Platform,
    who: &Who,
    new: NewInfopoint,
    stamp: Stamp,
) -> Result<SavedView> {
    let me = who.user_id;
    if let Some(id) = new.id_entity {
        publishing(platform, id).await?;
        let may = rules::makes_for(relation(platform, id, me).await?);
        crate::feed::rules::require(may, true)?;
    }
    let point = rules::point(&new.longitude, &new.latitude)?;
    let infopoint = Infopoint {
        infopoint_id: InfopointId(stamp.id),
        name: rules::name(&new.name)?,
        longitude: point.longitude,
        latitude: point.latitude,
        infopoint_type: new.id_type,
        description: prose("description", &new.description)?,
        address: line("address", &new.address, rules::ADDRESS)?,
        link: rules::link(&new.link)?,
        hours: line("hours", &new.hours, rules::HOURS)?,
        pictures: Json(Vec::new()),
        author_id: Some(me),
        entity_id: new.id_entity,
        municipality: municipality(platform, point),
        hidden: None,
        created: Moment(stamp.at),
        updated: Moment(stamp.at),
        version: 1,
    };
    platform.limits.post(&*platform.bus, me).await?;
    let _turn = platform.turns.of(me.0).await;
    let infopoints = Infopoints::of(&platform.storage);
    below(infopoints.made_by(me, None, MOST).await?.len(), MOST, "platser")?;
    // Judged before the place itself is on the map.
    let hints = hints(platform, me, Some(&infopoint.name), point, None).await?;
    let mut then = follow_up(platform, None, Some(&infopoint))?;
    then.push(notifying::news_of(platform, &infopoint, me)?);
    if !infopoints.create(&infopoint, then).await? {
        return Err(Refusal::busy());
    }
    notifying::announce(platform, infopoint.infopoint_id);
    Ok(SavedView { infopoint: one(platform, Some(me), infopoint.infopoint_id).await?, hints })
}

/// A place with what was sent in the place of what it said.
fn changed(platform: &Platform, old: &Infopoint, input: &ChangeInfopoint) -> Result<Infopoint> {
    let mut new = old.clone();
    match (&input.longitude, &input.latitude) {
        (Some(longitude), Some(latitude)) => {
            let point = rules::point(longitude, latitude)?;
            (new.longitude, new.latitude) = (point.longitude, point.latitude);
            new.municipality = municipality(platform, point);
        }
        (None, None) => {}
        (longitude, _) => {
            let field = if longitude.is_none() { "longitude" } else { "latitude" };
            return Err(Refusal::field(field, "REQUIRED", "Ange longitud och latitud tillsammans."));
        }
    }
    if let Some(text) = &input.name {
        new.name = rules::name(text)?;
    }
    new.infopoint_type = input.id_type.unwrap_or(old.infopoint_type);
    if let Some(text) = &input.description {
        new.description = prose("description", text)?;
    }
    if let Some(text) = &input.address {
        new.address = line("address", text, rules::ADDRESS)?;
    }
    if let Some(text) = &input.link {
        new.link = rules::link(text)?;
    }
    if let Some(text) = &input.hours {
        new.hours = line("hours", text, rules::HOURS)?;
    }
    if let Some(wanted) = &input.pictures {
        new.pictures = Json(pictures::arranged(&old.pictures.0, wanted)?);
    }
    Ok(new)
}

/// Changes a place. 403 NOT_AUTHOR, ROLE_TOO_LOW; 404; 409 STALE with what stands as `current`.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: InfopointId,
    input: ChangeInfopoint,
) -> Result<SavedView> {
    match try_change(platform, who, id, &input).await {
        Err(refusal) => Err(refusal.with_current(one(platform, Some(who.user_id), id)).await),
        saved => saved,
    }
}

async fn try_change(
    platform: &Platform,
    who: &Who,
    id: InfopointId,
    input: &ChangeInfopoint,
) -> Result<SavedView> {
    let stale = || Refusal::stale("Någon annan har ändrat platsen. Läs in den på nytt.");
    let me = who.user_id;
    let (old, reader) = load(platform, Some(me), id).await?;
    rules::may_change(&old, &reader)?;
    let new = changed(platform, &old, input)?;
    if input.version != old.version {
        return Err(stale());
    }
    let point = new.point().ok_or_else(Refusal::internal)?;
    let hints = hints(platform, me, Some(&new.name), point, Some(id)).await?;
    if !old.changes_to(&new).is_empty() {
        let new = Infopoint { updated: Moment(now()), ..new };
        let mut then = follow_up(platform, Some(&old), Some(&new))?;
        if rules::is_news(&old, &new) {
            then.push(notifying::change_of(platform, &old, me)?);
        }
        if !Infopoints::of(&platform.storage).change(&old, &new, then).await? {
            return Err(stale());
        }
        notifying::announce(platform, id);
        pictures::sweep(platform, &old, &new).await;
    }
    Ok(SavedView { infopoint: one(platform, Some(me), id).await?, hints })
}

/// Deletes a place with its pictures and everybody's connections to it. 403; 404.
pub async fn remove(platform: &Platform, who: &Who, id: InfopointId) -> Result<()> {
    for _ in 0..TRIES {
        let (old, reader) = load(platform, Some(who.user_id), id).await?;
        rules::may_change(&old, &reader)?;
        if delete(platform, &old).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Deletes a place at once, and what hangs on it by a job; false: it has changed meanwhile.
pub(super) async fn delete(platform: &Platform, old: &Infopoint) -> Result<bool> {
    let mut then = follow_up(platform, Some(old), None)?;
    then.push(jobs::job(platform, notifying::CLEAR.name, 0, &old.infopoint_id)?.insert());
    let done = Infopoints::of(&platform.storage).remove(old, then).await?;
    if done {
        notifying::announce(platform, old.infopoint_id);
    }
    Ok(done)
}

/// Changes a place of any version; none: there is nothing to change. Repeated if it was changed concurrently.
pub(super) async fn turn(
    platform: &Platform,
    id: InfopointId,
    into: impl Fn(&Infopoint) -> Result<Option<Infopoint>>,
) -> Result<Option<(Infopoint, Infopoint)>> {
    for _ in 0..TRIES {
        let found = Infopoints::of(&platform.storage).infopoint(id).await?;
        let old = found.ok_or_else(no_infopoint)?;
        let Some(new) = into(&old)? else { return Ok(None) };
        let then = follow_up(platform, Some(&old), Some(&new))?;
        if Infopoints::of(&platform.storage).change(&old, &new, then).await? {
            notifying::announce(platform, id);
            return Ok(Some((old, new)));
        }
    }
    Err(Refusal::busy())
}
