//! Who is asking: the extractors in front of every handler that needs to know.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use actors::Platform;
use actors::accounts::{self, Who};
use futures_util::future::{FutureExt, LocalBoxFuture};

use super::cookie::presented;
use crate::error::ApiError;

/// The signed-in person; 401 without a session that is alive in the store.
#[derive(Debug)]
pub struct SignedIn(pub Who);

/// The signed-in person, or nobody.
#[derive(Debug)]
pub struct MaybeSignedIn(pub Option<Who>);

/// Recognises the session behind a request.
pub async fn recognise(platform: &Platform, request: &HttpRequest) -> Result<Who, ApiError> {
    let Some(presented) = presented(request) else { return Err(ApiError::unauthenticated()) };
    Ok(accounts::authenticate(platform, presented.token().as_str()).await?)
}

fn platform(request: &HttpRequest) -> Result<&Platform, ApiError> {
    let data = request.app_data::<web::Data<Platform>>();
    data.map(web::Data::get_ref).ok_or_else(ApiError::internal)
}

impl FromRequest for SignedIn {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move { recognise(platform(&request)?, &request).await.map(Self) }.boxed_local()
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            match recognise(platform(&request)?, &request).await {
                Ok(who) => Ok(Self(Some(who))),
                Err(error) if error.status() == actix_web::http::StatusCode::UNAUTHORIZED => Ok(Self(None)),
                Err(error) => Err(error),
            }
        }
        .boxed_local()
    }
}

/// The address a request came from, for limits and the list of sessions. Behind a load balancer it is the last of
/// `X-Forwarded-For`, which is believed only from an address of this machine or a private network.
pub fn address(request: &HttpRequest) -> String {
    let Some(peer) = request.peer_addr().map(|peer| peer.ip()) else { return "unknown".to_owned() };
    let near = match peer {
        std::net::IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        std::net::IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    };
    let named = request.headers().get("x-forwarded-for").filter(|_| near).and_then(|h| h.to_str().ok());
    let named = named.and_then(|list| list.split(',').next_back()).map(str::trim);
    named.and_then(|text| text.parse::<std::net::IpAddr>().ok()).unwrap_or(peer).to_string()
}

/// The browser's own name for itself.
pub fn user_agent(request: &HttpRequest) -> &str {
    request.headers().get("user-agent").and_then(|value| value.to_str().ok()).unwrap_or_default()
}
