//! `kalender backup`, `restore` and `check`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use actors::accounts::{erasure, journal};
use actors::moderation::platform as administration;
use actors::{feed, files};
use storage::Storage;

use super::{plain, refused, say, with_platform};
use crate::areas::kept;
use crate::platform::area::More;
use crate::platform::config::{Settings, StoreKind};
use crate::platform::start_error::StartError;
use crate::server::node;

pub async fn backup(settings: &Settings, file: &Path) -> Result<(), StartError> {
    node::open_store_to_read(settings).await?.backup(file).await?;
    say(&format!("Copied to {}.", file.display()));
    Ok(())
}

pub async fn check(settings: &Settings) -> Result<(), StartError> {
    let storage = node::open_store_to_read(settings).await?;
    let damaged = storage.verify().await?;
    if !damaged.is_empty() {
        for line in &damaged {
            say(line);
        }
        return Err(plain("the store is damaged: put back the last copy (kalender restore FILE)"));
    }
    let mut problems = storage.check().await?;
    let home = settings.files_home().map_err(plain)?;
    problems.extend(
        files::recount_at(&storage, &home).await.map_err(|refusal| plain(refusal.message.to_string()))?,
    );
    let undone = journal::undone_at(&storage, &home).await;
    let undone = undone.map_err(|refusal| plain(refusal.message.to_string()))?;
    problems.extend(undone.iter().map(|user| {
        format!("account {} was erased and is here again: kalender user replay-erasures", user.user_id)
    }));
    let timelines = feed::recount(&storage).await.map_err(|refusal| plain(refusal.message.to_string()))?;
    for problem in problems.iter().chain(&timelines.named) {
        say(problem);
    }
    if timelines.wrong > 0 {
        say(&format!("{} rows of timelines are wrong.", timelines.wrong));
    }
    let found = problems.len() + timelines.wrong;
    if timelines.is_under_way {
        say("Timelines are being written: they are looked at once that is done.");
    }
    let administrators = administration::administrators(&storage).await;
    if administrators.map_err(|refusal| plain(refusal.message.to_string()))?.is_empty() {
        say(&format!("Note: {}.", administration::NOBODY));
    }
    if found > 0 {
        return Err(plain(format!("{found} problems found")));
    }
    say("The store holds what it should.");
    Ok(())
}

/// Puts a copy in the store's place; the old store is kept beside it under an unused name. Whenever it is interrupted,
/// either the old or the new store is in place, and nothing of the old one is lost.
pub async fn restore(settings: &Settings, file: &Path) -> Result<(), StartError> {
    if settings.store == StoreKind::Cql {
        return Err(plain("a CQL store is restored with its own tools (snapshots)"));
    }
    let target = node::store_file(settings);
    let new = beside(&target, ".new");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(&new, end));
    }
    let brought = bring(file, &new, settings.more).await;
    if let Err(error) = brought {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&new, end));
        }
        return Err(error);
    }
    let kept = if target.exists() { Some(put_aside(&target)?) } else { None };
    std::fs::rename(&new, &target).map_err(StartError::io("the copy cannot take its place"))?;
    sync(&settings.data).map_err(StartError::io("the data directory cannot be synchronized"))?;
    let kept = kept.map(|kept| format!("; the old store is kept as {}", kept.display())).unwrap_or_default();
    say(&format!("Restored from {}{kept}.", file.display()));
    replay(settings).await
}

/// Repeats erasures from after the copy, before anybody can sign in.
async fn replay(settings: &Settings) -> Result<(), StartError> {
    let failed = |why: String| {
        plain(format!(
            "the copy is in its place, but who was erased after it is not erased again ({why}): kalender user replay-erasures"
        ))
    };
    let storage = node::open_store_to_read(settings).await?;
    let home = settings.files_home().map_err(plain)?;
    let undone = journal::undone_at(&storage, &home).await.map_err(|refusal| failed(refusal.to_string()))?;
    drop(storage);
    if undone.is_empty() {
        return Ok(());
    }
    let mut many = 0;
    let done = with_platform(settings, async |platform| {
        many = erasure::replay(platform).await.map_err(refused)?;
        Ok(())
    });
    done.await.map_err(|error| failed(error.to_string()))?;
    say(&format!("{many} accounts that were erased after the copy was made are erased again."));
    Ok(())
}

/// Copies the file, verifies it as a store, and migrates it.
async fn bring(file: &Path, new: &Path, more: More) -> Result<(), StartError> {
    let failed = |what: &str| StartError::io(format!("{} {what}", file.display()));
    let mut from = File::open(file).map_err(failed("cannot be read"))?;
    let mut to = File::create_new(new).map_err(failed("cannot be brought in"))?;
    io::copy(&mut from, &mut to).and_then(|_| to.sync_all()).map_err(failed("cannot be brought in"))?;
    let no_store = |error: storage::Error| plain(format!("{} is no sound store: {error}", file.display()));
    let storage = Storage::open_sqlite(new, &kept(more)).map_err(no_store)?;
    let damaged = storage.verify().await.map_err(no_store)?;
    if let Some(line) = damaged.first() {
        return Err(plain(format!("{} is no sound store: {line}", file.display())));
    }
    // Closed in order, which checkpoints and removes its log.
    drop(storage);
    File::open(new).and_then(|file| file.sync_all()).map_err(failed("cannot be brought in"))
}

/// Gives the store's files a second name, then removes its log from the first: beside another store, the log would be
/// taken for that store's.
fn put_aside(target: &Path) -> Result<PathBuf, StartError> {
    let failed = || StartError::io("the old store cannot be put aside");
    let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let names = (1..1_000)
        .map(|n| beside(target, &if n == 1 { format!(".old-{now}") } else { format!(".old-{now}-{n}") }));
    let kept = names.into_iter().find(|name| !name.exists() && !beside(name, "-wal").exists());
    let kept = kept.ok_or_else(|| plain("the old store cannot be put aside: too many are kept"))?;
    for end in ["", "-wal"] {
        let (from, to) = (beside(target, end), beside(&kept, end));
        if from.exists() {
            // Fails if the name is taken: a kept store is never overwritten.
            std::fs::hard_link(&from, &to).map_err(failed())?;
        }
    }
    for end in ["-wal", "-shm"] {
        match std::fs::remove_file(beside(target, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed()(error)),
            _ => {}
        }
    }
    Ok(kept)
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
