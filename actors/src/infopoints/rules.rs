//! What a place's coordinates, texts and rights must be: pure. Contract §11.1.

use serde::{Deserialize, Serialize};
use storage::entities::RelationType;
use storage::ids::UserId;
use storage::infopoints::grid::{Area, DEGREE, Point};
use storage::infopoints::{Infopoint, InfopointType};
use url::Url;
use utoipa::ToSchema;

use crate::entities::rules::manages;
use crate::feed::rules::{Standing, moderates, require};
use crate::platform::error::{Refusal, Result};
use crate::platform::text::line;

/// Farthest that places are looked for, in metres, and how far unless asked otherwise.
pub const FARTHEST: i64 = 50_000;
pub const NEAR: i64 = 2_000;
/// Places of the same name closer than this are pointed out, in metres.
pub const SIMILAR: f64 = 50.0;
/// Longest texts, in characters.
pub const NAME: usize = 120;
pub const ADDRESS: usize = 200;
pub const LINK: usize = 500;
pub const HOURS: usize = 500;

/// A coordinate in degrees: a number, or a text of one with a decimal point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Coordinate {
    Number(f64),
    Text(String),
}

/// A refusal of a coordinate.
fn wrong(field: &'static str, code: &'static str) -> Refusal {
    let message = match code {
        "DECIMAL_COMMA" => "Skriv decimaler med punkt, till exempel 57.7.",
        "RANGE" if field == "latitude" => "Latituden är mellan -90 och 90 grader.",
        "RANGE" => "Longituden är mellan -180 och 180 grader.",
        _ => "Skriv koordinaten i grader, till exempel 57.7.",
    };
    Refusal::field(field, code, message)
}

/// Degrees as a text. 422 DECIMAL_COMMA, NUMBER.
fn degrees(field: &'static str, text: &str) -> Result<f64> {
    if text.contains(',') {
        return Err(wrong(field, "DECIMAL_COMMA"));
    }
    text.trim().parse().map_err(|_| wrong(field, "NUMBER"))
}

/// Degrees as millionths, rounded. 422 RANGE: more than `most` degrees, or not a finite number.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "within 180 degrees")]
fn millionths(field: &'static str, degrees: f64, most: f64) -> Result<i64> {
    if !degrees.is_finite() || degrees.abs() > most {
        return Err(wrong(field, "RANGE"));
    }
    Ok((degrees * DEGREE as f64).round() as i64)
}

fn read(field: &'static str, coordinate: &Coordinate, most: f64) -> Result<i64> {
    let number = match coordinate {
        Coordinate::Number(number) => *number,
        Coordinate::Text(text) => degrees(field, text)?,
    };
    millionths(field, number, most)
}

/// The longitude of a place, in millionths of a degree. 422 DECIMAL_COMMA, NUMBER, RANGE.
pub fn longitude(coordinate: &Coordinate) -> Result<i64> {
    read("longitude", coordinate, 180.0)
}

/// As [`longitude`], for a latitude.
pub fn latitude(coordinate: &Coordinate) -> Result<i64> {
    read("latitude", coordinate, 90.0)
}

/// A position. 422 as [`longitude`].
pub fn point(east: &Coordinate, north: &Coordinate) -> Result<Point> {
    let (east, north) = (longitude(east)?, latitude(north)?);
    Point::of(east, north).ok_or_else(Refusal::internal)
}

/// Numbers separated by commas; twice as many are such with decimal commas. 422 DECIMAL_COMMA, `code`.
fn numbers<const N: usize>(
    field: &'static str,
    text: &str,
    code: &'static str,
    message: &'static str,
) -> Result<[f64; N]> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() == 2 * N && parts.iter().all(|part| part.parse::<i64>().is_ok()) {
        return Err(wrong(field, "DECIMAL_COMMA"));
    }
    let read: Option<Vec<f64>> =
        parts.iter().map(|part| part.parse().ok().filter(|one: &f64| one.is_finite())).collect();
    read.and_then(|read| read.try_into().ok()).ok_or_else(|| Refusal::field(field, code, message))
}

/// A rectangle `west,south,east,north`. 422 BBOX, DECIMAL_COMMA, ORDER, RANGE.
pub fn bbox(text: &str) -> Result<Area> {
    let [west, south, east, north] =
        numbers("bbox", text, "BBOX", "Ange väst, syd, öst och nord i grader: 15.5,58.3,15.8,58.5.")?;
    let (west, east) = (millionths("bbox", west, 180.0)?, millionths("bbox", east, 180.0)?);
    let (south, north) = (parallel("bbox", south)?, parallel("bbox", north)?);
    if south > north {
        return Err(Refusal::field("bbox", "ORDER", "Syd ligger norr om nord."));
    }
    Ok(Area { west, south, east, north })
}

