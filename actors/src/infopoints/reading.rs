//! Reading places: one, and pages of lists.

use std::collections::HashMap;

use storage::feed::Source;
use storage::ids::{EntityId, UserId};
use storage::infopoints::grid::Point;
use storage::infopoints::{Infopoint, InfopointConnection, InfopointId, Infopoints};

use super::rules::{self, Reader, no_infopoint};
use super::view::{ConnectionView, InfopointView, degrees, pictures_of};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::existing;
use crate::feed::{ReaderFacts, Speakers};
use crate::platform::error::Result;
use crate::platform::paging::{Asked, Page};

/// The reader's facts towards a place.
fn reader(facts: &ReaderFacts, infopoint: &Infopoint) -> Reader {
    Reader {
        user_id: facts.me,
        standing: facts.standing(infopoint.source()),
        relation: facts.relation(infopoint.entity_id),
    }
}

#[allow(clippy::cast_possible_truncation, reason = "no distance on earth is longer than 2^25 metres")]
fn view(
    platform: &Platform,
    one: Infopoint,
    reader: &Reader,
    speakers: &Speakers,
    connection: Option<&InfopointConnection>,
    from: Option<Point>,
) -> InfopointView {
    let municipality = one.municipality.and_then(|id| platform.places.municipality(id));
    let distance = from.zip(one.point()).map(|(from, point)| from.metres_to(point).round() as i64);
    InfopointView {
        id_infopoint: one.infopoint_id,
        longitude: degrees(one.longitude),
        latitude: degrees(one.latitude),
        id_type: one.infopoint_type,
        pictures: pictures_of(&one),
        id_entity: one.entity_id,
        author: speakers.speaker(one.author_id, one.entity_id),
        id_municipality: one.municipality,
        municipality: municipality.map(|one| one.name.clone()),
        da_created: one.created,
        da_updated: one.updated,
        version: one.version,
        hidden: one.hidden.is_some(),
        abilities: rules::abilities(&one, reader),
        connection: connection.map(ConnectionView::from),
        distance,
        name: one.name,
        description: one.description,
        address: one.address,
        link: one.link,
        hours: one.hours,
    }
}

/// Those of these places that the reader may see, as they see them. `from`: what distances are measured from.
pub(super) async fn seen(
    platform: &Platform,
    me: Option<UserId>,
    mut infopoints: Vec<Infopoint>,
    from: Option<Point>,
) -> Result<Vec<InfopointView>> {
    let facts = ReaderFacts::load(platform, me, infopoints.iter().filter_map(Infopoint::source)).await?;
    infopoints.retain(|one| rules::reads(one, &reader(&facts, one)));
    let authors: Vec<UserId> = infopoints.iter().filter_map(|one| one.author_id).collect();
    let entities: Vec<EntityId> = infopoints.iter().filter_map(|one| one.entity_id).collect();
    let ids: Vec<InfopointId> = infopoints.iter().map(|one| one.infopoint_id).collect();
    let connections = async {
        match me {
            Some(me) => Ok(Infopoints::of(&platform.storage).connections_to(me, &ids).await?),
            None => Ok(HashMap::new()),
        }
    };
    let (speakers, connections) =
        futures_util::try_join!(Speakers::of(platform, authors, entities), connections)?;
    let shown = infopoints.into_iter().map(|one| {
        let (reader, connection) = (reader(&facts, &one), connections.get(&one.infopoint_id));
        view(platform, one, &reader, &speakers, connection, from)
    });
    Ok(shown.collect())
}

/// A place that the person may see, with their facts. Otherwise 404.
pub(super) async fn load(
    platform: &Platform,
    me: Option<UserId>,
    id: InfopointId,
) -> Result<(Infopoint, Reader)> {
    let found = Infopoints::of(&platform.storage).infopoint(id).await?.ok_or_else(no_infopoint)?;
    let facts = ReaderFacts::load(platform, me, found.source()).await?;
    let reader = reader(&facts, &found);
    rules::reads(&found, &reader).then_some((found, reader)).ok_or_else(no_infopoint)
}

/// A place as the person sees it. 404: there is none that they may see.
pub async fn infopoint(platform: &Platform, who: Option<&Who>, id: InfopointId) -> Result<InfopointView> {
    one(platform, who.map(|who| who.user_id), id).await
}

/// The same by the person's number.
pub(super) async fn one(platform: &Platform, me: Option<UserId>, id: InfopointId) -> Result<InfopointView> {
    let found = Infopoints::of(&platform.storage).infopoint(id).await?;
    seen(platform, me, found.into_iter().collect(), None).await?.pop().ok_or_else(no_infopoint)
}

/// My own places, newest first; or an organisation's. 404: there is no such organisation.
pub async fn mine(
    platform: &Platform,
    who: &Who,
    entity: Option<EntityId>,
    asked: Asked,
) -> Result<Page<InfopointView>> {
    match entity {
        Some(id) => of_entity(platform, Some(who), id, asked).await,
        None => listed(platform, Some(who.user_id), Source::User(who.user_id), asked).await,
    }
}

/// An organisation's places, newest first, for everybody. 404: there is no such organisation.
pub async fn of_entity(
    platform: &Platform,
    who: Option<&Who>,
    id: EntityId,
    asked: Asked,
) -> Result<Page<InfopointView>> {
    existing(platform, id).await?;
    listed(platform, who.map(|who| who.user_id), Source::Entity(id), asked).await
}

async fn listed(
    platform: &Platform,
    me: Option<UserId>,
    source: Source,
    asked: Asked,
) -> Result<Page<InfopointView>> {
    let infopoints = Infopoints::of(&platform.storage);
    let ids = infopoints.of_source(source, asked.cursor.map(InfopointId), asked.read()).await?;
    let (ids, cursor) = asked.cut(ids, |id| id.0);
    let found = infopoints.infopoints(&ids).await?;
    Ok(Page { content: seen(platform, me, found, None).await?, cursor })
}
