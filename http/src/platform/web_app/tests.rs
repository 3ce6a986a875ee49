use actix_web::App;
use actix_web::body::to_bytes;
use actix_web::dev::ServiceResponse;
use actix_web::middleware::{Compress, from_fn};
use actix_web::test::{TestRequest, call_service, init_service};
use proptest::prelude::*;

use super::*;
use crate::platform::request;

const NAVIGATION: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

fn script() -> String {
    "const greeting = 'hej';\n".repeat(200)
}

fn built() -> WebApp {
    let files = [
        ("index.html", format!("<!doctype html><title>Kalender</title>{}", "<p></p>".repeat(200))),
        ("drawn/start.html", "<!doctype html><h1>Välkommen</h1>".to_owned()),
        ("drawn/docs/om.html", "<!doctype html><h1>Om Kalender</h1>".to_owned()),
        ("service-worker.js", "self.addEventListener('push', () => {});".to_owned()),
        ("manifest.webmanifest", "{}".to_owned()),
        ("assets/app-1a2b.js", script()),
        ("assets/logo-3c4d.png", "png".repeat(1000)),
    ];
    WebApp::new(files.map(|(path, text)| (path.to_owned(), Bytes::from(text))))
}

async fn ask(web_app: WebApp, request: TestRequest) -> ServiceResponse {
    let app = App::new()
        .app_data(web::Data::new(web_app))
        .default_service(web::to(serve))
        .wrap(Compress::default())
        .wrap(from_fn(request::track));
    let app = init_service(app).await;
    call_service(&app, request.to_request()).await.map_into_boxed_body()
}

fn get(uri: &str) -> TestRequest {
    TestRequest::get().uri(uri)
}

fn header<'a>(response: &'a ServiceResponse, name: &str) -> &'a str {
    response.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

async fn body(response: ServiceResponse) -> Bytes {
    to_bytes(response.into_body()).await.unwrap()
}

#[actix_web::test]
async fn each_kind_of_file_has_its_cache_lifetime() {
    let cases = [
        ("/assets/app-1a2b.js", FOR_EVER, "text/javascript; charset=utf-8"),
        ("/assets/logo-3c4d.png", FOR_EVER, "image/png"),
        ("/service-worker.js", ASK_AGAIN, "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", ASK_AGAIN, "application/manifest+json"),
        ("/", ASK_AGAIN, "text/html; charset=utf-8"),
    ];
    for (uri, cache, content_type) in cases {
        let response = ask(built(), get(uri)).await;
        assert_eq!(response.status(), StatusCode::OK, "{uri}");
        assert_eq!(header(&response, "cache-control"), cache, "{uri}");
        assert_eq!(header(&response, "content-type"), content_type, "{uri}");
        assert!(header(&response, "etag").starts_with("W/\""), "{uri}");
    }
}

