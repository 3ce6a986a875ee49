//! The checked-in documents match the routes and destinations: the web app's types come from them, and the linters read
//! them.

use serde_json::Value;

#[test]
fn the_checked_in_documents_are_current() {
    let routes = kalender::server::routes::document(&[]);
    for (made, kept) in [
        (kalender::server::openapi::written(&routes, &[]), include_str!("../../web/openapi.json")),
        (kalender::server::asyncapi::document(&routes, &[]), include_str!("../../web/asyncapi.json")),
    ] {
        let kept: Value = serde_json::from_str(kept).expect("JSON");
        assert!(made == kept, "a document in web/ differs from the routes: run make openapi");
    }
}
