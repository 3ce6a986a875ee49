use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service, read_body_json};
use actix_web::{App, HttpResponse};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::*;
use crate::platform::request;

#[derive(Debug, Deserialize, garde::Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Person {
    #[garde(email)]
    email: String,
    #[garde(length(chars, min = 1, max = 5))]
    first_name: String,
    #[garde(dive)]
    #[serde(default)]
    old_names: Vec<Name>,
    #[garde(custom(even))]
    #[serde(default)]
    shoe_size: i64,
}

#[derive(Debug, Deserialize, garde::Validate)]
#[serde(rename_all = "camelCase")]
struct Name {
    #[garde(range(max = 2000))]
    until_year: i64,
}

#[derive(Debug, Deserialize, garde::Validate)]
#[serde(rename_all = "camelCase")]
struct Page {
    #[garde(range(min = 1, max = 100))]
    limit: u32,
    #[garde(skip)]
    only_mine: Option<bool>,
}

// The shape is garde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn even(size: &i64, _: &()) -> garde::Result {
    if size % 2 == 0 { Ok(()) } else { Err(field_error("ODD", "Ska vara ett jämnt tal.")) }
}

async fn ask(request: TestRequest) -> (u16, Value) {
    let app = App::new()
        .configure(configure)
        .route(
            "/valid",
            web::post().to(|person: Valid<Person>| async move {
                let year = person.old_names.first().map(|name| name.until_year);
                HttpResponse::Ok().json(json!([person.email, person.first_name, person.shoe_size, year]))
            }),
        )
        .route("/json", web::post().to(|_: web::Json<Person>| async { HttpResponse::Ok().json(1) }))
        .route(
            "/page",
            web::get().to(|page: ValidQuery<Page>| async move { HttpResponse::Ok().json(page.limit) }),
        )
        .route(
            "/query",
            web::get().to(|page: web::Query<Page>| async move {
                HttpResponse::Ok().json((page.limit, page.only_mine))
            }),
        )
        .route("/at/{id}", web::get().to(|id: web::Path<u32>| async move { HttpResponse::Ok().json(*id) }))
        .wrap(from_fn(request::track));
    let app = init_service(app).await;
    let response = call_service(&app, request.to_request()).await;
    (response.status().as_u16(), read_body_json(response).await)
}

fn post(uri: &str, body: impl Into<Bytes>) -> TestRequest {
    TestRequest::post().uri(uri).insert_header(("content-type", "application/json")).set_payload(body.into())
}

fn only_field(body: &Value) -> (&str, &str) {
    assert_eq!(body["errors"].as_array().map(Vec::len), Some(1), "{body}");
    let error = &body["errors"][0];
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
    (error["field"].as_str().unwrap(), error["code"].as_str().unwrap())
}

#[actix_web::test]
async fn valid_values_are_accepted() {
    let body = r#"{"email":"a@b.se","firstName":"Åsa","oldNames":[{"untilYear":1999}],"shoeSize":38}"#;
    assert_eq!(ask(post("/valid", body)).await, (200, json!(["a@b.se", "Åsa", 38, 1999])));
    assert_eq!(ask(TestRequest::get().uri("/page?limit=7")).await, (200, json!(7)));
    assert_eq!(ask(TestRequest::get().uri("/at/7")).await, (200, json!(7)));
}

