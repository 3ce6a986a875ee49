//! The shapes of answers (contract §1).

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::http::header::{EntityTag, IF_NONE_MATCH};
use actix_web::web::Json;
use actix_web::{HttpRequest, HttpResponse};
use actors::platform::paging::{Asked, Page};
use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::EntityId;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};
use utoipa::{IntoParams, IntoResponses, ToSchema};

use crate::platform::error::{ApiError, Problem};

/// The result of handlers with a body.
pub type Answer<T> = Result<Json<T>, ApiError>;
/// The result of handlers without a body.
pub type Bare = Result<HttpResponse, ApiError>;

/// Chat, direct messages and workspaces: `{"success":true,"data":…}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Success<T> {
    pub success: bool,
    pub data: T,
}

/// 200 with `{"success":true,"data":…}`
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

/// A page of a list: `{"content":[…],"page":0,"size":20,"hasMore":true,"cursor":1}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing<T> {
    pub content: Vec<T>,
    pub page: usize,
    pub size: usize,
    pub has_more: bool,
    /// With `hasMore`: ask on with this `cursor`, and the same `limit`.
    pub cursor: Option<i64>,
}

impl<T> Listing<T> {
    /// A page of a list that is read newest first; `place`: the cursor of an item.
    pub fn newest((content, has_more): (Vec<T>, bool), asked: &Newest, place: impl Fn(&T) -> i64) -> Self {
        let cursor = content.last().map(place).filter(|_| has_more);
        Self { content, page: 0, size: asked.limit, has_more, cursor }
    }

    /// A page of a list with page numbers.
    pub fn numbered((content, has_more): (Vec<T>, bool), at: At) -> Self {
        let At { page, size } = at;
        Self { content, page, size, has_more, cursor: at.next(has_more) }
    }

    /// A page that was asked for by a cursor, of so many at most.
    pub fn after(page: Page<T>, size: usize) -> Self {
        let Page { content, cursor } = page;
        Self { content, page: 0, size, has_more: cursor.is_some(), cursor }
    }
}

/// A list that is all there is: `{"content":[…],"page":0,"size":2,"hasMore":false}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Whole<T> {
    pub content: Vec<T>,
    /// Always 0.
    pub page: usize,
    /// How many there are.
    pub size: usize,
    /// Always false.
    #[schema(schema_with = never)]
    pub has_more: bool,
}

impl<T> Whole<T> {
    pub fn of(content: Vec<T>) -> Json<Self> {
        Json(Self { page: 0, size: content.len(), has_more: false, content })
    }
}

fn never() -> Object {
    let no = [serde_json::Value::Bool(false)];
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean)).enum_values(Some(no)).build()
}

/// Which page, and how large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    pub page: usize,
    pub size: usize,
}

impl At {
    /// Number of items before the page.
    pub fn offset(self) -> usize {
        self.page * self.size
    }

    /// The cursor of the next page.
    pub fn next(self, has_more: bool) -> Option<i64> {
        i64::try_from(self.page + 1).ok().filter(|_| has_more)
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
    /// `cursor` of the page before, in the place of `page`.
    #[garde(range(max = 100_000))]
    #[param(maximum = 100000)]
    pub cursor: Option<usize>,
    /// 1–100, in the place of `size`.
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

impl Paging {
    pub fn at(&self) -> At {
        At { page: self.cursor.unwrap_or(self.page), size: self.limit.unwrap_or(self.size) }
    }
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
    /// `cursor` of the page before, in the place of `page`.
    #[garde(range(max = 1_000))]
    #[param(maximum = 1000)]
    pub cursor: Option<usize>,
    /// 1–100, in the place of `size`.
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

impl Pages {
    pub fn at(&self) -> At {
        At { page: self.cursor.unwrap_or(self.page), size: self.limit.unwrap_or(self.size) }
    }
}

/// Which page of a list that is read newest first.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Newest {
    /// Those before this one.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    pub before: Option<i64>,
    /// `cursor` of the page before: the same as `before`.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    pub cursor: Option<i64>,
    /// 1–100.
    #[serde(default = "thirty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub limit: usize,
}

impl Newest {
    /// The cursor: where the previous page ended.
    pub fn before(&self) -> Option<i64> {
        self.cursor.or(self.before)
    }
}

/// Which page of a list that goes on from a cursor.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Cursored {
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    pub limit: usize,
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    pub cursor: Option<i64>,
}

impl Cursored {
    pub fn asked(&self) -> Asked {
        Asked { limit: self.limit, cursor: self.cursor }
    }
}

/// My own, or an organisation's.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Own {
    /// The organisation in whose name they are; absent: my own.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    id_entity: Option<i64>,
}

impl Own {
    pub fn entity(&self) -> Option<EntityId> {
        self.id_entity.map(EntityId)
    }
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

/// Whether the caller already has the version with this tag (`If-None-Match`, RFC 9110 §13.1.2).
pub fn is_known(request: &HttpRequest, etag: &EntityTag) -> bool {
    let tags = request.headers().get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    tags.flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.parse().is_ok_and(|tag: EntityTag| tag.weak_eq(etag)))
}

fn twenty() -> usize {
    20
}

/// Refusals, the same for every route: see [`crate::platform::error::Problem`].
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
