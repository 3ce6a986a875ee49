//! `/api` and its two documents: the same for everybody, generated on first request.

use std::future::ready;
use std::sync::OnceLock;

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Bytes, ServiceConfig};

use crate::platform::area::More;
use crate::server::api_page;
use crate::server::asyncapi;
use crate::server::openapi;
use crate::server::routes;

/// Independent of the installation, and most servers are never asked.
static DOCUMENTS: OnceLock<Documents> = OnceLock::new();

/// The encoded documents.
struct Documents {
    openapi: Bytes,
    asyncapi: Bytes,
    page: Bytes,
}

impl Documents {
    fn drawn(more: More) -> Self {
        let document = routes::document(more);
        let live = asyncapi::document(&document, more);
        let api = openapi::written(&document, more);
        Self {
            openapi: api.to_string().into(),
            asyncapi: live.to_string().into(),
            page: api_page::draw(&api, &live).into(),
        }
    }
}

/// For `App::configure`.
pub fn configure(config: &mut ServiceConfig, more: More) {
    const JSON: &str = "application/json";
    let page = |kind: &'static str, part: fn(&Documents) -> &Bytes| {
        web::get().to(move || ready(answer(kind, part(DOCUMENTS.get_or_init(|| Documents::drawn(more))))))
    };
    config
        .route("/api", page("text/html; charset=utf-8", |all| &all.page))
        .route("/api/openapi.json", page(JSON, |all| &all.openapi))
        .route("/api/asyncapi.json", page(JSON, |all| &all.asyncapi));
}

/// They change only with the server's version, and a new version must be visible at once.
fn answer(kind: &str, body: &Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type(kind).insert_header((CACHE_CONTROL, "no-cache")).body(body.clone())
}
