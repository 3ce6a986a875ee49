//! An area of the product: what it declares to storage, actors and http, as one value and one line in
//! [`crate::areas::AREAS`].

use utoipa::ToSchema;
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ComponentsBuilder, OpenApi, OpenApiBuilder, Tag};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::OperationCodes;
use crate::platform::destinations::Place;

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
}

impl Area {
    /// Its part of the document.
    pub fn tag(&self) -> Option<Tag> {
        Some(TagBuilder::new().name(self.actors.name).description(Some(self.about?)).build())
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
