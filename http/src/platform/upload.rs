//! Bounded reading of uploads.

use std::time::Duration;

use actix_multipart::{Multipart, MultipartError};
use actix_web::http::StatusCode;
use actors::Platform;
use actors::accounts::Who;
use actors::platform::pictures::{Admitted, UPLOAD_MAX};
use futures_util::TryStreamExt;
use utoipa::ToSchema;

use crate::platform::error::{ApiError, FieldError};
use crate::platform::pace;

/// The form of a picture's upload.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form to OpenAPI")]
pub struct ImageForm {
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

pub fn unreadable(error: &MultipartError) -> ApiError {
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

/// Deadline for a body: it is read behind a gate at which others wait.
const PATIENCE: Duration = Duration::from_secs(120);

/// An uploaded picture, read with the gate's permit, which lasts as long as [`Upload`].
pub struct Upload {
    pub bytes: Vec<u8>,
    _admitted: Admitted,
}

/// Reads the field `image`, at most [`UPLOAD_MAX`] bytes. Nothing of the body is read before the permit is granted.
pub async fn image(platform: &Platform, who: &Who, form: Multipart) -> Result<Upload, ApiError> {
    platform.limits.file(&*platform.bus, who.user_id).await?;
    let admitted = platform.pictures.admit(who.user_id).await?;
    let read = actix_web::rt::time::timeout(PATIENCE, read(form)).await;
    let bytes = read.unwrap_or_else(|_| Err(ApiError::of(StatusCode::REQUEST_TIMEOUT)))?;
    Ok(Upload { bytes, _admitted: admitted })
}

async fn read(form: Multipart) -> Result<Vec<u8>, ApiError> {
    field(form, "image", UPLOAD_MAX).await?.ok_or_else(|| {
        ApiError::invalid(vec![FieldError {
            field: "image".into(),
            code: "REQUIRED".into(),
            message: "Välj en bild.".into(),
        }])
    })
}

/// The bytes of a form's field, at most `most`; none: there is no such field. 413: more.
pub async fn field(mut form: Multipart, name: &str, most: usize) -> Result<Option<Vec<u8>>, ApiError> {
    while let Some(mut field) = form.try_next().await.map_err(|e| unreadable(&e))? {
        if field.name() != Some(name) {
            continue;
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = field.try_next().await.map_err(|e| unreadable(&e))? {
            if bytes.len() + chunk.len() > most {
                return Err(ApiError::of(StatusCode::PAYLOAD_TOO_LARGE));
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok(Some(bytes));
    }
    Ok(None)
}
