//! Serves the web app from inside the binary: `web/dist` as of the build.
//!
//! Decisions:
//! - Hashed `/assets/*` never change and are cached for a year; everything else is revalidated each time (`no-cache`)
//!   and mostly answered by 304.
//! - A missing `/assets/*` is 404 and never the page: a script tag that receives HTML fails silently.
//! - Every other path that a browser navigates to is the page, whose router handles the rest. `/api` and the server's
//!   other roots have no pages.
//! - Some public pages are prerendered at build time (`drawn/<path>.html`): visitors who are not signed in get them
//!   with their texts. The app decides by the same readable cookie, so both agree; the cookie grants nothing.
//! - All other pages that fetch data at start have a frame ([`framed`]) and their first answers in it ([`first`]).
//! - Public content of people is rendered on request ([`drawing`]), also for visitors who are not signed in.
//! - Pages that were opened before a deploy still load the assets of their build: those are kept on disk for 14 days
//!   ([`WebApp::keeping`]).
//! - The build has compressed the texts (`web/scripts/compress.ts`: `<file>.br`, `<file>.gz`). What it had no part in, such as
//!   pages with the operator's texts, is compressed once, off the serving threads, when first needed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, ETAG, EntityTag, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::platform::answer::is_known;
use crate::platform::auth::cookie::MARKER_COOKIE;
use crate::platform::error::ApiError;
use crate::platform::texts;
use framed::{Framed, Pages};

const PAGE: &str = "index.html";
const ASSETS: &str = "assets/";
const DRAWN: &str = "drawn/";
/// The path of the prerendered page of `/`.
const START: &str = "start";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
pub const ASK_AGAIN: &str = "no-cache";
/// First path segments of the server itself: missing files there are no pages.
const NO_PAGES: [&str; 6] = ["api", "assets", "ws-notify", "img", "ics", "hooks"];
/// Suffixes of compressed content (`web/scripts/compress.ts`).
const BROTLI: &str = ".br";
const GZIP: &str = ".gz";
/// Smaller files are not worth compressing, in bytes.
const WORTH_COMPRESSING: usize = 512;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// All files of the web app. Cheap to clone and to share between workers.
#[derive(Clone, Debug)]
pub struct WebApp {
    files: Arc<HashMap<String, Arc<File>>>,
    pages: Arc<Pages>,
    /// The host of the operator's maps, whose pictures pages show.
    images: Option<Arc<str>>,
}

#[derive(Debug)]
struct File {
    content_type: String,
    cache: &'static str,
    /// Weak: one for all encodings.
    etag: EntityTag,
    plain: Bytes,
    compressible: bool,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Plain,
    Brotli,
    Gzip,
}