/// A latitude within a parameter of several numbers.
fn parallel(field: &'static str, degrees: f64) -> Result<i64> {
    millionths("latitude", degrees, 90.0)
        .map_err(|_| Refusal::field(field, "RANGE", "Latituden är mellan -90 och 90 grader."))
}

/// A position `longitude,latitude`. 422 NEAR, DECIMAL_COMMA, RANGE.
pub fn near(text: &str) -> Result<Point> {
    let [east, north] = numbers("near", text, "NEAR", "Ange longitud och latitud i grader: 15.62,58.41.")?;
    let (east, north) = (millionths("near", east, 180.0)?, parallel("near", north)?);
    Point::of(east, north).ok_or_else(Refusal::internal)
}

/// Kinds of places separated by commas; empty: all. 422 UNKNOWN.
pub fn types(list: &str) -> Result<Vec<InfopointType>> {
    let unknown = || Refusal::field("type", "UNKNOWN", "Okänd sorts plats.");
    let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| InfopointType::parse(word).ok_or_else(unknown)).collect()
}

/// A place's name. 422 REQUIRED, and as [`line`] says.
pub fn name(text: &str) -> Result<String> {
    line("name", text, NAME)?.ok_or_else(|| Refusal::field("name", "REQUIRED", "Skriv vad platsen heter."))
}

/// A place's link; none: it has none. 422 LINK: it is no address of a page.
pub fn link(text: &str) -> Result<Option<String>> {
    let Some(text) = line("link", text, LINK)? else { return Ok(None) };
    let is_web = Url::parse(&text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    });
    let wrong = || Refusal::field("link", "LINK", "Länken börjar med https:// eller http://.");
    is_web.then_some(Some(text)).ok_or_else(wrong)
}

/// A reader of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// Their standing towards the author.
    pub standing: Standing,
    /// Their relation to the place's organisation.
    pub relation: Option<RelationType>,
}

/// What somebody may do with a place that they may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = InfopointAbility)]
pub enum Ability {
    /// Change it and its pictures.
    Edit,
    Delete,
}

/// May make places in an organisation's name.
pub fn makes_for(relation: Option<RelationType>) -> bool {
    manages(relation) || relation == Some(RelationType::Editor)
}

/// Whether somebody may change a place: who made it, or of an organisation's those who may make some for it.
pub fn changes(infopoint: &Infopoint, reader: &Reader) -> bool {
    match infopoint.entity_id {
        None => reader.user_id.is_some() && infopoint.author_id == reader.user_id,
        Some(_) => makes_for(reader.relation),
    }
}

/// Refuses who may not change a place. 403 NOT_AUTHOR, ROLE_TOO_LOW.
pub fn may_change(infopoint: &Infopoint, reader: &Reader) -> Result<()> {
    require(changes(infopoint, reader), infopoint.entity_id.is_some())
}

/// Whether somebody may see a place: everybody, but not where a block stands between them and its author. A hidden one
/// is visible to those who may change it, and to moderators of its organisation.
pub fn reads(infopoint: &Infopoint, reader: &Reader) -> bool {
    if changes(infopoint, reader) {
        return true;
    }
    let moderates = infopoint.entity_id.is_some() && moderates(reader.relation);
    reader.standing != Standing::Apart && (infopoint.hidden.is_none() || moderates)
}

/// Everything that somebody may do with a place that they may see.
pub fn abilities(infopoint: &Infopoint, reader: &Reader) -> Vec<Ability> {
    if changes(infopoint, reader) { vec![Ability::Edit, Ability::Delete] } else { Vec::new() }
}

/// Whether a change is worth a notification: what people look a place up for, not its pictures.
pub fn is_news(old: &Infopoint, new: &Infopoint) -> bool {
    let said = |one: &Infopoint| {
        let texts = (
            one.name.clone(),
            one.description.clone(),
            one.address.clone(),
            one.link.clone(),
            one.hours.clone(),
        );
        (texts, one.point(), one.infopoint_type)
    };
    said(old) != said(new)
}

/// The place does not exist or the reader may not see it.
pub fn no_infopoint() -> Refusal {
    Refusal::not_found("Platsen finns inte.")
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
