//! Extractors for the calling person.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use actors::Platform;
use actors::accounts::{self, Who};
use actors::platform::limits::network::caller;
use actors::tokens;
use futures_util::future::{FutureExt, LocalBoxFuture};

use super::cookie::{Presented, presented};
use super::scopes;
use crate::platform::error::ApiError;

/// The signed-in person, or the program acting for one; 401 without a valid session or token.
#[derive(Debug)]
pub struct SignedIn(pub Who);

/// The signed-in person, if any.
#[derive(Debug)]
pub struct MaybeSignedIn(pub Option<Who>);

/// Authenticates a request by its session, or by its access token, whose scopes must suffice.
pub async fn recognise(platform: &Platform, request: &HttpRequest) -> Result<Who, ApiError> {
    match presented(request) {
        None => Err(ApiError::unauthenticated()),
        Some(Presented::Bearer(token)) if tokens::is_one(token.as_str()) => {
            let who = tokens::authenticate(platform, token.as_str()).await?;
            match scopes::check(request, who.scopes.as_ref()) {
                // Public routes are open to a token without the scope as well.
                Err(_) if !request.path().starts_with("/api/v1/") => Err(ApiError::unauthenticated()),
                checked => Ok(checked.map(|()| who)?),
            }
        }
        Some(presented) => Ok(accounts::authenticate(platform, presented.token().as_str()).await?),
    }
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

/// The client's address, for limits and the list of sessions. Behind proxies it is the last hop of all
/// `X-Forwarded-For` lines that is not in `KALENDER_TRUSTED_PROXIES`.
pub fn address(request: &HttpRequest) -> String {
    let Some(peer) = request.peer_addr().map(|peer| peer.ip()) else { return "unknown".to_owned() };
    let trusted = platform(request).map_or(&[][..], |platform| &platform.settings.trusted_proxies);
    let lines = request.headers().get_all("x-forwarded-for");
    // An undecodable line may hide hops: nothing before it is trusted.
    let hops: Vec<&str> = lines.flat_map(|line| line.to_str().unwrap_or("?").split(',')).collect();
    caller(peer, &hops, trusted).to_string()
}

/// The `User-Agent` header.
pub fn user_agent(request: &HttpRequest) -> &str {
    request.headers().get("user-agent").and_then(|value| value.to_str().ok()).unwrap_or_default()
}