#[actix_web::test]
async fn invalid_value_names_its_field() {
    let cases = [
        (r#"{"email":"a@b.se"}"#, ("firstName", "REQUIRED")),
        (r#"{"email":"a@b.se","firstName":7}"#, ("firstName", "TYPE")),
        (r#"{"email":"a@b.se","firstName":"A","more":1}"#, ("more", "UNKNOWN")),
        (
            r#"{"email":"a@b.se","firstName":"A","oldNames":[{"untilYear":1},{}]}"#,
            ("oldNames[1].untilYear", "REQUIRED"),
        ),
        (
            r#"{"email":"a@b.se","firstName":"A","oldNames":[{"untilYear":"x"}]}"#,
            ("oldNames[0].untilYear", "TYPE"),
        ),
        (r#"{"email":"a@b.se","firstName":""}"#, ("firstName", "LENGTH")),
        (r#"{"email":"a@b.se","firstName":"Beatrice"}"#, ("firstName", "LENGTH")),
        (r#"{"email":"ab.se","firstName":"A"}"#, ("email", "EMAIL")),
        (
            r#"{"email":"a@b.se","firstName":"A","oldNames":[{"untilYear":2001}]}"#,
            ("oldNames[0].untilYear", "RANGE"),
        ),
        (r#"{"email":"a@b.se","firstName":"A","shoeSize":39}"#, ("shoeSize", "ODD")),
    ];
    for (body, wanted) in cases {
        let (status, problem) = ask(post("/valid", body)).await;
        assert_eq!((status, problem["code"].as_str()), (422, Some("INVALID")), "{body}");
        assert_eq!(only_field(&problem), wanted, "{body}");
    }
    for (uri, wanted) in [
        ("/page", ("limit", "REQUIRED")),
        ("/page?limit=x", ("limit", "TYPE")),
        ("/page?limit=-1", ("limit", "TYPE")),
        ("/page?limit=101", ("limit", "RANGE")),
        ("/page?limit=1&onlyMine=perhaps", ("onlyMine", "TYPE")),
        ("/query", ("limit", "REQUIRED")),
    ] {
        let (status, problem) = ask(TestRequest::get().uri(uri)).await;
        assert_eq!(status, 422, "{uri}");
        assert_eq!(only_field(&problem), wanted, "{uri}");
    }
}

#[actix_web::test]
async fn the_rest_has_its_status() {
    let large = format!(r#"{{"email":"{}"}}"#, "a".repeat(BODY_LIMIT));
    let deep = "[".repeat(100_000);
    for uri in ["/valid", "/json"] {
        let cases = [
            (post(uri, "{"), 400, "UNREADABLE"),
            (post(uri, "{\"email\":\"\\ud800\"}"), 400, "UNREADABLE"),
            (post(uri, &b"\xff\xfe"[..]), 400, "UNREADABLE"),
            (post(uri, r#"{"email":"a@b.se","firstName":"A"} x"#), 400, "UNREADABLE"),
            (post(uri, "[]"), 422, "INVALID"),
            (post(uri, "null"), 422, "INVALID"),
            (post(uri, large.clone()), 413, "TOO_LARGE"),
            (post(uri, large.clone()).insert_header(("content-length", "10000000")), 413, "TOO_LARGE"),
            (TestRequest::post().uri(uri).set_payload("{}"), 415, "UNSUPPORTED_MEDIA_TYPE"),
            (
                post(uri, "{}").insert_header(("content-type", "application/x-www-form-urlencoded")),
                415,
                "UNSUPPORTED_MEDIA_TYPE",
            ),
        ];
        for (n, (request, status, code)) in cases.into_iter().enumerate() {
            let (found, problem) = ask(request).await;
            assert_eq!((found, problem["code"].as_str()), (status, Some(code)), "{uri} case {n}");
        }
        let (status, _) = ask(post(uri, deep.clone())).await;
        assert!(status == 400 || status == 422);
    }
    let (status, problem) = ask(TestRequest::post().uri("/valid")).await;
    assert_eq!((status, only_field(&problem)), (422, ("email", "REQUIRED")));
    for uri in ["/at/x", "/at/-1", "/at/99999999999", "/at/%FF"] {
        let (status, problem) = ask(TestRequest::get().uri(uri)).await;
        assert_eq!((status, problem["code"].as_str()), (404, Some("NOT_FOUND")), "{uri}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_read_and_never_panic(body in proptest::collection::vec(any::<u8>(), 0..200), query in "(?s).{0,60}") {
        let _ = parse_json::<Person>(&body, "{");
        let _ = parse_query::<Page>(&query);
    }

    #[test]
    fn any_json_is_refused_in_its_form(first in any::<i64>(), second in "(?s).{0,20}", list in proptest::collection::vec(any::<bool>(), 0..4)) {
        let body = json!({"email": second, "firstName": first, "oldNames": list}).to_string();
        let error = parse_json::<Person>(body.as_bytes(), "{").unwrap_err();
        prop_assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
}
