//! Who asks for tasks. Without a session the answer says so in the specification's words (social §5).

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest};
use actors::live::who::Who;
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;

use crate::platform::auth::who::SignedIn;
use crate::platform::error::ApiError;

/// The detail of a 401.
const NOBODY: &str = "User not logged in";

/// The signed-in caller.
pub struct Caller(pub Who);

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let signed_in = SignedIn::from_request(request, payload);
        async move {
            match signed_in.await {
                Ok(SignedIn(who)) => Ok(Self(who)),
                Err(error) if error.status() == StatusCode::UNAUTHORIZED => Err(error.with_detail(NOBODY)),
                Err(error) => Err(error),
            }
        }
        .boxed_local()
    }
}
