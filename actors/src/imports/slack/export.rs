//! The zip file, read in place: nothing is ever unpacked to the disk, and how much comes out is measured while it does.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use unicode_normalization::UnicodeNormalization;
use zip::ZipArchive;

use super::super::ImportError;

/// Files in one zip.
pub const ENTRIES_MAX: usize = 200_000;
/// One JSON file, unpacked.
pub const FILE_MAX: u64 = 256 << 20;
/// Everything that is read, unpacked.
pub const TOTAL_MAX: u64 = 20 << 30;
/// A file that grows more than this many times and is larger than [`RATIO_FROM`] is meant to do harm.
const RATIO_MAX: u64 = 200;
const RATIO_FROM: u64 = 64 << 20;

/// An open export.
pub struct Export {
    archive: ZipArchive<BufReader<File>>,
    /// The files beside `users.json`, by name.
    lists: HashMap<String, usize>,
    /// The days of each folder, in order.
    folders: HashMap<String, BTreeMap<String, usize>>,
    /// Entries whose names lead out of the archive.
    pub unsafe_names: u64,
    /// Files that are no list and no day.
    pub other_files: u64,
    read: u64,
}

/// The name with `/` between folders; none where it leads out of the archive or is no name.
fn safe(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    let climbs = name.split('/').any(|part| part == "..");
    (!name.is_empty() && !name.starts_with('/') && !is_drive && !climbs && !name.contains('\0'))
        .then(|| name.nfc().collect())
}

/// `2024-01-31.json`.
fn is_day(name: &str) -> bool {
    let Some(day) = name.strip_suffix(".json") else { return false };
    day.len() == 10
        && day.bytes().enumerate().all(|(n, b)| if n == 4 || n == 7 { b == b'-' } else { b.is_ascii_digit() })
}

impl Export {
    /// Opens a zip file and looks at its list of files.
    pub fn open(path: &Path) -> Result<Self, ImportError> {
        let unopened = |why| ImportError::Open { file: path.display().to_string(), why };
        let file = File::open(path).map_err(unopened)?;
        if file.metadata().map_err(unopened)?.is_dir() {
            return Err(ImportError::NotZip("it is a folder".to_owned()));
        }
        let mut archive =
            ZipArchive::new(BufReader::new(file)).map_err(|why| ImportError::NotZip(why.to_string()))?;
        if archive.len() > ENTRIES_MAX {
            return Err(ImportError::TooMany(archive.len(), ENTRIES_MAX));
        }
        let mut unsafe_names = 0;
        let mut names = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            let Ok(entry) = archive.by_index_raw(index) else { continue };
            // Some tools write UTF-8 and do not say so.
            let name =
                std::str::from_utf8(entry.name_raw()).map_or_else(|_| entry.name().to_owned(), str::to_owned);
            match safe(&name) {
                Some(name) if entry.is_file() && !name.starts_with("__MACOSX/") => names.push((name, index)),
                Some(_) => {}
                None => unsafe_names += 1,
            }
        }
        // Whoever packed the export again may have put it into a folder.
        let ends = |name: &&str| *name == "users.json" || name.ends_with("/users.json");
        let users = names.iter().map(|(name, _)| name.as_str()).filter(ends);
        let root = users.min_by_key(|name| name.matches('/').count());
        let root = root.ok_or(ImportError::Missing("users.json"))?.trim_end_matches("users.json").to_owned();
        let mut export = Self {
            archive,
            lists: HashMap::new(),
            folders: HashMap::new(),
            unsafe_names,
            other_files: 0,
            read: 0,
        };
        for (name, index) in names {
            export.place(name.strip_prefix(&root).unwrap_or(&name), index);
        }
        Ok(export)
    }

    fn place(&mut self, name: &str, index: usize) {
        match name.split_once('/') {
            None => _ = self.lists.insert(name.to_owned(), index),
            Some((folder, day)) if is_day(day) => {
                self.folders.entry(folder.to_owned()).or_default().insert(day.to_owned(), index);
            }
            Some(_) => self.other_files += 1,
        }
    }

    /// The text of a file beside `users.json`; none where there is no such file.
    pub fn list(&mut self, name: &str) -> Result<Option<String>, ImportError> {
        self.lists.get(name).copied().map(|index| self.read(index).map(|(_, text)| text)).transpose()
    }

    /// Takes the days of a folder out, in order; none where there is no such folder.
    pub fn take_days(&mut self, folder: &str) -> Option<Vec<usize>> {
        let folder: String = folder.nfc().collect();
        self.folders.remove(&folder).map(|days| days.into_values().collect())
    }

    /// Days in folders that nobody took.
    pub fn days_left(&self) -> u64 {
        self.folders.values().map(|days| days.len() as u64).sum()
    }

    /// An entry's name and text. What is not UTF-8 is replaced.
    pub fn read(&mut self, index: usize) -> Result<(String, String), ImportError> {
        let mut name = format!("entry {index}");
        let unreadable = |name: &str, why: &dyn std::fmt::Display| ImportError::Unreadable {
            entry: name.to_owned(),
            why: why.to_string(),
        };
        let mut entry = self.archive.by_index(index).map_err(|why| unreadable(&name, &why))?;
        entry.name().clone_into(&mut name);
        let packed = entry.compressed_size();
        let mut bytes = Vec::new();
        let mut part = vec![0; 64 << 10];
        loop {
            let many = entry.read(&mut part).map_err(|why| unreadable(&name, &why))?;
            if many == 0 {
                break;
            }
            bytes.extend_from_slice(&part[..many]);
            self.read += many as u64;
            let size = bytes.len() as u64;
            if size > FILE_MAX {
                return Err(ImportError::TooLarge { entry: name, limit: FILE_MAX >> 20 });
            }
            if size > RATIO_FROM && size / RATIO_MAX > packed {
                return Err(ImportError::Bomb(name));
            }
            if self.read > TOTAL_MAX {
                return Err(ImportError::TooMuch(TOTAL_MAX >> 30));
            }
        }
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned());
        // Some editors begin a file with a mark of its encoding.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok((name, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_are_none() {
        for bad in
            ["../users.json", "a/../../b.json", "/etc/passwd", "C:\\users.json", "c:/x", "..\\x", "a\0b", ""]
        {
            assert_eq!(safe(bad), None, "{bad}");
        }
        assert_eq!(safe("a\\b.json").as_deref(), Some("a/b.json"));
        assert_eq!(safe("allma\u{308}nt/x").as_deref(), Some("allmänt/x"));
        assert_eq!(safe("..a/b..c").as_deref(), Some("..a/b..c"));
    }

    #[test]
    fn days() {
        assert!(is_day("2024-01-31.json"));
        for other in ["2024-1-31.json", "canvas.json", "2024-01-31.txt", "åååå-01-31.json"] {
            assert!(!is_day(other), "{other}");
        }
    }
}
