//! Extractors for bodies, queries and paths; invalid input becomes a refusal of contract §1, never a panic.
//!
//! 400 UNREADABLE: not JSON. 422 INVALID: JSON of another shape, or against a rule, with the field if known. 408: too
//! slow. 415: another content type. 413: too many bytes. 404: a path whose id cannot exist.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::error::{JsonPayloadError, PathError, PayloadError, QueryPayloadError};
use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest};
use actors::platform::flat::AT;
use futures_util::future::{FutureExt, LocalBoxFuture, Ready, ready};
use serde::de::DeserializeOwned;

use crate::platform::error::{ApiError, FieldError};
use crate::platform::pace;
use crate::platform::texts;

/// Largest body other than an upload, in bytes.
pub const BODY_LIMIT: usize = 256 * 1024;

/// A validated JSON body (`#[derive(Deserialize, garde::Validate)]`). An empty body is read as `{}`.
#[derive(Debug)]
pub struct Valid<T>(pub T);

/// A validated JSON body that is a list.
#[derive(Debug)]
pub struct ValidList<T>(pub T);

/// A validated query string.
#[derive(Debug)]
pub struct ValidQuery<T>(pub T);

impl<T> Deref for Valid<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Deref for ValidQuery<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + garde::Validate<Context = ()> + 'static> FromRequest for Valid<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read(request, payload, "{}");
        async move { Ok(Self(body.await?)) }.boxed_local()
    }
}

impl<T: DeserializeOwned + garde::Validate<Context = ()> + 'static> FromRequest for ValidList<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read(request, payload, "[]");
        async move { Ok(Self(body.await?)) }.boxed_local()
    }
}

/// Reads and validates a JSON body of the same kind as the empty one, which stands for no body.
fn read<T: DeserializeOwned + garde::Validate<Context = ()> + 'static>(
    request: &HttpRequest,
    payload: &mut Payload,
    empty: &'static str,
) -> LocalBoxFuture<'static, Result<T, ApiError>> {
    let is_json = is_json(request);
    let bytes = Bytes::from_request(request, payload);
    async move {
        let bytes = bytes.await.map_err(|error| unreadable_body(&error))?;
        let body = match (bytes.is_empty(), is_json) {
            (true, _) => empty.as_bytes(),
            (false, true) => &bytes[..],
            (false, false) => return Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
        };
        let value: T = parse_json(body, &empty[..1])?;
        validate(&value)?;
        Ok(value)
    }
    .boxed_local()
}

impl<T: DeserializeOwned + garde::Validate<Context = ()> + 'static> FromRequest for ValidQuery<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(parse_query(request.query_string()).map(Self))
    }
}

/// Error handlers of actix's `Json`, `Query`, `Path`, `Bytes` and `Form`; for `App::configure`.
pub fn configure(config: &mut ServiceConfig) {
    config
        .app_data(web::PayloadConfig::new(BODY_LIMIT))
        .app_data(
            web::JsonConfig::default().limit(BODY_LIMIT).error_handler(|error, _| of_json(&error).into()),
        )
        .app_data(web::QueryConfig::default().error_handler(|error, _| of_query(&error).into()))
        .app_data(web::PathConfig::default().error_handler(|error, _| of_path(&error).into()));
}

/// The refusal of a custom rule: stable `code`, Swedish `message`.
pub fn field_error(code: &str, message: &str) -> garde::Error {
    garde::Error::new(format!("{code}{}{message}", texts::CODE_END))
}

fn is_json(request: &HttpRequest) -> bool {
    request
        .mime_type()
        .ok()
        .flatten()
        .is_some_and(|mime| mime.subtype() == "json" || mime.suffix().is_some_and(|suffix| suffix == "json"))
}

/// Whether the text is JSON. Parsed into a value, because skipped parts are not checked for UTF-8.
fn is_json_text(body: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(body).is_ok()
}

/// Reads JSON that begins like this. 400: it is not JSON; 422: JSON of another shape.
pub fn parse_json<T: DeserializeOwned>(body: &[u8], begins: &str) -> Result<T, ApiError> {
    // serde also reads a struct from a list of its fields.
    if !body.trim_ascii_start().starts_with(begins.as_bytes()) {
        return Err(if is_json_text(body) {
            ApiError::invalid(Vec::new())
        } else {
            ApiError::of(StatusCode::BAD_REQUEST)
        });
    }
    // A part that is a list itself would be read as a struct's fields, before it is seen that the text is no JSON.
    if begins == "[" && !is_json_text(body) {
        return Err(ApiError::of(StatusCode::BAD_REQUEST));
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        // A number in place of an enum's word is reported as a syntax error although it is none.
        if error.is_data() || is_json_text(body) {
            wrong_shape(&path, &error.to_string())
        } else {
            ApiError::of(StatusCode::BAD_REQUEST)
        }
    })?;
    json.end().map_err(|_| ApiError::of(StatusCode::BAD_REQUEST))?;
    Ok(value)
}

