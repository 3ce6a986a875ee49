//! The global search: `/api/public/search`.

use actix_web::HttpRequest;
use actix_web::get;
use actix_web::web::{Data, Json};
use actors::Platform;
use actors::search;
use actors::search::view::Suggestions;
use garde::Validate;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::platform::answer::{Answer, Problems};
use crate::platform::auth::who::{MaybeSignedIn, address};
use crate::platform::extract::ValidQuery;

/// What to look for.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichNames {
    /// As typed; at most 100 characters.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    q: String,
    /// Types with commas between; all when absent.
    #[serde(default)]
    #[garde(length(chars, max = 300))]
    #[param(max_length = 300)]
    types: String,
    /// At most so many of each group, 1–20.
    #[serde(default = "five")]
    #[garde(range(min = 1, max = 20))]
    #[param(minimum = 1, maximum = 20)]
    limit: usize,
}

fn five() -> usize {
    5
}

/// Of a signed-in person first what is theirs: contacts and people of their organisations, whether others find them or not, channels,
/// what happens in the calendars that they see (from 30 days ago until in 180), what was said. Then people who allow it, organisations, public events to come, municipalities, localities and the days of the almanac, by how
/// their words begin; events by their place and who arranges them as well, the soonest first. Case and diacritics do not
/// matter, but what fits as typed comes first; one wrong letter is forgiven. 10 a second; 503
/// `SEARCH_UNAVAILABLE` while the search is away.
#[utoipa::path(tag = "search", params(WhichNames), responses((status = 200, body = Suggestions), Problems))]
#[get("/api/public/search")]
pub async fn suggest(
    platform: Data<Platform>,
    request: HttpRequest,
    who: MaybeSignedIn,
    which: ValidQuery<WhichNames>,
) -> Answer<Suggestions> {
    let who = who.0;
    let asks = who.as_ref().map_or_else(|| address(&request), |who| format!("u {}", who.user_id));
    let WhichNames { q, types, limit } = &which.0;
    Ok(Json(search::suggest(&platform, &asks, who.as_ref(), q, types, *limit).await?))
}
