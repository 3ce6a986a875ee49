//! The application: routes, the web app, and the middleware.

use std::time::Duration;

use actix_service::IntoServiceFactory;
use actix_service::boxed::rc_service;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, Error};
use actors::Platform;
use utoipa::OpenApi;
use utoipa_actix_web::AppExt;

use crate::live::stomp;
use crate::live::stream::inlet;
use crate::platform::area::More;
use crate::platform::auth::cookie::SessionCookies;
use crate::platform::extract;
use crate::platform::fence;
use crate::platform::idempotency;
use crate::platform::operator;
use crate::platform::origin;
use crate::platform::origin::Origins;
use crate::platform::pace;
use crate::platform::pace::Pace;
use crate::platform::packet;
use crate::platform::request;
use crate::platform::security;
use crate::platform::security::SecurityHeaders;
use crate::platform::web_app::WebApp;
use crate::platform::web_app::first::{FirstAnswers, Inside, PATIENCE};
use crate::server::admission;
use crate::server::documents;
use crate::server::fallback;
use crate::server::fallback::KnownPaths;
use crate::server::routes;

/// What the application consists of; the same for every worker.
#[derive(Clone)]
pub struct Parts {
    pub platform: Data<Platform>,
    pub cookies: Data<SessionCookies>,
    pub origins: Data<Origins>,
    pub headers: Data<SecurityHeaders>,
    pub web_app: Data<WebApp>,
    /// Longest wait of a page for its first answers.
    pub patience: Duration,
    /// Areas beside the product's own.
    pub more: More,
}

impl Parts {
    /// `public_url` as configured; without one, calls must come from the host that they were sent to. `more`: areas beside
    /// the product's own.
    pub fn new(
        platform: Platform,
        public_url: Option<&str>,
        https: bool,
        web_app: WebApp,
        more: More,
    ) -> std::io::Result<Self> {
        let headers = SecurityHeaders::new(&web_app.scripted(), https, web_app.images())
            .map_err(std::io::Error::other)?;
        Ok(Self {
            platform: Data::new(platform),
            cookies: Data::new(SessionCookies { secure: https }),
            origins: Data::new(Origins::new(public_url)),
            headers: Data::new(headers),
            web_app: Data::new(web_app),
            patience: PATIENCE,
            more,
        })
    }
}

/// The routes with the data of their handlers, and their OpenAPI document.
fn routed(
    parts: &Parts,
) -> (
    App<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse,
            Error = Error,
            InitError = (),
        > + use<>,
    >,
    utoipa::openapi::OpenApi,
) {
    let more = parts.more;
    let (app, document) = App::new()
        .into_utoipa_app()
        .openapi(routes::Document::openapi())
        .configure(|config| routes::configure(config, more))
        .split_for_parts();
    let parts = parts.clone();
    let app = app
        .app_data(parts.platform)
        .app_data(parts.cookies)
        .app_data(parts.origins)
        .app_data(parts.headers)
        .app_data(parts.web_app)
        .configure(extract::configure);
    (app, document)
}

/// The routes as a page's first calls pass them ([`crate::platform::web_app::first`]): what only concerns browsers and bodies is left out.
async fn inside(parts: &Parts) -> Result<Inside, ()> {
    let (app, _) = routed(parts);
    let factory = app.wrap(from_fn(request::track)).into_factory();
    Ok(rc_service(factory.new_service(AppConfig::default()).await?))
}

/// The application of one worker.
pub fn build(
    parts: Parts,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let (app, document) = routed(&parts);
    let more = parts.more;
    let first = FirstAnswers::new(parts.patience, move || {
        let parts = parts.clone();
        Box::pin(async move { inside(&parts).await })
    });
    app.app_data(first)
        .app_data(Data::new(Pace::default()))
        .app_data(Data::new(idempotency::Keyed::of(&document)))
        .app_data(Data::new(KnownPaths::of(&document)))
        .service(stomp::socket::upgrade)
        .configure(|config| documents::configure(config, more))
        .default_service(web::to(fallback::serve))
        // The last middleware named is passed first.
        .wrap(from_fn(idempotency::once))
        .wrap(from_fn(fence::guard))
        .wrap(from_fn(origin::guard))
        .wrap(from_fn(pace::keep))
        .wrap(from_fn(packet::spare))
        .wrap(Compress::default())
        .wrap(from_fn(packet::tidy))
        .wrap(from_fn(admission::guard))
        .wrap(from_fn(security::headers))
        .wrap(from_fn(request::track))
        .wrap(from_fn(operator::measure))
        .wrap(from_fn(inlet::watch))
}
