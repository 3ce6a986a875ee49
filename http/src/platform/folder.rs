//! The data directory: who may use it at a time, and that nobody else on the machine reads it.
//!
//! Two locks (`flock`, so they end with their process however it ends). `kalender.lock` is held by the one process that may
//! do as it likes with the embedded store: `serve`, `import`, `migrate`, `restore`. `kalender.in-use` is shared by everybody who
//! has the store open, and held alone by `restore`, which puts another file in its place. Commands that only read, or add a
//! row as a second process safely can (`user`, `session`, `entity`, `demo`), run beside a server.
//!
//! On a CQL store neither is taken: the store is not in the folder, and nodes of one installation may share it.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use crate::platform::config::commands::Use;
use crate::platform::config::{Settings, StoreKind};
use crate::platform::start_error::StartError;

const ALONE: &str = "kalender.lock";
const IN_USE: &str = "kalender.in-use";
/// Written by commands beside the server.
const CHANGED: &str = "kalender.changed";
/// Others' rights on files and folders.
const OTHERS: u32 = 0o077;

/// The locks, until the process ends.
#[derive(Debug)]
pub struct Held {
    _files: Vec<File>,
}

/// Takes the locks that `use_` needs in the data directory, for the command called `what`. Makes the directory unless the
/// command only stands beside.
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
        // A disk without room for an empty file: what only reads goes on.
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
    // Who holds it is a help for whoever meets it, no more.
    let written =
        file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(me(what).as_bytes()));
    if let Err(error) = written {
        tracing::debug!(%error, "the lock does not say who holds it");
    }
    Ok(file)
}

/// Process numbers of two containers say little: the machine's name stands beside.
fn me(what: &str) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("`kalender {what}` (process {} on {})", std::process::id(), host.trim())
}

fn read(file: &mut File) -> Option<String> {
    let mut text = String::new();
    file.take(500).read_to_string(&mut text).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty() && !text.contains('\n'))
}

/// A command beside the server has changed who may be signed in: a server on this folder looks again.
pub fn tell_server(settings: &Settings) {
    if settings.store == StoreKind::Sqlite
        && let Err(error) = std::fs::write(settings.data.join(CHANGED), [])
    {
        tracing::warn!(%error, "a server that runs here learns of this only when it looks by itself");
    }
}

/// When a command beside the server last said so.
pub fn told(folder: &Path) -> Option<std::time::SystemTime> {
    std::fs::metadata(folder.join(CHANGED)).and_then(|meta| meta.modified()).ok()
}

/// Files are made with mode 600 and folders with 700, whatever mask the process was started with.
pub fn write_for_ourselves() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(OTHERS));
}

/// Makes the folder, for nobody else.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Takes away others' rights on what is in the data directory, whoever made it. New files are nobody else's because of the
/// process's mask; this is for those that earlier versions made. Only what bears our names is touched: the directory may be
/// shared with other things.
pub fn close_to_others(folder: &Path) {
    if let Err(error) = close(folder) {
        tracing::warn!(%error, "the data directory may be readable by others on this machine");
    }
}

fn close(folder: &Path) -> io::Result<()> {
    let meta = std::fs::metadata(folder)?;
    // A folder that everybody may write to (/tmp) is nobody's to close.
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

/// Links are not followed: what they point at may be anybody's.
fn close_all(path: &Path) -> io::Result<()> {
    let meta = match std::fs::symlink_metadata(path) {
        // Gone meanwhile: another process's.
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

/// Whether anybody but its owner may read the file.
pub fn is_open_to_others(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.mode() & OTHERS != 0)
}