#[actix_web::test]
async fn navigations_get_the_page_and_nothing_else_does() {
    for uri in ["/feed", "/konversation/12", "/min-skola", "/index.html", "/settings/a.b", "/apier"] {
        let response = ask(built(), get(uri).insert_header(NAVIGATION)).await;
        assert_eq!(response.status(), StatusCode::OK, "{uri}");
        assert_eq!(header(&response, "cache-control"), ASK_AGAIN);
        assert!(body(response).await.starts_with(b"<!doctype html>"));
    }
    for uri in [
        "/assets/gone-9.js",
        "/assets/",
        "/api/v1/nowhere",
        "/api/x",
        "/ws-notify/x",
        "/img/user/1",
        "/ics/a.ics",
    ] {
        let response = ask(built(), get(uri).insert_header(NAVIGATION)).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{uri}");
        assert_eq!(header(&response, "content-type"), "application/problem+json");
        assert_eq!(header(&response, "cache-control"), "no-store");
    }
    for request in [get("/feed"), get("/bild.png").insert_header(("accept", "image/*,*/*;q=0.8"))] {
        assert_eq!(ask(built(), request).await.status(), StatusCode::NOT_FOUND);
    }
    let posted = ask(built(), TestRequest::post().uri("/feed").insert_header(NAVIGATION)).await;
    assert_eq!(posted.status(), StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn prerendered_page_is_for_visitors() {
    let cookie = |value: &'static str| ("cookie", format!("kalender_jwt_present={value}"));
    for (uri, text) in
        [("/", "Välkommen"), ("/?ref=1", "Välkommen"), ("/start", "Välkommen"), ("/docs/om", "Om Kalender")]
    {
        for request in [get(uri), get(uri).insert_header(cookie("0"))] {
            let response = ask(built(), request.insert_header(NAVIGATION)).await;
            assert_eq!(header(&response, "cache-control"), ASK_AGAIN);
            assert!(header(&response, "vary").contains("cookie"), "{uri}");
            assert!(String::from_utf8_lossy(&body(response).await).contains(text), "{uri}");
        }
        let own = ask(built(), get(uri).insert_header(NAVIGATION).insert_header(cookie("1"))).await;
        assert!(header(&own, "vary").contains("cookie"), "{uri}");
        assert!(!String::from_utf8_lossy(&body(own).await).contains(text), "{uri}");
    }
    // Their files have no address of their own.
    let file = ask(built(), get("/drawn/docs/om.html").insert_header(NAVIGATION)).await;
    assert!(!String::from_utf8_lossy(&body(file).await).contains("Om Kalender"));
    assert_eq!(ask(built(), get("/drawn/docs/om.html")).await.status(), StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn text_is_compressed_as_the_client_takes_it() {
    let cases = [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br;q=0", ""),
        ("identity", ""),
        ("", ""),
    ];
    for (accept, encoding) in cases {
        let response =
            ask(built(), get("/assets/app-1a2b.js").insert_header(("accept-encoding", accept))).await;
        assert_eq!(header(&response, "content-encoding"), encoding, "{accept}");
        assert!(header(&response, "vary").contains("accept-encoding"));
        let bytes = body(response).await;
        let plain = match encoding {
            "br" => {
                let mut out = Vec::new();
                brotli::BrotliDecompress(&mut &bytes[..], &mut out).unwrap();
                out
            }
            "gzip" => {
                let mut out = Vec::new();
                io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut out).unwrap();
                out
            }
            _ => bytes.to_vec(),
        };
        assert_eq!(plain, script().as_bytes(), "{accept}");
        assert!(encoding.is_empty() || bytes.len() < 500);
    }
    let picture = ask(built(), get("/assets/logo-3c4d.png").insert_header(("accept-encoding", "br"))).await;
    assert_eq!(header(&picture, "content-encoding"), "");
}

#[actix_web::test]
async fn content_compressed_by_the_build_is_sent_as_it_is() {
    let files = [("a.js", script()), ("a.js.br", "by brotli".to_owned()), ("a.js.gz", "by gzip".to_owned())];
    let files = files.map(|(path, text)| (format!("assets/{path}"), Bytes::from(text)));
    let web_app = WebApp::new(files);
    for (accept, content) in [("br", "by brotli"), ("gzip", "by gzip"), ("", &script())] {
        let asked = get("/assets/a.js").insert_header(("accept-encoding", accept));
        assert_eq!(body(ask(web_app.clone(), asked).await).await, content.as_bytes(), "{accept}");
    }
    let compressed = ask(web_app, get("/assets/a.js.br")).await;
    assert_eq!(compressed.status(), StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn known_files_are_answered_with_304() {
    let web_app = built();
    let first = ask(web_app.clone(), get("/").insert_header(("accept-encoding", "br"))).await;
    let etag = header(&first, "etag").to_owned();
    for known in
        [etag.clone(), format!("\"other\", {etag}"), etag.trim_start_matches("W/").to_owned(), "*".to_owned()]
    {
        let again = ask(web_app.clone(), get("/").insert_header(("if-none-match", known))).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(header(&again, "etag"), etag);
        assert!(body(again).await.is_empty());
    }
    let changed = ask(web_app, get("/").insert_header(("if-none-match", "W/\"other\""))).await;
    assert_eq!(changed.status(), StatusCode::OK);
}

#[test]
fn the_script_of_every_page_is_known() {
    let page = |path: &str| (path.to_owned(), Bytes::from(format!("<script>{path}</script>")));
    let paths = ["index.html", "drawn/start.html", "framed/own-chat.html", "framed/own-home.html"];
    let app =
        WebApp::new(paths.map(page).into_iter().chain([page("framed/pages.json"), page("assets/a.js")]));
    let scripted = app.scripted();
    for path in paths {
        assert!(scripted.contains(&format!("<script>{path}</script>")), "{path}: {scripted}");
    }
    // Files that are not pages allow nothing.
    assert!(!scripted.contains("pages.json") && !scripted.contains("a.js"), "{scripted}");
}

#[actix_web::test]
async fn page_without_a_web_app_explains_it() {
    let response = ask(WebApp::new([]), get("/").insert_header(NAVIGATION)).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(body(response).await, texts::WEB_APP_MISSING);
    assert_eq!(WebApp::new([]).scripted(), "");
    assert_eq!(ask(WebApp::new([]), get("/assets/a.js")).await.status(), StatusCode::NOT_FOUND);
    // Uses the current web/dist, which may be missing.
    let _ = WebApp::embedded();
}

proptest! {
    #[test]
    fn nothing_outside_is_ever_served(path in "/(\\.\\./|assets/|%2e%2e/|[a-z.]{0,8}|//){0,6}") {
        let request = TestRequest::get().uri(&path).to_http_request();
        match built().find(&request) {
            Found::File(_) => {
                let name = request.path().trim_start_matches('/').to_owned();
                prop_assert!(name.is_empty() || built().files.contains_key(&name));
            }
            Found::Framed(_) | Found::NotBuilt => prop_assert!(false),
            Found::Nothing => {}
        }
    }
}
