//! Favourites, following a place, and watching a municipality.

use storage::infopoints::{InfopointConnection, InfopointConnectionId, InfopointId, Infopoints};

use super::reading::{load, seen};
use super::rules::no_infopoint;
use super::view::{ConnectionDraft, ConnectionView, InfopointView, WatchedView};
use crate::platform::paging::{Asked, Page};
use crate::platform::quotas::below;
use crate::prelude::*;

/// Attempts at a connection that another device changes as well.
const TRIES: usize = 8;
/// Most connections of a person, and municipalities that they watch.
const MOST: usize = 1_000;
const MOST_WATCHED: usize = 20;

/// Makes or changes my connection to a place; idempotent. 404; 409 QUOTA_REACHED.
pub async fn connect(
    platform: &Platform,
    who: &Who,
    id: InfopointId,
    draft: ConnectionDraft,
) -> Result<ConnectionView> {
    let (infopoints, me) = (Infopoints::of(&platform.storage), who.user_id);
    load(platform, Some(me), id).await?;
    let _turn = platform.turns.of(me.0).await;
    for _ in 0..TRIES {
        let old = infopoints.connection(me, id).await?;
        if old.is_none() {
            below(infopoints.connections(me, None, MOST).await?.len(), MOST, "sparade platser")?;
        }
        let (connection_id, favorite, notify) = match &old {
            Some(old) => (old.connection_id, old.favorite, old.notify),
            None => (InfopointConnectionId(platform.ids.next(now())?), false, false),
        };
        let new = InfopointConnection {
            user_id: me,
            infopoint_id: id,
            connection_id,
            favorite: draft.fl_favorite.unwrap_or(favorite),
            notify: draft.fl_notification.unwrap_or(notify),
        };
        if infopoints.connect(old.as_ref(), &new).await? {
            return Ok(ConnectionView::from(&new));
        }
    }
    Err(Refusal::busy())
}

/// Ends my connection to a place; idempotent. 404: there is no such place.
pub async fn disconnect(platform: &Platform, who: &Who, id: InfopointId) -> Result<()> {
    let infopoints = Infopoints::of(&platform.storage);
    for _ in 0..TRIES {
        let Some(old) = infopoints.connection(who.user_id, id).await? else {
            return infopoints.infopoint(id).await?.map(drop).ok_or_else(no_infopoint);
        };
        if infopoints.disconnect(&old).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// My favourites and the places that I follow, newest place first. A page may hold fewer than were asked for.
pub async fn connected(platform: &Platform, who: &Who, asked: Asked) -> Result<Page<InfopointView>> {
    let infopoints = Infopoints::of(&platform.storage);
    let before = asked.cursor.map(InfopointId);
    let rows = infopoints.connections(who.user_id, before, asked.read()).await?;
    let (rows, cursor) = asked.cut(rows, |row| row.infopoint_id.0);
    let ids: Vec<InfopointId> = rows.iter().map(|row| row.infopoint_id).collect();
    let found = infopoints.infopoints(&ids).await?;
    Ok(Page { content: seen(platform, Some(who.user_id), found, None).await?, cursor })
}

/// The municipalities whose new places I am notified of.
pub async fn watched(platform: &Platform, who: &Who) -> Result<Vec<WatchedView>> {
    let ids = Infopoints::of(&platform.storage).watches(who.user_id).await?;
    let found = ids.into_iter().filter_map(|id| platform.places.municipality(id));
    Ok(found
        .map(|one| WatchedView { id_municipality: one.id_municipality, name: one.name.clone() })
        .collect())
}

/// Notifies me of new places in a municipality, or not any more; idempotent. 404: there is no such municipality; 409
/// QUOTA_REACHED.
pub async fn watch(platform: &Platform, who: &Who, municipality: i64, is_on: bool) -> Result<()> {
    let (infopoints, me) = (Infopoints::of(&platform.storage), who.user_id);
    let known = platform.places.municipality(municipality);
    known.ok_or_else(|| Refusal::not_found("Kommunen finns inte."))?;
    let _turn = platform.turns.of(me.0).await;
    let watched = infopoints.watches(me).await?;
    if watched.contains(&municipality) == is_on {
        return Ok(());
    }
    if is_on {
        below(watched.len(), MOST_WATCHED, "bevakade kommuner")?;
    }
    Ok(infopoints.watch(me, municipality, is_on).await?)
}
