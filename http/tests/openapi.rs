//! The checked-in OpenAPI document is the one the routes make: the web app's types come from it.

#[test]
fn the_checked_in_document_is_current() {
    let made = kalender::routes::document().to_pretty_json().expect("a document");
    let kept = include_str!("../../web/openapi.json");
    assert!(made.trim() == kept.trim(), "web/openapi.json differs from the routes: run make openapi");
}
