//! The hashed assets of earlier builds, for pages that were opened before a deploy.
//!
//! A folder holds the assets of every build that ran here; a file's time is the last start of a build with it. Names
//! are hashed, so a name always has the same content.

use std::collections::HashMap;
use std::fs::{self, File as DiskFile};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use actix_web::web::Bytes;

use super::{ASSETS, File, WebApp};

/// How long an asset outlives its build.
const KEEP_FOR: Duration = Duration::from_secs(14 * 24 * 60 * 60);
/// Most bytes of earlier builds, on disk and in memory; the newest are kept.
const KEEP_BYTES: u64 = 64 * 1024 * 1024;

impl WebApp {
    /// Writes this build's assets to `folder` and serves those of earlier builds that are still there. Those older than
    /// 14 days at `now`, or beyond 64 MiB, are deleted. Blocking; for the start. An error leaves the web app unchanged.
    pub fn keeping(&self, folder: &Path, now: SystemTime) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let own = self.files.iter().filter_map(|(path, file)| Some((path.strip_prefix(ASSETS)?, file)));
        for (name, file) in own.filter(|(name, _)| is_plain(name)) {
            keep(folder, name, &file.plain, now)?;
        }
        let mut files: HashMap<_, _> =
            self.files.iter().map(|(path, file)| (path.clone(), Arc::clone(file))).collect();
        let mut room = KEEP_BYTES;
        for Earlier { path, name, size, time } in self.earlier(folder)? {
            let young = now.duration_since(time).is_ok_and(|age| age <= KEEP_FOR) || time > now;
            if young && size <= room {
                room -= size;
                let name = format!("{ASSETS}{name}");
                let file = File::new(&name, Bytes::from(fs::read(path)?));
                files.insert(name, Arc::new(file));
            } else {
                fs::remove_file(path)?;
            }
        }
        Ok(Self::of(files))
    }

    /// Files in the folder that are not of this build, newest first.
    fn earlier(&self, folder: &Path) -> io::Result<Vec<Earlier>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let about = entry.metadata()?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if about.is_file() && is_plain(&name) && !self.files.contains_key(&format!("{ASSETS}{name}")) {
                found.push(Earlier { path: entry.path(), name, size: about.len(), time: about.modified()? });
            }
        }
        found.sort_by_key(|file| std::cmp::Reverse(file.time));
        Ok(found)
    }
}

struct Earlier {
    path: PathBuf,
    name: String,
    size: u64,
    time: SystemTime,
}

/// A name that stays in its folder and is not one of a partial file.
fn is_plain(name: &str) -> bool {
    !name.starts_with('.') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// Writes the file atomically, or marks it as used at `now`.
fn keep(folder: &Path, name: &str, content: &[u8], now: SystemTime) -> io::Result<()> {
    let path = folder.join(name);
    if !path.exists() {
        let half = folder.join(format!(".{name}.{}", std::process::id()));
        fs::write(&half, content)?;
        fs::rename(half, &path)?;
    }
    DiskFile::options().append(true).open(path)?.set_modified(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(assets: &[&str]) -> WebApp {
        let files =
            assets.iter().map(|name| (format!("assets/{name}"), Bytes::from(format!("content of {name}"))));
        WebApp::new(files.chain([("index.html".to_owned(), Bytes::from_static(b"page"))]))
    }

    fn names(web_app: &WebApp) -> Vec<&str> {
        let mut names: Vec<_> = web_app.files.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn assets_outlive_their_build_by_fourteen_days() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("web-assets");
        let start = SystemTime::now();
        let day = Duration::from_secs(24 * 60 * 60);
        build(&["a-1.js", "both-1.js"]).keeping(&folder, start).unwrap();

        let second = build(&["a-2.js", "both-1.js"]).keeping(&folder, start + 10 * day).unwrap();
        assert_eq!(names(&second), ["assets/a-1.js", "assets/a-2.js", "assets/both-1.js", "index.html"]);
        let old = &second.files["assets/a-1.js"];
        assert_eq!(old.plain, "content of a-1.js");
        assert_eq!(old.cache, super::super::FOR_EVER);

        let third = build(&["a-3.js"]).keeping(&folder, start + 15 * day).unwrap();
        assert_eq!(names(&third), ["assets/a-2.js", "assets/a-3.js", "assets/both-1.js", "index.html"]);
        assert!(!folder.join("a-1.js").exists());
    }

    #[test]
    fn kept_assets_are_bounded_and_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        for (name, age) in [("new.js", 1), ("older.js", 2), ("oldest.js", 3)] {
            let file = DiskFile::create(folder.path().join(name)).unwrap();
            file.set_len(KEEP_BYTES / 2).unwrap();
            file.set_modified(now - Duration::from_secs(age)).unwrap();
        }
        fs::create_dir(folder.path().join("folder")).unwrap();
        fs::write(folder.path().join(".half"), "x").unwrap();
        let web_app = build(&[]).keeping(folder.path(), now).unwrap();
        assert_eq!(names(&web_app), ["assets/new.js", "assets/older.js", "index.html"]);
    }
}
