//! `/api` and its two documents: the same for everybody, made when somebody first asks.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Bytes, ServiceConfig};

use crate::{api_page, asyncapi, openapi, routes};

/// Nothing of an installation is in them, and most servers are never asked.
static DOCUMENTS: LazyLock<Documents> = LazyLock::new(Documents::drawn);

/// Ready to be sent.
struct Documents {
    openapi: Bytes,
    asyncapi: Bytes,
    page: Bytes,
}

impl Documents {
    fn drawn() -> Self {
        let document = routes::document();
        let live = asyncapi::document(&document);
        let api = openapi::written(&document);
        Self {
            openapi: api.to_string().into(),
            asyncapi: live.to_string().into(),
            page: api_page::draw(&api, &live).into(),
        }
    }
}

/// For `App::configure`.
pub fn configure(config: &mut ServiceConfig) {
    const JSON: &str = "application/json";
    config
        .route("/api", web::get().to(async || answer("text/html; charset=utf-8", &DOCUMENTS.page)))
        .route("/api/openapi.json", web::get().to(async || answer(JSON, &DOCUMENTS.openapi)))
        .route("/api/asyncapi.json", web::get().to(async || answer(JSON, &DOCUMENTS.asyncapi)));
}

/// They change with the server's version only, and a new version is to be seen at once.
fn answer(kind: &str, body: &Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type(kind).insert_header((CACHE_CONTROL, "no-cache")).body(body.clone())
}
