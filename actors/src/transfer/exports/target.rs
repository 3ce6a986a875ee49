//! The file that is written.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::ExportError;

/// Name of the file of lines within the zip file.
const LINES: &str = "import.jsonl";

/// A zip file with a temporary name until it is complete; deleted if it never is.
pub struct Target {
    zip: Option<ZipWriter<BufWriter<File>>>,
    part: PathBuf,
    whole: PathBuf,
}

fn options(method: CompressionMethod) -> SimpleFileOptions {
    // Reproducible: the same content gives the same bytes, because no entry has a time.
    SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o600)
        .large_file(true)
}

impl Target {
    /// Begins the file of lines. No file may exist at the path yet.
    pub fn begin(whole: &Path) -> Result<Self, ExportError> {
        let failed = |why| ExportError::File { file: whole.display().to_string(), why };
        if whole.exists() {
            return Err(failed(std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
        }
        let mut name = whole.as_os_str().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(name);
        let _ = std::fs::remove_file(&part);
        let file = OpenOptions::new()
            .write(true)
            .read(true)
            .create_new(true)
            .mode(0o600)
            .open(&part)
            .map_err(failed)?;
        let mut zip = ZipWriter::new(BufWriter::new(file));
        zip.start_file(LINES, options(CompressionMethod::Deflated))?;
        Ok(Self { zip: Some(zip), part, whole: whole.to_owned() })
    }

    fn zip(&mut self) -> Result<&mut ZipWriter<BufWriter<File>>, ExportError> {
        self.zip.as_mut().ok_or_else(|| std::io::Error::from(std::io::ErrorKind::BrokenPipe).into())
    }

    pub fn line(&mut self, line: &Value) -> Result<(), ExportError> {
        let zip = self.zip()?;
        serde_json::to_writer(&mut *zip, line)?;
        zip.write_all(b"\n")?;
        Ok(())
    }

    /// Begins an attached file.
    pub fn begin_file(&mut self, name: &str) -> Result<(), ExportError> {
        // Most are compressed already.
        Ok(self.zip()?.start_file(name, options(CompressionMethod::Stored))?)
    }

    pub fn write(&mut self, piece: &[u8]) -> Result<(), ExportError> {
        Ok(self.zip()?.write_all(piece)?)
    }

    /// Completes the file, syncs it to disk and gives it its name.
    pub fn finish(mut self) -> Result<(), ExportError> {
        if let Some(zip) = self.zip.take() {
            let file = zip.finish()?.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            file.sync_all()?;
        }
        let failed = |why| ExportError::File { file: self.whole.display().to_string(), why };
        // Fails if the name was taken in the meantime.
        std::fs::hard_link(&self.part, &self.whole).map_err(failed)
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        drop(self.zip.take());
        let _ = std::fs::remove_file(&self.part);
    }
}
