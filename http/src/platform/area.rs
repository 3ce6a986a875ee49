//! What an area of the product declares in all three parts below the web: one value, and one line in [`crate::areas::AREAS`].

use utoipa::ToSchema;
use utoipa::openapi::{ComponentsBuilder, OpenApi, OpenApiBuilder};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::OperationCodes;
use crate::platform::destinations::Place;

/// An area of the product.
pub struct Area {
    /// What it keeps.
    pub storage: &'static storage::Area,
    /// What it does.
    pub actors: &'static actors::area::Area,
    /// Its routes; fixed paths come before those with a parameter in the same place.
    pub routes: fn(&mut ServiceConfig),
    /// The stable codes of its operations, by the operation's name in the document.
    pub codes: &'static [OperationCodes],
    /// What can be subscribed or sent to.
    pub places: &'static [Place],
    /// The bodies of what is told there, where no route has them.
    pub bodies: Option<fn() -> OpenApi>,
    /// What it publishes on `/user/queue/notifications`: its part of `PersonalEvent`.
    pub personal: Option<fn() -> OpenApi>,
}

/// Areas beside the product's own: of an example, or of somebody's own binary.
pub type More = &'static [&'static Area];

/// A document that holds one body and what that consists of; see [`Area::bodies`].
pub fn bodies<T: ToSchema>() -> OpenApi {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    let components = ComponentsBuilder::new().schemas_from_iter(schemas).build();
    OpenApiBuilder::new().components(Some(components)).build()
}
