//! The almanac and places: `/api/public/days`, `/api/public/municipalities`, `/api/public/tatort`.

pub mod page;

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, get};
use actors::Platform;
use actors::days::{self, DayView};
use actors::places::{Locality, Municipality};
use actors::search::local;
use garde::Validate;
use jiff::civil::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::platform::answer::{Answer, Bare, Problems, Whole};
use crate::platform::extract::ValidQuery;

/// Which days.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichDays {
    /// First date, from 2001 on.
    #[param(value_type = String, format = Date, example = "2026-01-01")]
    #[garde(skip)]
    from: Date,
    /// Last date; at most 366 days in all, 4026 of holidays and flag days.
    #[param(value_type = String, format = Date, example = "2026-12-31")]
    #[garde(skip)]
    to: Date,
    /// Kinds with commas between: `holiday`, `eves`, `themeday`, `flagdays`, `unday`, `nameday`. All when absent.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    types: String,
    /// One kind by its number: 1 public holidays, 2 eves, 3 theme days, 4 flag days, 5 UN days, 6 name days.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 6)))]
    #[param(minimum = 1, maximum = 6)]
    group: Option<u8>,
}

/// Public holidays, eves, theme days, flag days, UN days and name days between two dates, by date, each with its source.
#[utoipa::path(tag = "days", params(WhichDays), responses((status = 200, body = Whole<DayView>), Problems))]
#[get("/api/public/days")]
pub async fn between(platform: Data<Platform>, which: ValidQuery<WhichDays>) -> Answer<Whole<DayView>> {
    let mut kinds = days::kinds(&which.types)?;
    kinds.extend(which.group.and_then(|group| days::DayType::parse(&group.to_string())));
    Ok(Whole::of(platform.days.between(which.from, which.to, &kinds)?))
}

/// The 290 municipalities by their official codes, with their counties.
#[utoipa::path(tag = "days", responses((status = 200, body = Whole<Municipality>), Problems))]
#[get("/api/public/municipalities")]
pub async fn municipalities(platform: Data<Platform>) -> Json<Whole<Municipality>> {
    Whole::of(platform.places.municipalities().to_vec())
}

/// The localities (tätorter) of a municipality, by name; `slug`: the last part of the municipality's.
#[utoipa::path(tag = "days", responses((status = 200, body = Whole<Locality>), Problems))]
#[get("/api/public/municipalities/{slug}/localities")]
pub async fn localities(platform: Data<Platform>, slug: Path<String>) -> Bare {
    Ok(HttpResponse::Ok().json(Whole::of(local::localities(&platform, &slug)?).0))
}

/// A locality (tätort) by its slug, with its municipality. 404: there is none of 500 people or more that is called so; of namesakes
/// the slug has the municipality behind. `page`: where its calendar is.
#[utoipa::path(tag = "days", responses((status = 200, body = Locality), Problems))]
#[get("/api/public/tatort/slug/{slug}")]
pub async fn locality(platform: Data<Platform>, slug: Path<String>) -> Bare {
    Ok(HttpResponse::Ok().json(local::locality(&platform, &slug)?))
}
