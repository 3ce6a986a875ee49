//! `docker/backup.sh`, run against a server without a container.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::running::{Place, binary, until};

/// Makes today's backup of `place` in `folder`.
pub fn back_up(place: &Place, folder: &Path, days: &str) -> bool {
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

/// The only backup besides `old`.
pub fn copy(folder: &Path) -> std::path::PathBuf {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| !path.ends_with("copy-2020-01-01"));
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn nightly_backup_is_complete_and_restorable() {
    let (place, folder) = (Place::with_anna(), tempfile::tempdir().unwrap());
    let serving = place.serve();
    let files = place.data.join("files/chat");
    fs::create_dir_all(&files).unwrap();
    fs::write(files.join("kept"), "bytes that stay").unwrap();
    fs::write(files.join("erased"), "bytes that go").unwrap();
    assert!(back_up(&place, folder.path(), "14"));
    let first = copy(folder.path());
    assert_eq!(fs::metadata(&first).unwrap().permissions().mode() & 0o077, 0);

    // The next night: erased files are missing, unchanged files are hard links, and new files are copied.
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

/// The mail addresses of all accounts.
fn addresses(place: &Place) -> Vec<String> {
    let list = place.run(&["user", "list"]);
    let emails = list.success().lines().filter_map(|line| line.split('\t').next());
    emails.filter(|email| !email.is_empty()).map(str::to_owned).collect()
}

#[test]
fn restore_repeats_erasures_made_after_the_copy() {
    let (place, folder) = (Place::with_anna(), tempfile::tempdir().unwrap());
    place.add("bo@example.se").success();
    let serving = place.serve();
    assert!(back_up(&place, folder.path(), "14"));
    let old = folder.path().join("copy-2020-01-01");
    fs::rename(copy(folder.path()), &old).unwrap();
    place.run(&["user", "erase", "--email", "anna@example.se"]).success();
    until("the erasure", || (addresses(&place) == ["bo@example.se"]).then_some(()));
    assert!(!serving.lets_in("anna@example.se"));
    assert!(back_up(&place, folder.path(), "14"));
    let newest = copy(folder.path());
    drop(serving);

    // On the same machine.
    let before = old.join("kalender.db");
    let said = place.run(&["restore", before.to_str().unwrap()]);
    assert!(said.success().contains("1 accounts that were erased after the copy was made are erased again"));
    assert_eq!(addresses(&place), ["bo@example.se"]);
    place.run(&["check"]).success();
    assert!(
        !place.run(&["restore", newest.join("kalender.db").to_str().unwrap()]).success().contains("erased")
    );

    // On another machine, with the newest backup's erasure journal.
    let other = Place::new();
    let journal = other.data.join("files/erasures");
    fs::create_dir_all(&journal).unwrap();
    for noted in fs::read_dir(newest.join("files/erasures")).unwrap().map(Result::unwrap) {
        fs::copy(noted.path(), journal.join(noted.file_name())).unwrap();
    }
    other.run(&["restore", before.to_str().unwrap()]).success();
    assert_eq!(addresses(&other), ["bo@example.se"]);

    // Copied into place by hand, it is reported by `check` and repaired by `replay-erasures`.
    let third = Place::new();
    fs::create_dir_all(third.data.join("files")).unwrap();
    fs::copy(&before, third.data.join("kalender.db")).unwrap();
    assert_eq!(addresses(&third), ["anna@example.se", "bo@example.se"]);
    fs::rename(&journal, third.data.join("files/erasures")).unwrap();
    let told = third.run(&["check"]);
    assert!(told.failure().contains("1 problems") && told.out.contains("was erased and is here again"));
    assert!(third.run(&["user", "replay-erasures"]).success().contains("1 accounts"));
    assert_eq!(addresses(&third), ["bo@example.se"]);
    third.run(&["check"]).success();
}

#[test]
fn old_copies_are_deleted_and_failed_ones_leave_nothing() {
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
fn nightly_entry_is_valid_for_cron() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docker/README.md")).unwrap();
    let entry = page.lines().find(|line| line.trim_start().starts_with("15 3 * * *")).unwrap();
    // A crontab entry is one line, in which an unescaped percent sign starts the command's input.
    assert!(!entry.ends_with('\\') && !entry.replace("\\%", "").contains('%'), "{entry}");
    assert!(entry.contains("docker/backup.sh /"), "{entry}");
    // Validated by cron itself if it is installed and has an option for it (-T, or -n in older versions of Debian).
    let folder = tempfile::tempdir().unwrap();
    let asks = |option: &str, entry: &str| {
        let file = folder.path().join("crontab");
        fs::write(&file, format!("{}\n", entry.trim())).unwrap();
        Command::new("crontab").arg(option).arg(&file).output().is_ok_and(|said| said.status.success())
    };
    if let Some(option) = ["-T", "-n"].into_iter().find(|option| asks(option, "0 0 * * * true")) {
        assert!(asks(option, entry) && !asks(option, "15 3 * * never true"), "{entry}");
    }
}
