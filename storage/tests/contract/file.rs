//! The embedded engine's file for operators: damaged, opened read-only, and without deleted texts.

use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use storage::{EventId, Storage};

use crate::make::{ANNA, message, room, send};

const PATIENCE: Duration = Duration::from_secs(30);

/// Fills a store with some hundred messages and closes it.
async fn filled(path: &Path) {
    let storage = Storage::open_sqlite(path, &[]).unwrap();
    let channel = room(&storage).await;
    for n in 0..300 {
        send(&storage, message(channel, ANNA, &format!("rad {n} {}", "x".repeat(200)))).await;
    }
    drop(storage);
    assert!(!log_of(path).exists());
}

fn log_of(path: &Path) -> PathBuf {
    path.with_extension("db-wal")
}

/// A closed store is one file without a log, so that it can be copied; even if reads are running when it is closed.
#[tokio::test(flavor = "multi_thread")]
async fn closed_store_leaves_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.db");
    for n in 0..80 {
        let storage = Storage::open_sqlite(&path, &[]).unwrap();
        let channel = room(&storage).await;
        send(&storage, message(channel, ANNA, &format!("rad {n}"))).await;
        let looking: Vec<_> = (0..4).map(|_| storage.chat.channel(channel)).collect();
        futures_util::future::join_all(looking).await;
        assert!(log_of(&path).exists());
        drop(storage);
        assert!(!log_of(&path).exists(), "closed for the {n}th time");
    }
}

/// Overwrites inner or leaf pages of tables.
fn damage(path: &Path) {
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / 4_096;
    assert!(pages > 30, "{pages} pages");
    // In the middle of the messages: with a damaged first page the file would not even open.
    for page in pages - 12..pages - 8 {
        let mut bytes = [0; 4_096];
        file.read_exact_at(&mut bytes, page * 4_096).unwrap();
        for byte in &mut bytes {
            *byte ^= 0x5a;
        }
        file.write_all_at(&bytes, page * 4_096).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_page_is_found_and_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.db");
    filled(&path).await;
    let copy = folder.path().join("copy.db");
    {
        let storage = Storage::open_sqlite_to_read(&path, &[]).unwrap();
        assert_eq!(storage.verify().await.unwrap(), Vec::<String>::new());
        storage.backup(&copy).await.unwrap();
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
        let beside = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let beside: Vec<_> = beside.filter(|name| name.to_string_lossy().contains("partial")).collect();
        assert!(beside.is_empty(), "{beside:?}");
        assert_eq!(
            Storage::open_sqlite_to_read(&copy, &[]).unwrap().check().await.unwrap(),
            Vec::<String>::new()
        );
    }
    damage(&path);
    let copy = folder.path().join("other.db");
    let storage = Storage::open_sqlite_to_read(&path, &[]).unwrap();
    assert!(!storage.verify().await.unwrap().is_empty());
    let error = storage.backup(&copy).await.unwrap_err();
    assert!(matches!(&error, storage::Error::Damaged(_)), "{error}");
    assert!(!error.to_string().contains('\n'), "{error}");
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("other.db")), "{left:?}");

    // A server that finds the damage keeps reporting it.
    let served = Storage::open_sqlite(&path, &[]).unwrap();
    assert!(!served.verify().await.unwrap().is_empty());
    assert!(matches!(served.ping().await, Err(storage::Error::Damaged(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn read_only_store_writes_nothing_beside_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.db");
    assert!(Storage::open_sqlite_to_read(&path, &[]).is_err());
    assert!(!path.exists());

    let storage = Storage::open_sqlite(&path, &[]).unwrap();
    let channel = room(&storage).await;
    send(&storage, message(channel, ANNA, "nytt")).await;
    let looking = Storage::open_sqlite_to_read(&path, &[]).unwrap();
    assert_eq!(looking.check().await.unwrap(), Vec::<String>::new());
    assert_eq!(looking.verify().await.unwrap(), Vec::<String>::new());
    let written = looking.chat.append(&crate::make::append_of(message(channel, ANNA, "nej"))).await;
    assert!(written.is_err());
    send(&storage, message(channel, ANNA, "går vidare")).await;
}

/// Whether any file in the folder contains the text.
fn is_anywhere(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_text_is_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open_sqlite(&folder.path().join("kalender.db"), &[]).unwrap();
    let channel = room(&storage).await;
    for n in 0..40 {
        send(&storage, message(channel, ANNA, &format!("annat {n}"))).await;
    }
    let text = "hemligheten-som-togs-tillbaka";
    let sent = send(&storage, message(channel, ANNA, text)).await;
    assert!(is_anywhere(folder.path(), text));
    let later = EventId(message(channel, ANNA, "").message_id.0);
    assert!(storage.chat.remove(&sent, ANNA, later, "borta").await.unwrap().is_some());
    let started = Instant::now();
    while is_anywhere(folder.path(), text) {
        assert!(started.elapsed() < PATIENCE, "the text is still in a file");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