impl WebApp {
    /// The files inside the binary; in a development build the current ones of `web/dist`.
    pub fn embedded() -> Self {
        // Hidden files are notes of the build (.vite), not for people.
        let paths = Dist::iter().filter(|path| !path.starts_with('.'));
        Self::new(paths.filter_map(|path| {
            let bytes = match Dist::get(&path)?.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => Bytes::from(bytes),
            };
            Some((path.into_owned(), bytes))
        }))
    }

    /// From (path without a leading slash, content). `<path>.br` and `<path>.gz` are that path's compressed content and have no
    /// address of their own.
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let (compressed, plain): (HashMap<_, _>, HashMap<_, _>) =
            files.into_iter().partition(|(path, _)| path.ends_with(BROTLI) || path.ends_with(GZIP));
        let files = plain.into_iter().map(|(path, bytes)| {
            let of = |suffix: &str| compressed.get(&format!("{path}{suffix}")).cloned();
            let file = File { brotli: ready(of(BROTLI)), gzip: ready(of(GZIP)), ..File::new(&path, bytes) };
            (path, Arc::new(file))
        });
        Self::of(files.collect())
    }

    fn of(files: HashMap<String, Arc<File>>) -> Self {
        let pages = Pages::read(files.get(framed::PAGES).map(|file| &*file.plain));
        Self { files: Arc::new(files), pages: Arc::new(pages), images: None }
    }

    /// The host, besides this server, whose pictures pages show.
    pub fn images(&self) -> Option<&str> {
        self.images.as_deref()
    }

    /// The page, a prerendered one (all have the same script) and all frames, some of which have a script of their own,
    /// for the hashes of [`crate::platform::security::SecurityHeaders`]; empty if the web app is not built.
    pub fn scripted(&self) -> String {
        let framed =
            self.files.keys().filter(|path| path.starts_with(framed::FRAMED) && *path != framed::PAGES);
        let pages = framed.cloned().chain([PAGE.to_owned(), drawn_file("")]);
        let pages = pages.filter_map(|path| self.files.get(&path));
        pages.map(|page| String::from_utf8_lossy(&page.plain)).collect()
    }

    fn find(&self, request: &HttpRequest) -> Found<'_> {
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            return Found::Nothing;
        }
        let path = request.path().trim_start_matches('/');
        if let Some(file) = self.files.get(path).filter(|_| !is_of_pages(path)) {
            return Found::File(Arc::clone(file));
        }
        let first = path.split('/').next().unwrap_or_default();
        let navigates = path.is_empty() || wants_html(request);
        if NO_PAGES.contains(&first) || !navigates {
            return Found::Nothing;
        }
        let own = is_signed_in(request);
        let drawn = if own { None } else { self.files.get(&drawn_file(path)) };
        if let Some(framed) = self.framed(request.path(), own) {
            return Found::Framed(framed);
        }
        drawn.or_else(|| self.files.get(PAGE)).map_or(Found::NotBuilt, |page| Found::File(Arc::clone(page)))
    }
}

/// Whether a path is an ingredient of pages, without an address of its own.
fn is_of_pages(path: &str) -> bool {
    [DRAWN, framed::FRAMED].iter().any(|folder| path.starts_with(folder))
}

/// The file of a prerendered page; not every path has one.
fn drawn_file(path: &str) -> String {
    format!("{DRAWN}{}.html", if path.is_empty() { START } else { path })
}

/// Whether the browser claims to be signed in: decides only how a page begins.
pub(crate) fn is_signed_in(request: &HttpRequest) -> bool {
    request.cookie(MARKER_COOKIE).is_some_and(|marker| marker.value() == "1")
}

enum Found<'a> {
    File(Arc<File>),
    Framed(Framed<'a>),
    NotBuilt,
    Nothing,
}

impl File {
    fn new(path: &str, plain: Bytes) -> Self {
        let extension =
            Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let mime = match extension {
            "webmanifest" => "application/manifest+json".to_owned(),
            extension => actix_files::file_extension_to_mime(extension).essence_str().to_owned(),
        };
        let textual = mime.starts_with("text/")
            || mime.ends_with("json")
            || mime.ends_with("javascript")
            || mime.ends_with("xml")
            || mime == "application/wasm";
        let content_type = if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime };
        let hash = Sha256::digest(&plain);
        let etag = URL_SAFE_NO_PAD.encode(&hash[..12]);
        Self {
            content_type,
            cache: if path.starts_with(ASSETS) { FOR_EVER } else { ASK_AGAIN },
            etag: EntityTag::new_weak(etag),
            // A frame is sent with different contents each time.
            compressible: textual && plain.len() >= WORTH_COMPRESSING && !path.starts_with(framed::FRAMED),
            plain,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// The bytes in this encoding, and their actual encoding. May take a while the first time.
    fn encoded(&self, encoding: Encoding) -> (Bytes, Encoding) {
        let (cell, compress): (_, Compress) = match encoding {
            Encoding::Brotli if self.compressible => (&self.brotli, brotli),
            Encoding::Gzip if self.compressible => (&self.gzip, gzip),
            _ => return (self.plain.clone(), Encoding::Plain),
        };
        // Compression in memory does not fail; if it did, the plain bytes are used.
        let bytes = cell.get_or_init(|| compress(&self.plain).map_or_else(|_| Bytes::new(), Bytes::from));
        if bytes.is_empty() { (self.plain.clone(), Encoding::Plain) } else { (bytes.clone(), encoding) }
    }

    fn ready(&self, encoding: Encoding) -> bool {
        match encoding {
            Encoding::Brotli if self.compressible => self.brotli.get().is_some(),
            Encoding::Gzip if self.compressible => self.gzip.get().is_some(),
            _ => true,
        }
    }

    fn head(&self, status: StatusCode) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(status);
        response.insert_header((CACHE_CONTROL, self.cache)).insert_header((ETAG, self.etag.to_string()));
        if self.content_type.starts_with("text/html") {
            response.insert_header((VARY, "accept-encoding, cookie"));
        } else if self.compressible {
            response.insert_header((VARY, "accept-encoding"));
        }
        response
    }
}

