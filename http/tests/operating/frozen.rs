//! Stores of earlier releases (`frozen/VERSION.zip`: the demo of that version on the embedded store) opened by this
//! version. A release adds its own: `kalender demo` into an empty folder, `kalender backup kalender.db`, and zip the
//! file.

use std::fs;
use std::path::Path;

use super::running::Place;

/// The password of the demo's accounts in every version.
const PASSWORD: &str = "demo-kalender-2026";

#[test]
fn stores_of_every_earlier_release_are_opened_and_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/operating/frozen");
    let mut releases: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    releases.sort();
    assert!(!releases.is_empty());
    for release in releases {
        println!("{}", release.display());
        let place = Place::new();
        fs::create_dir(&place.data).unwrap();
        zip::ZipArchive::new(fs::File::open(&release).unwrap()).unwrap().extract(&place.data).unwrap();
        place.run(&["migrate"]).success();
        place.run(&["check"]).success();
        let serving = place.serve();
        let anna = serving.sign_in("anna@demo.kalender.example", PASSWORD).unwrap();
        let (status, workspaces) = serving.call("GET", "/api/v1/chat/workspaces", &anna, "");
        assert!(status == 200 && workspaces.contains("workspaceName"), "{}: {workspaces}", release.display());
        let id: String = workspaces
            .split("\"workspaceId\":")
            .nth(1)
            .unwrap()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let (status, channels) =
            serving.call("GET", &format!("/api/v1/chat/workspaces/{id}/channels"), &anna, "");
        assert!(status == 200 && channels.contains("allmänt"), "{}: {channels}", release.display());
    }
}
