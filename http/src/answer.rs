//! The shapes of answers (contract §1).

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::http::header::{EntityTag, IF_NONE_MATCH};
use actix_web::web::Json;
use actix_web::{HttpRequest, HttpResponse};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, IntoResponses, ToSchema};

use crate::error::{ApiError, Problem};

/// What handlers answer.
pub type Answer<T> = Result<Json<T>, ApiError>;
/// What handlers without a body answer.
pub type Bare = Result<HttpResponse, ApiError>;

/// Chat, direct messages and workspaces: `{"success":true,"data":…}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Success<T> {
    pub success: bool,
    pub data: T,
}

/// `{"success":true,"data":…}`
pub fn success<T: Serialize>(data: T) -> Json<Success<T>> {
    Json(Success { success: true, data })
}

/// 201 with `{"success":true,"data":…}`
pub fn created<T: Serialize>(data: T) -> HttpResponse {
    HttpResponse::Created().json(Success { success: true, data })
}

/// 204
pub fn done() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

/// A list: `{"content":[…],"page":0,"size":20,"hasMore":false}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing<T> {
    pub content: Vec<T>,
    pub page: usize,
    pub size: usize,
    pub has_more: bool,
}

impl<T> Listing<T> {
    /// A page of what is read newest first.
    pub fn newest((content, has_more): (Vec<T>, bool), asked: &Newest) -> Json<Self> {
        Json(Self { content, page: 0, size: asked.limit, has_more })
    }

    /// A list that is all there is.
    pub fn whole(content: Vec<T>) -> Json<Self> {
        Json(Self { page: 0, size: content.len(), has_more: false, content })
    }
}

/// A number: `{"data":n}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Count {
    pub data: usize,
}

/// Which page of a list.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Part of a name.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    pub q: String,
    /// From 0.
    #[serde(default)]
    #[garde(range(max = 100_000))]
    #[param(maximum = 100000)]
    pub page: usize,
    /// 1–100.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub size: usize,
}

/// Which page of a list that has no names to look for.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Pages {
    /// From 0.
    #[serde(default)]
    #[garde(range(max = 1_000))]
    #[param(maximum = 1000)]
    pub page: usize,
    /// 1–100.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub size: usize,
}

/// Which page of a list that is read newest first.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Newest {
    /// Those before this one.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    pub before: Option<i64>,
    /// 1–100.
    #[serde(default = "thirty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub limit: usize,
}

fn thirty() -> usize {
    30
}

/// How many of a list that has no pages.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HowMany {
    /// 1–50.
    #[serde(default = "ten")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    pub limit: usize,
}

fn ten() -> usize {
    10
}

/// Whether the caller has what bears this tag (`If-None-Match`, RFC 9110 §13.1.2).
pub fn is_known(request: &HttpRequest, etag: &EntityTag) -> bool {
    let tags = request.headers().get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    tags.flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.parse().is_ok_and(|tag: EntityTag| tag.weak_eq(etag)))
}

fn twenty() -> usize {
    20
}

/// Refusals, the same for every route: see [`crate::error::Problem`].
#[derive(IntoResponses)]
pub enum Problems {
    /// The body cannot be read
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem<'static>),
    /// Not signed in, or the session is over
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(Problem<'static>),
    /// Refused
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem<'static>),
    /// Absent, or not visible to you
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem<'static>),
    /// The state has moved on, or is taken
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem<'static>),
    /// Breaks a rule; `errors` names the fields
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(Problem<'static>),
    /// Too many; see Retry-After
    #[response(status = 429, content_type = "application/problem+json")]
    Limited(Problem<'static>),
    /// Overloaded; see Retry-After
    #[response(status = 503, content_type = "application/problem+json")]
    Busy(Problem<'static>),
}
