//! `docker/backup.sh`, run against a server without a container.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::running::{Place, binary};

/// Today's copy in `folder`, of the data in `place`.
fn back_up(place: &Place, folder: &Path, days: &str) -> bool {
    // `kalender` is found on the path, as in the container.
    let programs = place.path("bin");
    if !programs.exists() {
        fs::create_dir(&programs).unwrap();
        symlink(binary(), programs.join("kalender")).unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docker/backup.sh"))
        .arg(folder)
        .arg(days)
        .env("PATH", path)
        .env("KALENDER_RUN", "")
        .env("KALENDER_DATA", &place.data)
        .status()
        .unwrap()
        .success()
}

/// The one copy that is not `old`.
fn copy(folder: &Path) -> std::path::PathBuf {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| !path.ends_with("copy-2020-01-01"));
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn a_nightly_copy_is_whole_and_brings_everything_back() {
    let (place, folder) = (Place::with_anna(), tempfile::tempdir().unwrap());
    let serving = place.serve();
    let files = place.data.join("files/chat");
    fs::create_dir_all(&files).unwrap();
    fs::write(files.join("kept"), "bytes that stay").unwrap();
    fs::write(files.join("erased"), "bytes that go").unwrap();
    assert!(back_up(&place, folder.path(), "14"));
    let first = copy(folder.path());
    assert_eq!(fs::metadata(&first).unwrap().permissions().mode() & 0o077, 0);

    // The next night: what was erased is in no new copy, what stays is not copied again, and a file of today comes along.
    let old = folder.path().join("copy-2020-01-01");
    fs::rename(&first, &old).unwrap();
    fs::remove_file(files.join("erased")).unwrap();
    fs::write(files.join("new å"), "bytes of today").unwrap();
    assert!(back_up(&place, folder.path(), "14"));
    let next = copy(folder.path());
    let copied = next.join("files/chat");
    assert!(!copied.join("erased").exists());
    assert_eq!(fs::read_to_string(copied.join("new å")).unwrap(), "bytes of today");
    let inode = |path: &Path| fs::metadata(path).unwrap().ino();
    assert_eq!(inode(&copied.join("kept")), inode(&old.join("files/chat/kept")));
    drop(serving);
    assert_eq!(fs::read(next.join("secret")).unwrap(), fs::read(place.data.join("secret")).unwrap());

    let other = Place::new();
    other.run(&["restore", next.join("kalender.db").to_str().unwrap()]).success();
    other.run(&["check"]).success();
    assert!(other.run(&["user", "list"]).success().contains("anna@example.se"));
}

#[test]
fn copies_past_their_days_go_and_a_failed_one_leaves_nothing() {
    let (place, folder) = (Place::with_anna(), tempfile::tempdir().unwrap());
    let old = folder.path().join("copy-2020-01-01");
    fs::create_dir(&old).unwrap();
    let month = SystemTime::now() - Duration::from_secs(30 * 24 * 3_600);
    fs::File::open(&old).unwrap().set_modified(month).unwrap();
    assert!(back_up(&place, folder.path(), "60") && old.exists());
    assert!(back_up(&place, folder.path(), "14") && !old.exists());

    let (nothing, empty) = (Place::new(), tempfile::tempdir().unwrap());
    assert!(!back_up(&nothing, empty.path(), "14"));
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[test]
fn the_nightly_entry_is_one_that_cron_takes() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docker/README.md")).unwrap();
    let entry = page.lines().find(|line| line.trim_start().starts_with("15 3 * * *")).unwrap();
    // A line ends where it ends, and a bare percent sign begins the command's input.
    assert!(!entry.ends_with('\\') && !entry.replace("\\%", "").contains('%'), "{entry}");
    assert!(entry.contains("docker/backup.sh /"), "{entry}");
}
