//! The container of an export: a zip file, or a single file. Read in place: nothing is unpacked to disk, and the
//! unpacked size is limited while reading.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use zip::ZipArchive;

use super::ImportError;

/// Maximum number of files in a zip.
pub const ENTRIES_MAX: usize = 200_000;
/// Maximum unpacked size in bytes of a file that is read as a whole.
pub const FILE_MAX: u64 = 256 << 20;
/// Maximum unpacked size in bytes of everything that is read.
pub const TOTAL_MAX: u64 = 20 << 30;
/// Compression ratio above which a file larger than [`RATIO_FROM`] is refused as a zip bomb.
const RATIO_MAX: u64 = 200;
const RATIO_FROM: u64 = 64 << 20;

enum Content {
    Zip(Box<ZipArchive<BufReader<File>>>),
    /// A single, uncompressed file.
    Plain(PathBuf),
}

/// An open export.
pub struct Pack {
    content: Content,
    /// Every file: its name, with `/` between folders, and its index.
    names: Vec<(String, usize)>,
    /// Entries whose names would escape the archive (path traversal).
    pub unsafe_names: u64,
    read: u64,
}

/// The name with `/` between folders; none if it would escape the archive or is not a valid name.
pub fn safe(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    let climbs = name.split('/').any(|part| part == "..");
    (!name.is_empty() && !name.starts_with('/') && !is_drive && !climbs && !name.contains('\0'))
        .then(|| name.nfc().collect())
}

/// Whether a name ends in this extension.
pub fn is_kind(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case(extension))
}

/// Counts bytes read and fails above the limits.
struct Measured<'a, R> {
    inner: R,
    name: &'a str,
    packed: u64,
    size: u64,
    total: &'a mut u64,
    most: u64,
    harm: Option<ImportError>,
}

impl<R: Read> Read for Measured<'_, R> {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let many = self.inner.read(part)?;
        self.size += many as u64;
        *self.total += many as u64;
        let name = || self.name.to_owned();
        self.harm = if self.size > self.most {
            Some(ImportError::TooLarge { entry: name(), limit: self.most >> 20 })
        } else if self.size > RATIO_FROM && self.size / RATIO_MAX > self.packed {
            Some(ImportError::Bomb(name()))
        } else if *self.total > TOTAL_MAX {
            Some(ImportError::TooMuch(TOTAL_MAX >> 30))
        } else {
            None
        };
        if self.harm.is_some() { Err(io::Error::other("too much")) } else { Ok(many) }
    }
}

impl Pack {
    /// Opens a zip file and reads its directory; with `plain` also a file that is not a zip.
    pub fn open(path: &Path, plain: bool) -> Result<Self, ImportError> {
        let unopened = |why| ImportError::Open { file: path.display().to_string(), why };
        let mut file = File::open(path).map_err(unopened)?;
        if file.metadata().map_err(unopened)?.is_dir() {
            return Err(ImportError::NotZip("it is a folder".to_owned()));
        }
        let mut mark = [0; 2];
        if plain && !(file.read_exact(&mut mark).is_ok() && mark == *b"PK") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let content = Content::Plain(path.to_owned());
            return Ok(Self { content, names: vec![(name, 0)], unsafe_names: 0, read: 0 });
        }
        let file = File::open(path).map_err(unopened)?;
        let mut archive =
            ZipArchive::new(BufReader::new(file)).map_err(|why| ImportError::NotZip(why.to_string()))?;
        if archive.len() > ENTRIES_MAX {
            return Err(ImportError::TooMany(archive.len(), ENTRIES_MAX));
        }
        let mut unsafe_names = 0;
        let mut names = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            let Ok(entry) = archive.by_index_raw(index) else { continue };
            // Some tools write UTF-8 names without setting the flag.
            let name =
                std::str::from_utf8(entry.name_raw()).map_or_else(|_| entry.name().to_owned(), str::to_owned);
            match safe(&name) {
                Some(name) if entry.is_file() && !name.starts_with("__MACOSX/") => names.push((name, index)),
                Some(_) => {}
                None => unsafe_names += 1,
            }
        }
        Ok(Self { content: Content::Zip(Box::new(archive)), names, unsafe_names, read: 0 })
    }

    /// Every file, by name and index.
    pub fn names(&self) -> &[(String, usize)] {
        &self.names
    }

    /// The unpacked size that a file declares.
    pub fn size(&mut self, index: usize) -> u64 {
        match &mut self.content {
            Content::Zip(archive) => archive.by_index_raw(index).map_or(0, |entry| entry.size()),
            Content::Plain(path) => std::fs::metadata(&*path).map_or(0, |about| about.len()),
        }
    }

    fn name(&self, index: usize) -> String {
        // Sorted by index.
        let found = self.names.binary_search_by_key(&index, |(_, at)| *at);
        let name = found.ok().and_then(|n| self.names.get(n)).map(|(name, _)| name.clone());
        name.unwrap_or_else(|| format!("entry {index}"))
    }

    /// Streams a file, at most `most` bytes of it.
    pub fn with<T>(
        &mut self,
        index: usize,
        most: u64,
        work: impl FnOnce(&str, &mut dyn BufRead) -> Result<T, ImportError>,
    ) -> Result<T, ImportError> {
        let name = self.name(index);
        let unreadable = |why: String| ImportError::Unreadable { entry: name.clone(), why };
        let (inner, packed): (Box<dyn Read + '_>, u64) = match &mut self.content {
            Content::Zip(archive) => {
                let entry = archive.by_index(index).map_err(|why| unreadable(why.to_string()))?;
                let packed = entry.compressed_size();
                (Box::new(entry), packed)
            }
            Content::Plain(path) => {
                let file = File::open(&*path).map_err(|why| unreadable(why.to_string()))?;
                let size = file.metadata().map_or(u64::MAX, |about| about.len());
                (Box::new(file), size)
            }
        };
        let measured =
            Measured { inner, name: &name, packed, size: 0, total: &mut self.read, most, harm: None };
        let mut reader = BufReader::with_capacity(64 << 10, measured);
        let done = work(&name, &mut reader);
        match reader.into_inner().harm {
            Some(harm) => Err(harm),
            None => done,
        }
    }

    /// A file's bytes, at most `most`.
    pub fn bytes(&mut self, index: usize, most: u64) -> Result<Vec<u8>, ImportError> {
        self.with(index, most, |name, reader| {
            let mut bytes = Vec::new();
            let read = reader.read_to_end(&mut bytes);
            let why =
                |why: io::Error| ImportError::Unreadable { entry: name.to_owned(), why: why.to_string() };
            read.map(|_| bytes).map_err(why)
        })
    }

    /// A file's name and text. Invalid UTF-8 is replaced.
    pub fn text(&mut self, index: usize) -> Result<(String, String), ImportError> {
        let bytes = self.bytes(index, FILE_MAX)?;
        let name = self.name(index);
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned());
        // Some editors write a byte order mark.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok((name, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_escape_the_archive_are_refused() {
        for bad in
            ["../users.json", "a/../../b.json", "/etc/passwd", "C:\\users.json", "c:/x", "..\\x", "a\0b", ""]
        {
            assert_eq!(safe(bad), None, "{bad}");
        }
        assert_eq!(safe("a\\b.json").as_deref(), Some("a/b.json"));
        assert_eq!(safe("allma\u{308}nt/x").as_deref(), Some("allmänt/x"));
        assert_eq!(safe("..a/b..c").as_deref(), Some("..a/b..c"));
    }
}
