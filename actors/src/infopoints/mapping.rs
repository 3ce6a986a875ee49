//! The public map: places in a rectangle, near a position, or by name.

use std::collections::HashSet;

use storage::ids::UserId;
use storage::infopoints::grid::{Area, Point};
use storage::infopoints::{CELL, Found, Infopoint, InfopointId, InfopointType, Infopoints, Pin};

use super::found;
use super::reading::seen;
use super::rules::{self, SIMILAR};
use super::view::{ClusterView, InfopointView, MapView, degrees};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};

/// Most places that are looked at for the nearest ones.
const LOOKED_AT: usize = 20_000;
/// Most places of the same name that are pointed out.
const MOST_SIMILAR: usize = 5;

/// What is asked of the map; one of the three.
#[derive(Debug, Clone, Default)]
pub struct Question {
    pub bbox: Option<String>,
    pub near: Option<String>,
    pub q: Option<String>,
    /// Metres, with `near`.
    pub radius: i64,
    /// Kinds, separated by commas; empty: all.
    pub types: String,
    pub limit: usize,
}

/// Each place once: while a change moves a pin, both may be read.
fn once(pins: Vec<Pin>) -> Vec<Pin> {
    let mut known = HashSet::new();
    pins.into_iter().filter(|pin| known.insert(pin.infopoint_id)).collect()
}

/// Whether a pin is of one of these kinds; none: of any.
fn is_of(types: &[InfopointType]) -> impl Fn(&Pin) -> bool {
    move |pin| types.is_empty() || types.contains(&pin.infopoint_type)
}

/// Places with their pins' ids, those that a change has moved out of sight left out.
async fn standing(
    platform: &Platform,
    pins: &[Pin],
    is_in: impl Fn(Point) -> bool,
) -> Result<Vec<Infopoint>> {
    let ids: Vec<InfopointId> = pins.iter().map(|pin| pin.infopoint_id).collect();
    let mut found = Infopoints::of(&platform.storage).infopoints(&ids).await?;
    found.retain(|one| one.hidden.is_none() && one.point().is_some_and(&is_in));
    Ok(found)
}

/// Answers a question. 422: not one of the three, or not as [`rules`] reads it; 429; 503 while the search is away.
pub async fn public(platform: &Platform, asks: &str, who: Option<&Who>, asked: &Question) -> Result<MapView> {
    let me = who.map(|who| who.user_id);
    let types = rules::types(&asked.types)?;
    match (&asked.bbox, &asked.near, &asked.q) {
        (Some(text), None, None) => within(platform, me, &rules::bbox(text)?, &types, asked.limit).await,
        (None, Some(text), None) => near(platform, me, rules::near(text)?, &types, asked).await,
        (None, None, Some(text)) => {
            platform.limits.search(platform.bus.as_ref(), asks).await?;
            named(platform, me, text, &types, asked.limit).await
        }
        _ => {
            let message = "Ange en av bbox (väst,syd,öst,nord), near (longitud,latitud) och q.";
            Err(Refusal::field("bbox", "ONE_OF", message))
        }
    }
}

fn places(content: Vec<InfopointView>, truncated: bool) -> MapView {
    MapView { content: Some(content), clusters: None, truncated }
}

async fn within(
    platform: &Platform,
    me: Option<UserId>,
    area: &Area,
    types: &[InfopointType],
    limit: usize,
) -> Result<MapView> {
    let infopoints = Infopoints::of(&platform.storage);
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let cells = match infopoints.within(area, most).await? {
        Found::Cells(cells) => cells,
        Found::Counts(counts) => {
            let cluster = |(point, count): (Point, i64)| ClusterView {
                lon: degrees(point.longitude),
                lat: degrees(point.latitude),
                count,
            };
            let clusters = counts.into_iter().map(cluster).collect();
            return Ok(MapView { content: None, clusters: Some(clusters), truncated: false });
        }
    };
    let (pins, has_more) = infopoints.pins(area, &cells, is_of(types), limit).await?;
    let mut pins = once(pins);
    let truncated = has_more || pins.len() > limit;
    pins.truncate(limit);
    let found = standing(platform, &pins, |point| area.has(point)).await?;
    Ok(places(seen(platform, me, found, None).await?, truncated))
}

#[allow(clippy::cast_precision_loss, reason = "at most fifty kilometres")]
async fn near(
    platform: &Platform,
    me: Option<UserId>,
    point: Point,
    types: &[InfopointType],
    asked: &Question,
) -> Result<MapView> {
    let (infopoints, radius) = (Infopoints::of(&platform.storage), asked.radius as f64);
    let area = Area::around(point, radius);
    let (cells, mut truncated) = infopoints.nearest_cells(point, &area).await?;
    let away = |pin: &Pin| pin.point().map_or(f64::INFINITY, |other| point.metres_to(other));
    let (is_of, is_near) = (is_of(types), |pin: &Pin| away(pin) <= radius);
    let wanted = |pin: &Pin| is_of(pin) && is_near(pin);
    let (pins, has_more) = infopoints.pins(&area, &cells, wanted, LOOKED_AT).await?;
    let mut pins = once(pins);
    pins.sort_by(|one, other| away(one).total_cmp(&away(other)));
    truncated |= has_more || pins.len() > asked.limit;
    pins.truncate(asked.limit);
    let found = standing(platform, &pins, |other| point.metres_to(other) <= radius).await?;
    Ok(places(seen(platform, me, found, Some(point)).await?, truncated))
}

async fn named(
    platform: &Platform,
    me: Option<UserId>,
    text: &str,
    types: &[InfopointType],
    limit: usize,
) -> Result<MapView> {
    let ids = found::named(platform, text, limit + 1).await?;
    let mut found = Infopoints::of(&platform.storage).infopoints(&ids).await?;
    found.retain(|one| one.hidden.is_none() && (types.is_empty() || types.contains(&one.infopoint_type)));
    let truncated = ids.len() > limit;
    found.truncate(limit);
    Ok(places(seen(platform, me, found, None).await?, truncated))
}

/// Places of the same name within 50 metres, nearest first, without one of them.
pub(super) async fn similar(
    platform: &Platform,
    me: UserId,
    name: &str,
    point: Point,
    besides: Option<InfopointId>,
) -> Result<Vec<InfopointView>> {
    let (infopoints, area) = (Infopoints::of(&platform.storage), Area::around(point, SIMILAR));
    let name = storage::entities::folded(name);
    let is_such = |pin: &Pin| {
        pin.name == name
            && Some(pin.infopoint_id) != besides
            && pin.point().is_some_and(|other| point.metres_to(other) <= SIMILAR)
    };
    let (pins, _) = infopoints.pins(&area, &area.cells(CELL), is_such, MOST_SIMILAR).await?;
    let mut pins = once(pins);
    pins.truncate(MOST_SIMILAR);
    let found = standing(platform, &pins, |other| point.metres_to(other) <= SIMILAR).await?;
    let mut similar = seen(platform, Some(me), found, Some(point)).await?;
    similar.sort_by_key(|one| one.distance);
    Ok(similar)
}
