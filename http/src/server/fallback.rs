//! The default service: public pages ([`pages`]); 405 if the path is known but the method is not; else the web app,
//! which answers 404 unless the path is a page's.

use actix_web::dev::ResourceDef;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors::Platform;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::PathItem;

use crate::platform::error::ApiError;
use crate::platform::web_app::{self, WebApp};
use crate::server::pages;

/// All paths of the API with their methods.
pub struct KnownPaths(Vec<(ResourceDef, String)>);

impl KnownPaths {
    /// Of the router's own document.
    pub fn of(document: &OpenApi) -> Self {
        let paths = document.paths.paths.iter();
        Self(paths.map(|(path, item)| (ResourceDef::new(path.as_str()), methods(item).join(", "))).collect())
    }

    /// The methods of a path for `Allow`; none: there is no such path.
    fn allowed(&self, path: &str) -> Option<&str> {
        let known = self.0.iter().find(|(pattern, _)| pattern.is_match(path));
        known.map(|(_, methods)| methods.as_str())
    }
}

fn methods(item: &PathItem) -> Vec<&'static str> {
    let all = [
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("PATCH", &item.patch),
        ("DELETE", &item.delete),
        ("HEAD", &item.head),
        ("OPTIONS", &item.options),
    ];
    all.into_iter().filter(|(_, operation)| operation.is_some()).map(|(method, _)| method).collect()
}

/// For `App::default_service`: the answer of [`pages::serve`], 405 METHOD_NOT_ALLOWED with `Allow`, or that of
/// [`web_app::serve`].
pub async fn serve(
    request: HttpRequest,
    platform: Data<Platform>,
    known: Data<KnownPaths>,
    web_app: Data<WebApp>,
) -> Result<HttpResponse, ApiError> {
    if let Some(page) = pages::serve(&request, &platform, &web_app).await {
        return page;
    }
    match web_app::serve(request.clone(), web_app).await {
        // Checked last: files and pages are frequent, and no path of the API is one of them.
        Err(error) if error.status() == StatusCode::NOT_FOUND => {
            Err(known.allowed(request.path()).map_or(error, ApiError::method_not_allowed))
        }
        served => served,
    }
}
