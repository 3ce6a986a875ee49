//! Converts a command's refusal to a REST answer.

use actix_web::http::StatusCode;
use actors::platform::error::{Refusal, RefusalKind};

use crate::platform::error::{ApiError, FieldError};

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.kind {
            RefusalKind::Unauthenticated => StatusCode::UNAUTHORIZED,
            RefusalKind::Forbidden => StatusCode::FORBIDDEN,
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Gone => StatusCode::GONE,
            RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalKind::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            RefusalKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::Limited => StatusCode::TOO_MANY_REQUESTS,
            RefusalKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            RefusalKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let fields = refusal
            .fields
            .into_iter()
            .map(|field| FieldError { field: field.field, code: field.code.into(), message: field.message })
            .collect();
        let error = Self::new(status, refusal.code, refusal.message)
            .with_fields(fields)
            .retry_after(refusal.retry_after)
            .with_more(refusal.more);
        match refusal.detail {
            Some(detail) => error.with_detail(detail),
            None => error,
        }
    }
}
