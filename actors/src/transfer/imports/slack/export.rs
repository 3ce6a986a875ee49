//! The files of a Slack export: lists, and days in folders.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use unicode_normalization::UnicodeNormalization;

use crate::transfer::imports::ImportError;
use crate::transfer::imports::pack::Pack;

/// An open export.
pub struct Export {
    pack: Pack,
    /// Files in the folder of `users.json`, by name.
    lists: HashMap<String, usize>,
    /// The day files of each folder, in order.
    folders: HashMap<String, BTreeMap<String, usize>>,
    /// Entries whose names would escape the archive (path traversal).
    pub unsafe_names: u64,
    /// Files that are neither a list nor a day.
    pub other_files: u64,
}

/// `2024-01-31.json`.
fn is_day(name: &str) -> bool {
    let Some(day) = name.strip_suffix(".json") else { return false };
    day.len() == 10
        && day.bytes().enumerate().all(|(n, b)| if n == 4 || n == 7 { b == b'-' } else { b.is_ascii_digit() })
}

impl Export {
    /// Opens a zip file and reads its directory.
    pub fn open(path: &Path) -> Result<Self, ImportError> {
        let pack = Pack::open(path, false)?;
        // A repacked export may be inside a folder.
        let ends = |name: &&str| *name == "users.json" || name.ends_with("/users.json");
        let users = pack.names().iter().map(|(name, _)| name.as_str()).filter(ends);
        let root = users.min_by_key(|name| name.matches('/').count());
        let root = root.ok_or(ImportError::Missing("a Slack export", "users.json"))?;
        let root = root.trim_end_matches("users.json").to_owned();
        let names = pack.names().to_vec();
        let unsafe_names = pack.unsafe_names;
        let mut export =
            Self { pack, lists: HashMap::new(), folders: HashMap::new(), unsafe_names, other_files: 0 };
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

    /// The text of a file in the folder of `users.json`; none if there is no such file.
    pub fn list(&mut self, name: &str) -> Result<Option<String>, ImportError> {
        self.lists.get(name).copied().map(|index| self.read(index).map(|(_, text)| text)).transpose()
    }

    /// Removes and returns the days of a folder, in order; none if there is no such folder.
    pub fn take_days(&mut self, folder: &str) -> Option<Vec<usize>> {
        let folder: String = folder.nfc().collect();
        self.folders.remove(&folder).map(|days| days.into_values().collect())
    }

    /// Days in folders that belong to no channel.
    pub fn days_left(&self) -> u64 {
        self.folders.values().map(|days| days.len() as u64).sum()
    }

    /// An entry's name and text.
    pub fn read(&mut self, index: usize) -> Result<(String, String), ImportError> {
        self.pack.text(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        assert!(is_day("2024-01-31.json"));
        for other in ["2024-1-31.json", "canvas.json", "2024-01-31.txt", "åååå-01-31.json"] {
            assert!(!is_day(other), "{other}");
        }
    }
}
