//! Refusals as RFC 9457 `application/problem+json` (contract §1).
//!
//! `type` is `about:blank` and `title` the status's phrase; `code` identifies the refusal. A refusal never contains
//! details of an inner error; those are logged with the request's id.

use std::borrow::Cow;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::platform::current;
use crate::platform::texts;

/// Content type of all refusals.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// One field of a 422.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field as it is named on the wire, `items[0].name` inside a list.
    pub field: Cow<'static, str>,
    /// Stable, UPPER_SNAKE.
    pub code: Cow<'static, str>,
    /// Swedish, may be shown to a person.
    pub message: Cow<'static, str>,
}

/// A refusal to be sent. Cheap to move.
#[derive(Clone, Debug)]
pub struct ApiError(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    status: StatusCode,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
    detail: Option<Cow<'static, str>>,
    fields: Vec<FieldError>,
    retry_after: Option<u32>,
    allow: Option<String>,
    success_family: bool,
    request_id: Option<String>,
    more: Option<Box<Map<String, Value>>>,
}

/// What is sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem<'a> {
    /// Always `about:blank`; `code` tells problems apart.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status's phrase.
    title: &'static str,
    status: u16,
    /// For developers.
    detail: &'a str,
    /// Stable, UPPER_SNAKE.
    code: &'a str,
    /// Swedish, may be shown to a person.
    message: &'a str,
    /// With 422: what is wrong with which field. With MOVED_ON of a menu: which days are others.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [FieldError],
    /// The same as the header `x-request-id`; empty outside a request.
    request_id: &'a str,
    /// Only chat, direct messages and workspaces: always false.
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    /// Only chat, direct messages and workspaces: the same as `message`.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// With CASE_CLOSED alone: the case as somebody else left it, a `ModerationCase`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    case: Option<&'a Value>,
    /// With OVERLAP: the times that are in the way, each with `start` and `end`. Of a series: those of its times that cannot be
    /// booked, each with the `code` that says why, whatever the first of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    conflicts: Option<&'a Value>,
    /// With `conflicts`: whether the series can be booked without those times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<bool>)]
    can_skip: Option<&'a Value>,
    /// With OVERLAP and HOLD_EXPIRED: the free times that are nearest, each with `start` and `end`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    nearest: Option<&'a Value>,
    /// With PRICE_CHANGED alone: the price that holds now, in öre.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>)]
    price: Option<&'a Value>,
    /// With STALE alone: the thing as it stands now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    current: Option<&'a Value>,
}

