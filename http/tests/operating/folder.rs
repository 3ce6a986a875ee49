//! A data directory is run by one process at a time, and is private to its user.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::running::{Place, modes, until};

fn organisation(cookie: &str, serving: &super::running::Serving, name: &str) -> u16 {
    let body = format!(r#"{{"entityName":"{name}","entityType":"school","entitySlug":"{name}"}}"#);
    serving.call("POST", "/api/v1/entities", cookie, &body).0
}

#[test]
fn a_restore_beside_a_server_is_refused_and_nothing_is_lost() {
    let place = Place::with_anna();
    let copy = place.path("copy.db");
    let copy = copy.to_str().unwrap();
    place.run(&["backup", copy]).success();
    let serving = place.serve();
    let anna = serving.sign_in("anna@example.se", super::running::PASSWORD).unwrap();
    assert_eq!(organisation(&anna, &serving, "fore"), 201);

    let refused = place.run(&["restore", copy]);
    let line = refused.failure();
    assert!(line.contains("in use") && line.contains("kalender serve"), "{line}");
    assert!(line.contains(&format!("process {}", serving.pid())), "{line} {}", serving.pid());

    assert_eq!(organisation(&anna, &serving, "efter"), 201);
    drop(serving);
    let serving = place.serve();
    for slug in ["fore", "efter"] {
        assert_eq!(serving.call("GET", &format!("/api/public/entities/{slug}"), "", "").0, 200, "{slug}");
    }
}

#[test]
fn one_server_at_a_time_and_commands_beside_it() {
    let place = Place::with_anna();
    let serving = place.serve();
    let export = place.path("export.zip");
    for command in [
        &["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"][..],
        &["import", "slack", export.to_str().unwrap(), "--entity", "x"],
        &["migrate"],
    ] {
        let refused = place.run(command);
        assert!(refused.failure().contains("in use by `kalender serve`"), "{refused:?}");
    }
    // Commands that operators run beside a server work.
    place.add("bo@example.se").success();
    assert!(serving.sign_in("bo@example.se", super::running::PASSWORD).is_ok());
    assert!(!place.run(&["session", "add", "--email", "bo@example.se"]).success().trim().is_empty());
    place.run(&["check"]).success();
    place.run(&["backup", place.path("beside.db").to_str().unwrap()]).success();
    drop(serving);
    // A killed server leaves no lock.
    place.run(&["migrate"]).success();
}

#[test]
fn restore_keeps_every_replaced_store() {
    let place = Place::with_anna();
    let copy = place.path("copy.db");
    let copy = copy.to_str().unwrap();
    place.run(&["backup", copy]).success();
    place.add("bo@example.se").success();
    for _ in 0..3 {
        place.run(&["restore", copy]).success();
        place.add("cia@example.se").success();
    }
    let kept: Vec<_> = std::fs::read_dir(&place.data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains(".db.old"))
        .filter(|path| !path.to_string_lossy().ends_with("-wal"))
        .collect();
    assert_eq!(kept.len(), 3, "{kept:?}");
    // One of them is the store before the first restore: with Bo.
    let with_bo = kept.iter().filter(|path| {
        let place = Place::new();
        std::fs::create_dir_all(&place.data).unwrap();
        std::fs::copy(path, place.data.join("kalender.db")).unwrap();
        place.run(&["user", "list"]).success().contains("bo@example.se")
    });
    assert_eq!(with_bo.count(), 1);
    let list = place.run(&["user", "list"]);
    assert!(list.success().contains("anna@example.se") && list.out.contains("cia@example.se"), "{list:?}");
    assert!(!list.out.contains("bo@example.se"), "{list:?}");

    let broken = place.path("broken.db");
    std::fs::write(&broken, b"no store at all, but long enough to be looked at".repeat(200)).unwrap();
    assert!(place.run(&["restore", broken.to_str().unwrap()]).failure().contains("no sound store"));
    assert!(place.run(&["user", "list"]).success().contains("cia@example.se"));
}

#[track_caller]
fn assert_closed(folder: &Path) {
    for (path, mode) in modes(folder) {
        assert_eq!(mode & 0o077, 0, "{} has {mode:o}", path.display());
    }
}

#[test]
fn data_directory_is_private() {
    let place = Place::with_anna();
    let copy = place.path("copy.db");
    place.run(&["backup", copy.to_str().unwrap()]).success();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    let serving = place.serve();
    let body =
        r#"{"email":"ny@example.se","password":"korrekt häst batteri","firstName":"Ny","lastName":"Person"}"#;
    assert_eq!(serving.call("POST", "/api/public/auth/signup", "", body).0, 201);
    until("the mail", || {
        let mails = std::fs::read_dir(place.data.join("outbox")).ok()?;
        mails.flatten().find(|mail| mail.path().extension().is_some_and(|end| end == "eml"))
    });
    assert_closed(&place.data);
    drop(serving);

    // Files that an earlier version left readable are made private.
    for (path, mode) in modes(&place.data) {
        let open = if path.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode | open)).unwrap();
    }
    let _serving = place.serve();
    assert_closed(&place.data);
}

#[test]
fn readable_secret_warns_and_missing_one_stops_the_start() {
    let place = Place::with_anna();
    let secret = place.path("secret");
    std::fs::write(&secret, [7_u8; 48]).unwrap();
    let name = secret.to_str().unwrap();
    let setting = [("KALENDER_SECRET_FILE", name)];
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o644)).unwrap();
    let told = place.run_with(&["session", "add", "--email", "anna@example.se"], &setting, "");
    told.success();
    assert!(told.err.contains("can be read by others") && told.err.contains(name), "{told:?}");
    // Off a terminal each line of the log is an object (contract §12).
    for line in told.err.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["level"].is_string() && line["fields"]["message"].is_string(), "{line}");
    }
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
    let quiet = place.run_with(&["session", "add", "--email", "anna@example.se"], &setting, "");
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));

    std::fs::remove_file(&secret).unwrap();
    let ended = place.run_with(&["session", "add", "--email", "anna@example.se"], &setting, "");
    assert!(
        ended.failure().contains("KALENDER_SECRET_FILE") && ended.failure().contains("not there"),
        "{ended:?}"
    );
    assert!(!secret.exists());
}