/// A cell that is filled if there is something already.
fn ready(bytes: Option<Bytes>) -> OnceLock<Bytes> {
    bytes.map(OnceLock::from).unwrap_or_default()
}

type Compress = fn(&[u8]) -> io::Result<Vec<u8>>;

fn brotli(plain: &[u8]) -> io::Result<Vec<u8>> {
    let params =
        brotli::enc::BrotliEncoderParams { quality: 9, size_hint: plain.len(), ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut out, &params)?;
    Ok(out)
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(plain)?;
    out.finish()
}

pub(crate) fn wants_html(request: &HttpRequest) -> bool {
    request
        .headers()
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

/// The best encoding that the client accepts: brotli, else gzip. `*` is ignored; browsers name encodings.
fn choose_encoding(request: &HttpRequest) -> Encoding {
    let header =
        request.headers().get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |name: &str| {
        header.split(',').any(|item| {
            let (encoding, quality) = item.split_once(';').unwrap_or((item, ""));
            let refused = quality
                .trim()
                .strip_prefix("q=")
                .is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q <= 0.0));
            encoding.trim().eq_ignore_ascii_case(name) && !refused
        })
    };
    if takes("br") {
        Encoding::Brotli
    } else if takes("gzip") {
        Encoding::Gzip
    } else {
        Encoding::Plain
    }
}

/// Serves what no route matched; for `App::default_service`. Needs `web::Data<WebApp>`. 404 NOT_FOUND if it is nothing
/// of the web app.
pub async fn serve(request: HttpRequest, web_app: web::Data<WebApp>) -> Result<HttpResponse, ApiError> {
    let file = match web_app.find(&request) {
        Found::File(file) => file,
        Found::Framed(framed) => return Ok(web_app.answer_framed(&request, &framed).await),
        Found::NotBuilt => {
            let mut response = HttpResponse::Ok();
            response.insert_header((CACHE_CONTROL, ASK_AGAIN)).content_type("text/html; charset=utf-8");
            return Ok(response.body(texts::WEB_APP_MISSING));
        }
        Found::Nothing => return Err(ApiError::not_found()),
    };
    if is_known(&request, &file.etag) {
        return Ok(file.head(StatusCode::NOT_MODIFIED).finish());
    }
    let wanted = choose_encoding(&request);
    let (body, encoding) = if file.ready(wanted) {
        file.encoded(wanted)
    } else {
        let file = Arc::clone(&file);
        web::block(move || file.encoded(wanted))
            .await
            .map_err(|_| ApiError::of(StatusCode::SERVICE_UNAVAILABLE))?
    };
    let mut response = file.head(StatusCode::OK);
    match encoding {
        Encoding::Plain => {}
        Encoding::Brotli => {
            response.insert_header((CONTENT_ENCODING, "br"));
        }
        Encoding::Gzip => {
            response.insert_header((CONTENT_ENCODING, "gzip"));
        }
    }
    Ok(response.content_type(file.content_type.as_str()).body(body))
}

pub mod drawing;
pub mod first;
mod framed;
mod kept;
pub mod open;
mod operator;
pub mod prose;

#[cfg(test)]
mod tests;