fn parse_query<T: DeserializeOwned + garde::Validate<Context = ()>>(query: &str) -> Result<T, ApiError> {
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    let value: T = serde_path_to_error::deserialize(pairs).map_err(|error| {
        let path = error.path().to_string();
        wrong_shape(&path, &error.into_inner().to_string())
    })?;
    validate(&value)?;
    Ok(value)
}

/// 422 INVALID with every field that breaks a rule.
pub fn validate<T: garde::Validate<Context = ()>>(value: &T) -> Result<(), ApiError> {
    let Err(report) = garde::i18n::with_i18n(texts::FieldRules, || value.validate()) else { return Ok(()) };
    let fields = report.iter().map(|(path, error)| {
        let (code, message) =
            error.message().split_once(texts::CODE_END).unwrap_or(("INVALID", texts::FIELD_TYPE));
        FieldError {
            field: camel_case(&path.to_string()).into(),
            code: code.to_owned().into(),
            message: message.to_owned().into(),
        }
    });
    Err(ApiError::invalid(fields.collect()))
}

/// Converts field names to the wire: `first_name` → `firstName`; list indexes stay.
fn camel_case(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut upper = false;
    for char in path.chars() {
        match char {
            '_' => upper = true,
            char if upper => {
                out.extend(char.to_uppercase());
                upper = false;
            }
            char => out.push(char),
        }
    }
    out
}

/// serde describes errors only in words; their form is stable in practice, and none of them are sent.
fn wrong_shape(path: &str, words: &str) -> ApiError {
    let flat = words.split_once(AT).and_then(|(words, rest)| Some((words, rest.split_once('`')?.0)));
    let (words, path) = flat.unwrap_or((words, path));
    let named = || words.split('`').nth(1).unwrap_or_default();
    let join =
        |name: &str| if path == "." || path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let (field, code, message) = if words.starts_with("missing field") {
        (join(named()), "REQUIRED", texts::FIELD_MISSING)
    } else if words.starts_with("unknown field") {
        // serde_path_to_error includes the unknown field itself.
        (path.to_owned(), "UNKNOWN", texts::FIELD_UNKNOWN)
    } else {
        (path.to_owned(), "TYPE", texts::FIELD_TYPE)
    };
    if field.is_empty() || field == "." || field == "?" {
        return ApiError::invalid(Vec::new());
    }
    ApiError::invalid(vec![FieldError { field: field.into(), code: code.into(), message: message.into() }])
}

/// The refusal of a body that could not be read to its end.
pub fn unreadable_body(error: &Error) -> ApiError {
    error.as_error().map_or_else(|| ApiError::of(StatusCode::BAD_REQUEST), unreadable_payload)
}

/// As [`unreadable_body`], for a body that is read in pieces.
pub fn unreadable_payload(error: &PayloadError) -> ApiError {
    ApiError::of(match error {
        PayloadError::Overflow => StatusCode::PAYLOAD_TOO_LARGE,
        error if pace::was_too_slow(error) => StatusCode::REQUEST_TIMEOUT,
        _ => StatusCode::BAD_REQUEST,
    })
}

fn of_json(error: &JsonPayloadError) -> ApiError {
    ApiError::of(match error {
        JsonPayloadError::Overflow { .. } | JsonPayloadError::OverflowKnownLength { .. } => {
            StatusCode::PAYLOAD_TOO_LARGE
        }
        JsonPayloadError::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        JsonPayloadError::Deserialize(error) if error.is_data() => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::BAD_REQUEST,
    })
}

fn of_query(error: &QueryPayloadError) -> ApiError {
    match error {
        QueryPayloadError::Deserialize(error) => wrong_shape("", &error.to_string()),
        _ => ApiError::invalid(Vec::new()),
    }
}

fn of_path(_: &PathError) -> ApiError {
    ApiError::not_found()
}

#[cfg(test)]
mod tests;
