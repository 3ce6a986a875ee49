//! The data directory: locks between processes, and protection from other users of the machine.
//!
//! Two locks (`flock`, which end with their process in any case). `kalender.lock` is held by the one process that may
//! do anything with the embedded store: `serve`, `import`, `migrate`, `restore`. `kalender.in-use` is shared by all
//! processes that have the store open, and exclusive for `restore`, which replaces the file. Commands that only read,
//! or add a row as a second process safely can (`user`, `session`, `entity`, `demo`), run beside a server.
//!
//! With a CQL store neither is taken: the store is not in the directory, and nodes of one installation may share it.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use crate::platform::config::commands::Use;
use crate::platform::config::{Settings, StoreKind};
use crate::platform::start_error::StartError;

const ALONE: &str = "kalender.lock";
const IN_USE: &str = "kalender.in-use";
/// Touched by commands that run beside the server.
const CHANGED: &str = "kalender.changed";
/// Permission bits of other users.
const OTHERS: u32 = 0o077;

/// The locks, held until the process ends.
#[derive(Debug)]
pub struct Held {
    _files: Vec<File>,
}

/// Takes the locks that `use_` needs in the data directory, for the command named `what`. Creates the directory unless
/// the command only runs beside a server.
pub fn enter(settings: &Settings, use_: Use, what: &str) -> Result<Held, StartError> {
    let folder = &settings.data;
    let mut files = Vec::new();
    if use_ == Use::None {
        return Ok(Held { _files: files });
    }
    make_private(folder)
        .map_err(StartError::io(format!("the data directory {} cannot be made", folder.display())))?;
    if settings.store == StoreKind::Cql {
        return Ok(Held { _files: files });
    }
    if matches!(use_, Use::Alone | Use::Replacing) {
        files.push(take(folder, ALONE, true, what)?);
    }
    match take(folder, IN_USE, use_ == Use::Replacing, what) {
        Ok(file) => files.push(file),
        // A disk without room for an empty file: commands that only read continue.
        Err(StartError::Io { .. }) if use_ == Use::Beside => {}
        Err(error) => return Err(error),
    }
    Ok(Held { _files: files })
}

fn take(folder: &Path, name: &str, alone: bool, what: &str) -> Result<File, StartError> {
    let path = folder.join(name);
    let failed = || StartError::io(format!("the lock {} cannot be taken", path.display()));
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(&path).map_err(failed())?;
    match if alone { file.try_lock() } else { file.try_lock_shared() } {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder = if alone {
                read(&mut file)
            } else {
                File::open(folder.join(ALONE)).ok().and_then(|mut f| read(&mut f))
            };
            let holder = holder.unwrap_or_else(|| "another kalender process".to_owned());
            return Err(StartError::Plain(format!(
                "the data directory {} is in use by {holder}: stop it first",
                folder.display()
            )));
        }
        Err(TryLockError::Error(error)) => return Err(failed()(error)),
    }
    // The holder's name only helps whoever meets the lock.
    let written =
        file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(me(what).as_bytes()));
    if let Err(error) = written {
        tracing::debug!(%error, "the lock does not say who holds it");
    }
    Ok(file)
}

/// Includes the machine's name, because process ids of two containers are not comparable.
fn me(what: &str) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("`kalender {what}` (process {} on {})", std::process::id(), host.trim())
}

fn read(file: &mut File) -> Option<String> {
    let mut text = String::new();
    file.take(500).read_to_string(&mut text).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty() && !text.contains('\n'))
}

/// Tells a running server in this directory that a command changed who may be signed in.
pub fn signal_server(settings: &Settings) {
    if settings.store == StoreKind::Sqlite
        && let Err(error) = std::fs::write(settings.data.join(CHANGED), [])
    {
        tracing::warn!(%error, "a server that runs here learns of this only when it looks by itself");
    }
}

/// When a command last did so.
pub fn last_signal(folder: &Path) -> Option<std::time::SystemTime> {
    std::fs::metadata(folder.join(CHANGED)).and_then(|meta| meta.modified()).ok()
}

/// Files get mode 600 and directories 700, whatever umask the process was started with.
pub fn write_for_ourselves() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(OTHERS));
}

/// Creates the directory for its owner only.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Removes other users' permissions from what is in the data directory. New files are protected by the umask; this is
/// for files of earlier versions. Only files with the product's names are changed, as the directory may be shared.
pub fn close_to_others(folder: &Path) {
    if let Err(error) = close(folder) {
        tracing::warn!(%error, "the data directory may be readable by others on this machine");
    }
}

fn close(folder: &Path) -> io::Result<()> {
    let meta = std::fs::metadata(folder)?;
    // A world-writable directory (/tmp) is left alone.
    if meta.mode() & 0o1000 == 0 {
        narrow(folder, &meta)?;
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = ["kalender.", "secret", "search", "outbox", "files", "assets"]
            .iter()
            .any(|start| name.starts_with(start))
            || Path::new(&*name).extension().is_some_and(|end| end == "db");
        if is_ours {
            close_all(&entry.path())?;
        }
    }
    Ok(())
}

/// Symbolic links are not followed: their targets may belong to others.
fn close_all(path: &Path) -> io::Result<()> {
    let meta = match std::fs::symlink_metadata(path) {
        // Deleted meanwhile by another process.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        meta => meta?,
    };
    if meta.is_symlink() {
        return Ok(());
    }
    narrow(path, &meta)?;
    if meta.is_dir() {
        for entry in std::fs::read_dir(path)? {
            close_all(&entry?.path())?;
        }
    }
    Ok(())
}

fn narrow(path: &Path, meta: &std::fs::Metadata) -> io::Result<()> {
    if meta.mode() & OTHERS == 0 {
        return Ok(());
    }
    match std::fs::set_permissions(path, Permissions::from_mode(meta.mode() & 0o7777 & !OTHERS)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Whether users other than the owner may read the file.
pub fn is_open_to_others(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.mode() & OTHERS != 0)
}