impl ApiError {
    /// `code` is stable and UPPER_SNAKE, `message` Swedish.
    pub fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Inner {
            status,
            code: code.into(),
            message: message.into(),
            detail: None,
            fields: Vec::new(),
            retry_after: None,
            allow: None,
            success_family: false,
            request_id: None,
            more: None,
        }))
    }

    /// The default code and sentence of a status.
    pub fn of(status: StatusCode) -> Self {
        let (code, message) = texts::of_status(status);
        Self::new(status, code, message)
    }

    /// 404 NOT_FOUND
    pub fn not_found() -> Self {
        Self::of(StatusCode::NOT_FOUND)
    }

    /// 405 METHOD_NOT_ALLOWED; `allow` lists the methods of the path.
    pub fn method_not_allowed(allow: &str) -> Self {
        let mut error = Self::of(StatusCode::METHOD_NOT_ALLOWED);
        error.0.allow = Some(allow.to_owned());
        error
    }

    /// 401 UNAUTHENTICATED
    pub fn unauthenticated() -> Self {
        Self::of(StatusCode::UNAUTHORIZED)
    }

    /// 422 INVALID
    pub fn invalid(fields: Vec<FieldError>) -> Self {
        Self::of(StatusCode::UNPROCESSABLE_ENTITY).with_fields(fields)
    }

    /// 500 INTERNAL: a defect of the server. Log the cause first.
    pub fn internal() -> Self {
        Self::of(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// A text for developers; without it `detail` repeats the message.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    #[must_use]
    pub fn with_fields(mut self, fields: Vec<FieldError>) -> Self {
        self.0.fields = fields;
        self
    }

    /// Further members of the answer, by name: those that [`Problem`] has.
    #[must_use]
    pub fn with_more(mut self, more: Option<Box<Map<String, Value>>>) -> Self {
        self.0.more = more;
        self
    }

    /// Seconds for `Retry-After`.
    #[must_use]
    pub fn retry_after(mut self, seconds: Option<u32>) -> Self {
        self.0.retry_after = seconds;
        self
    }

    /// Adds `success:false` and `error`. Within a request this follows from the path (see
    /// [`current::in_success_family`]).
    #[must_use]
    pub fn in_success_family(mut self) -> Self {
        self.0.success_family = true;
        self
    }

    #[must_use]
    pub(crate) fn with_request_id(mut self, id: &str) -> Self {
        self.0.request_id = Some(id.to_owned());
        self
    }

    /// What a page says of it: what is wrong with which field, or the message.
    pub fn sentences(&self) -> Vec<&str> {
        match self.0.fields.as_slice() {
            [] => vec![&self.0.message],
            fields => fields.iter().map(|field| &*field.message).collect(),
        }
    }

    /// Seconds until another try makes sense.
    pub fn again_in(&self) -> Option<u32> {
        self.0.retry_after
    }

    /// A further member of the answer.
    pub fn member(&self, name: &str) -> Option<&Value> {
        self.0.more.as_ref()?.get(name)
    }

    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    pub fn code(&self) -> &str {
        &self.0.code
    }

    pub fn fields(&self) -> &[FieldError] {
        &self.0.fields
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.status.as_u16(), self.0.code)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.0.status
    }

    fn error_response(&self) -> HttpResponse {
        let inner = &*self.0;
        let current = current::current();
        let in_family =
            inner.success_family || current.as_ref().is_some_and(|current| current.success_family);
        let id = inner.request_id.as_deref().or(current.as_ref().map(|current| &*current.id)).unwrap_or("");
        let more = |name| inner.more.as_ref().and_then(|more| more.get(name));
        let problem = Problem {
            kind: "about:blank",
            title: inner.status.canonical_reason().unwrap_or("Error"),
            status: inner.status.as_u16(),
            detail: inner.detail.as_deref().unwrap_or(&inner.message),
            code: &inner.code,
            message: &inner.message,
            errors: &inner.fields,
            request_id: id,
            success: in_family.then_some(false),
            error: in_family.then_some(&inner.message),
            case: more("case"),
            conflicts: more("conflicts"),
            can_skip: more("canSkip"),
            nearest: more("nearest"),
            price: more("price"),
            current: more("current"),
        };
        let mut response = HttpResponse::build(inner.status);
        response.content_type(PROBLEM_JSON).insert_header((CACHE_CONTROL, "no-store"));
        if let Some(seconds) = inner.retry_after {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        if let Some(methods) = &inner.allow {
            response.insert_header((ALLOW, methods.as_str()));
        }
        if inner.status == StatusCode::UNAUTHORIZED {
            response.insert_header((WWW_AUTHENTICATE, "Bearer"));
        }
        if let Some(id) = &inner.request_id {
            response.insert_header((current::HEADER, id.as_str()));
        }
        // Strings and numbers always serialize.
        response.body(serde_json::to_string(&problem).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::MessageBody;
    use serde_json::json;

    use super::*;

    fn body(error: &ApiError) -> Value {
        let bytes = error.error_response().into_body().try_into_bytes().ok().unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn a_problem_has_every_part() {
        let error = ApiError::invalid(vec![FieldError {
            field: "email".into(),
            code: "EMAIL".into(),
            message: "Skriv en giltig e-postadress.".into(),
        }]);
        assert_eq!(
            body(&error),
            json!({
                "type": "about:blank", "title": "Unprocessable Entity", "status": 422,
                "detail": texts::CHECK_FIELDS, "code": "INVALID", "message": texts::CHECK_FIELDS,
                "errors": [{"field": "email", "code": "EMAIL", "message": "Skriv en giltig e-postadress."}],
                "requestId": "",
            })
        );
    }

    #[test]
    fn success_family_adds_its_fields() {
        let error = ApiError::of(StatusCode::FORBIDDEN)
            .in_success_family()
            .with_detail("Access denied: not a member");
        let body = body(&error);
        assert_eq!(body["success"], false);
        assert_eq!(body["error"], body["message"]);
        assert_eq!(body["detail"], "Access denied: not a member");
        assert!(body.get("errors").is_none());
    }

    #[test]
    fn headers_follow_the_status() {
        let busy = ApiError::of(StatusCode::SERVICE_UNAVAILABLE).retry_after(Some(3)).error_response();
        assert_eq!(busy.headers().get(RETRY_AFTER).unwrap(), "3");
        assert_eq!(busy.headers().get("content-type").unwrap(), PROBLEM_JSON);
        let unknown = ApiError::unauthenticated().error_response();
        assert!(unknown.headers().contains_key(WWW_AUTHENTICATE));
    }
}
