//! Fencing: a node without its lease writes nothing.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, ResponseError};
use actors::Platform;

use crate::platform::error::ApiError;

/// Middleware for `from_fn`: answers 503 to changes while the node may not write. Clients retry, and a load balancer
/// that polls `/readyz` uses other nodes.
pub async fn guard<B: MessageBody + 'static>(
    platform: Data<Platform>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && let Err(refusal) = platform.term.check() {
        return Ok(request.into_response(ApiError::from(refusal).error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
