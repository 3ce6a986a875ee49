//! An area of the product: what it declares to storage, actors and http, as one value and one line in
//! [`crate::areas::AREAS`].

use actix_web::{HttpRequest, HttpResponse};
use actors::Platform;
use actors::platform::error::Result;
use futures_util::future::LocalBoxFuture;
use utoipa::ToSchema;
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ComponentsBuilder, OpenApi, OpenApiBuilder, Tag};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::OperationCodes;
use crate::platform::destinations::Place;
use crate::platform::drawn::Drawing;
use crate::platform::error::ApiError;

/// An area of the product.
pub struct Area {
    /// Its tables.
    pub storage: &'static storage::Area,
    /// Its behaviour.
    pub actors: &'static actors::area::Area,
    /// What its part of the document is about, where its routes are tagged by its name.
    pub about: Option<&'static str>,
    /// Its routes; fixed paths come before those with a parameter in the same position.
    pub routes: fn(&mut ServiceConfig),
    /// The stable codes of its operations, by operation name in the OpenAPI document.
    pub codes: &'static [OperationCodes],
    /// Its live destinations.
    pub places: &'static [Place],
    /// The bodies of its live events, if no route has them.
    pub bodies: Option<fn() -> OpenApi>,
    /// Its part of `PersonalEvent`: what it publishes on `/user/queue/notifications`.
    pub personal: Option<fn() -> OpenApi>,
    /// Its page at a path, by the path's segments, for whoever is not signed in; none: it has none there.
    pub page: PageAt,
}

impl Area {
    /// The declaration of an area that is not reached by anything yet.
    pub const fn of(storage: &'static storage::Area, actors: &'static actors::area::Area) -> Self {
        Self {
            storage,
            actors,
            about: None,
            routes: |_| {},
            codes: &[],
            places: &[],
            bodies: None,
            personal: None,
            page: |_| None,
        }
    }

    /// Its part of the document.
    pub fn tag(&self) -> Option<Tag> {
        Some(TagBuilder::new().name(self.actors.name).description(Some(self.about?)).build())
    }
}

/// The page at a path, by its segments; none: another path.
pub type PageAt = for<'a> fn(&[&'a str]) -> Option<DrawnPage<'a>>;

/// A page that the server draws for whoever is not signed in. Signed-in people get the app, which shows what they may read.
pub enum DrawnPage<'a> {
    /// The app's page with content in it.
    Content {
        /// 404: the public may see nothing there.
        draw: Box<dyn FnOnce(&'a Platform) -> LocalBoxFuture<'a, Result<Drawing>> + 'a>,
        /// The heading of the answer 404; none: the app says what is not there.
        absent: Option<&'static str>,
    },
    /// A page of its own.
    Whole(Box<dyn FnOnce(&'a HttpRequest, &'a Platform) -> LocalBoxFuture<'a, Answer> + 'a>),
}

/// The answer of a page of its own.
pub type Answer = std::result::Result<HttpResponse, ApiError>;

impl<'a> DrawnPage<'a> {
    /// [`DrawnPage::Content`].
    pub fn content<F>(absent: &'static str, draw: impl FnOnce(&'a Platform) -> F + 'a) -> Self
    where
        F: Future<Output = Result<Drawing>> + 'a,
    {
        Self::Content { draw: Box::new(|platform| Box::pin(draw(platform))), absent: Some(absent) }
    }

    /// [`DrawnPage::Whole`].
    pub fn whole<F>(serve: impl FnOnce(&'a HttpRequest, &'a Platform) -> F + 'a) -> Self
    where
        F: Future<Output = Answer> + 'a,
    {
        Self::Whole(Box::new(|request, platform| Box::pin(serve(request, platform))))
    }
}

/// Areas beside the product's own: of an example, or of another binary.
pub type More = &'static [&'static Area];

/// A document with the schema of one body and its parts; see [`Area::bodies`].
pub fn bodies<T: ToSchema>() -> OpenApi {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    let components = ComponentsBuilder::new().schemas_from_iter(schemas).build();
    OpenApiBuilder::new().components(Some(components)).build()
}
