//! Full disks, and disks that return damaged data.

use std::os::unix::fs::FileExt as _;
use std::path::Path;

use rustix::process::{Pid, Resource, Rlimit};

use super::running::{PASSWORD, Place, Serving, call, until};

/// Limits the size of files that the server may write, which acts like a full disk.
fn limit(serving: &Serving, bytes: Option<u64>) {
    let pid = Pid::from_raw(serving.pid().cast_signed()).unwrap();
    let maximum = rustix::process::getrlimit(Resource::Fsize).maximum;
    rustix::process::prlimit(Some(pid), Resource::Fsize, Rlimit { current: bytes, maximum }).unwrap();
}

#[test]
fn readiness_reports_a_full_disk_and_its_end() {
    let place = Place::with_anna();
    let serving = place.serve();
    limit(&serving, Some(0));
    let (status, text) =
        until("readiness to end", || Some(serving.ready()).filter(|(status, _)| *status == 503));
    assert!(text.contains("not ready: the store"), "{status} {text}");
    assert_eq!(serving.sign_in("anna@example.se", PASSWORD), Err(503));
    // Read-only commands keep working, beside the server too.
    place.run(&["check"]).success();
    place.run(&["backup", place.path("full.db").to_str().unwrap()]).success();
    limit(&serving, None);
    until("readiness to come back", || (serving.ready().0 == 200).then_some(()));
    serving.sign_in("anna@example.se", PASSWORD).unwrap();
}

/// `check` and `backup` with a write limit of zero and one block on their own process, without a server.
#[test]
fn read_only_commands_work_on_a_full_disk() {
    let place = Place::with_anna();
    let said = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" check 2>/dev/null"])
        .arg(std::env::var_os("KALENDER_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_kalender").into()))
        .env("KALENDER_DATA", &place.data)
        .output()
        .unwrap();
    assert!(said.status.success(), "{said:?}");
    // A backup needs space, and its error names the backup.
    let said = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" backup \"$1\""])
        .arg(std::env::var_os("KALENDER_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_kalender").into()))
        .arg(place.path("small.db"))
        .env("KALENDER_DATA", &place.data)
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&said.stderr);
    assert!(!said.status.success() && err.contains("small.db cannot be written"), "{err}");
    assert!(!place.path("small.db").exists() && !place.path("small.db.partial").exists());
}

/// Flips bits in pages that hold rows.
fn damage(path: &Path) {
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / 4_096;
    for page in pages / 2..pages {
        let mut bytes = [0; 4_096];
        file.read_exact_at(&mut bytes, page * 4_096).unwrap();
        for byte in &mut bytes {
            *byte ^= 0x5a;
        }
        file.write_all_at(&bytes, page * 4_096).unwrap();
    }
}

#[test]
fn a_damaged_store_is_found_by_copies_checks_and_the_server() {
    let place = Place::with_anna();
    damage(&place.data.join("kalender.db"));
    let copy = place.path("copy.db");
    let backup = place.run(&["backup", copy.to_str().unwrap()]);
    assert!(backup.failure().contains("damaged"), "{backup:?}");
    assert!(!copy.exists());
    assert!(place.run(&["check"]).failure().contains("damaged"));
}

#[test]
fn server_finds_damage_before_it_is_read() {
    let place = Place::with_anna();
    let serving = place.serve();
    let metric = |name: &str| {
        let (_, text) = call(serving.admin, "GET", "/metrics", "", "");
        text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok())
    };
    assert_eq!(metric("storage_damaged "), Some(0.0));
    drop(serving);
    // The last empty table, which is not read at the start. A leaf page's first byte is its type; bytes 3 and 4 are its
    // number of cells.
    place.run(&["migrate"]).success();
    let path = place.data.join("kalender.db");
    let file = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let is_empty_leaf = |page: &u64| {
        let mut head = [0; 5];
        file.read_exact_at(&mut head, page * 4_096).unwrap();
        matches!(head[0], 0x0a | 0x0d) && head[3..] == [0, 0]
    };
    let pages = file.metadata().unwrap().len() / 4_096;
    let last = (1..pages).rev().find(is_empty_leaf).unwrap();
    file.write_all_at(&[0x5a; 4_096], last * 4_096).unwrap();
    let serving = place.serve_unready();
    let (_, text) = until("readiness to tell", || {
        Some(serving.ready()).filter(|(status, text)| *status == 503 && text.contains("damaged"))
    });
    assert!(text.contains("the store is damaged"), "{text}");
    let (_, metrics) = call(serving.admin, "GET", "/metrics", "", "");
    assert!(metrics.contains("storage_damaged 1"), "{metrics}");
}
