//! `/api` and its two documents, made once and the same for everybody.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Bytes, Data, ServiceConfig};

use crate::{api_page, asyncapi, openapi, routes};

/// Ready to be sent.
pub struct Documents {
    openapi: Bytes,
    asyncapi: Bytes,
    page: Bytes,
}

impl Documents {
    pub fn drawn() -> Self {
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

/// For `App::configure`; needs `Data<Documents>`.
pub fn configure(config: &mut ServiceConfig) {
    const JSON: &str = "application/json";
    config
        .route(
            "/api",
            web::get().to(async |it: Data<Documents>| answer("text/html; charset=utf-8", &it.page)),
        )
        .route("/api/openapi.json", web::get().to(async |it: Data<Documents>| answer(JSON, &it.openapi)))
        .route("/api/asyncapi.json", web::get().to(async |it: Data<Documents>| answer(JSON, &it.asyncapi)));
}

/// They change with the server's version only, and a new version is to be seen at once.
fn answer(kind: &str, body: &Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type(kind).insert_header((CACHE_CONTROL, "no-cache")).body(body.clone())
}
