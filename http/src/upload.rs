//! Uploads, read within their bounds.

use actix_multipart::{Multipart, MultipartError};
use actix_web::http::StatusCode;
use actors::pictures::UPLOAD_MAX;
use futures_util::TryStreamExt;
use utoipa::ToSchema;

use crate::error::{ApiError, FieldError};
use crate::pace;

/// The form of a picture's upload.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form to OpenAPI")]
pub struct ImageForm {
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

fn unreadable(error: &MultipartError) -> ApiError {
    match error {
        MultipartError::ContentTypeMissing
        | MultipartError::ContentTypeParse
        | MultipartError::ContentTypeIncompatible => ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        MultipartError::Payload(error) if pace::was_too_slow(error) => {
            ApiError::of(StatusCode::REQUEST_TIMEOUT)
        }
        _ => ApiError::of(StatusCode::BAD_REQUEST),
    }
}

/// The field `image`, at most [`UPLOAD_MAX`] bytes.
pub async fn image(mut form: Multipart) -> Result<Vec<u8>, ApiError> {
    while let Some(mut field) = form.try_next().await.map_err(|e| unreadable(&e))? {
        if field.name() != Some("image") {
            continue;
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = field.try_next().await.map_err(|e| unreadable(&e))? {
            if bytes.len() + chunk.len() > UPLOAD_MAX {
                return Err(ApiError::of(StatusCode::PAYLOAD_TOO_LARGE));
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok(bytes);
    }
    Err(ApiError::invalid(vec![FieldError {
        field: "image".into(),
        code: "REQUIRED".into(),
        message: "Välj en bild.".into(),
    }]))
}
