//! Storage for files: a local folder, or an S3 bucket.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::buffered::BufWriter;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::prefix::PrefixStore;
use object_store::{
    ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt as _, PutPayload, RetryConfig,
};
use tokio::io::AsyncWriteExt;

use crate::platform::error::{Refusal, RefusalKind, Result};

/// Bytes gathered before they are sent: the smallest part that S3 takes, and less for a folder.
const PART: usize = 5 * 1024 * 1024;
const PIECE: usize = 512 * 1024;
/// Concurrent parts of one upload.
const AT_ONCE: usize = 2;
/// Timeouts of a bucket; a person waits meanwhile.
const CONNECT: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(60);
const RETRIES: Duration = Duration::from_secs(8);

/// Where files are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    Folder(PathBuf),
    /// S3 or compatible; keys, region and endpoint come from the usual `AWS_…` variables.
    Bucket {
        name: String,
        prefix: String,
    },
}

impl From<PathBuf> for Home {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl Home {
    /// Parses the setting: a folder, or `s3://bucket/prefix`. None: another scheme, or a bucket without a name.
    pub fn read(text: &str) -> Option<Self> {
        let Some((scheme, rest)) = text.split_once("://") else { return Some(Self::Folder(text.into())) };
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        (scheme == "s3" && !name.is_empty() && name.chars().all(fits))
            .then(|| Self::Bucket { name: name.to_owned(), prefix: prefix.trim_matches('/').to_owned() })
    }
}

/// An open [`Home`].
#[derive(Clone)]
pub struct Store {
    objects: Arc<dyn ObjectStore>,
    /// The folder, if it is one; needed to sync files to disk.
    folder: Option<Arc<LocalFileSystem>>,
}

pub use crate::platform::pictures::Content;

pub(crate) fn away(error: &object_store::Error) -> Refusal {
    tracing::error!(%error, "the file store does not answer");
    let text = "Filer kan inte hämtas eller sparas just nu. Försök igen om en stund.";
    Refusal { retry_after: Some(5), ..Refusal::new(RefusalKind::Busy, "FILES_UNAVAILABLE", text) }
}

impl Store {
    /// As [`Store::open`] without creating anything; none: the folder does not exist.
    pub(crate) fn open_existing(home: &Home) -> Result<Option<Self>> {
        match home {
            Home::Folder(folder) if !folder.is_dir() => Ok(None),
            _ => Self::open(home).map(Some).map_err(|_| Refusal::busy()),
        }
    }

    /// Creates a missing folder; a bucket is not contacted yet.
    pub fn open(home: &Home) -> std::io::Result<Self> {
        match home {
            Home::Folder(folder) => {
                std::fs::create_dir_all(folder)?;
                let folder = LocalFileSystem::new_with_prefix(folder).map_err(std::io::Error::other)?;
                let folder = Arc::new(folder.with_automatic_cleanup(true));
                Ok(Self { objects: Arc::clone(&folder) as Arc<dyn ObjectStore>, folder: Some(folder) })
            }
            Home::Bucket { name, prefix } => {
                // The client uses the process's crypto provider; it may already be set to the same one.
                let _ = rustls::crypto::ring::default_provider().install_default();
                let http = std::env::var("AWS_ENDPOINT_URL").is_ok_and(|url| url.starts_with("http://"));
                let client = ClientOptions::new()
                    .with_allow_http(http)
                    .with_connect_timeout(CONNECT)
                    .with_timeout(PATIENCE);
                let retry = RetryConfig { max_retries: 3, retry_timeout: RETRIES, ..RetryConfig::default() };
                let bucket = AmazonS3Builder::from_env()
                    .with_bucket_name(name)
                    .with_client_options(client)
                    .with_retry(retry)
                    .build()
                    .map_err(std::io::Error::other)?;
                let objects: Arc<dyn ObjectStore> = Arc::new(PrefixStore::new(bucket, prefix.as_str()));
                Ok(Self { objects, folder: None })
            }
        }
    }

    /// The underlying object store.
    pub fn objects(&self) -> Arc<dyn ObjectStore> {
        Arc::clone(&self.objects)
    }

    /// Begins to write an object; it appears with [`Store::finish`].
    pub(crate) fn begin(&self, path: &ObjectPath) -> BufWriter {
        let part = if self.folder.is_some() { PIECE } else { PART };
        BufWriter::with_capacity(self.objects(), path.clone(), part).with_max_concurrency(AT_ONCE)
    }

    /// Completes an object durably.
    pub(crate) async fn finish(&self, path: &ObjectPath, mut writer: BufWriter) -> Result<()> {
        writer.shutdown().await.map_err(|error| {
            away(&object_store::Error::Generic { store: "files", source: Box::new(error) })
        })?;
        self.settle(path).await
    }

    /// Writes an object durably.
    pub(crate) async fn put(&self, path: &ObjectPath, bytes: Vec<u8>) -> Result<()> {
        self.objects.put(path, PutPayload::from(bytes)).await.map_err(|e| away(&e))?;
        self.settle(path).await
    }

    /// Syncs a folder's file to disk.
    async fn settle(&self, path: &ObjectPath) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = folder.path_to_filesystem(path).map_err(|e| away(&e))?;
        let synced = tokio::task::spawn_blocking(move || {
            std::fs::File::open(&file)?.sync_all()?;
            file.parent().map_or(Ok(()), |folder| std::fs::File::open(folder)?.sync_all())
        });
        let synced = synced.await.map_err(|_| Refusal::internal())?;
        synced
            .map_err(|error| away(&object_store::Error::Generic { store: "files", source: Box::new(error) }))
    }

    /// The whole object; none: it does not exist.
    pub(crate) async fn read(&self, path: &ObjectPath) -> Result<Option<Vec<u8>>> {
        let found = match self.objects.get(path).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(away(&error)),
        };
        Ok(Some(found.bytes().await.map_err(|e| away(&e))?.to_vec()))
    }

    /// A range of an object, or all of it, piece by piece; none: it does not exist.
    pub(crate) async fn stream(
        &self,
        path: &ObjectPath,
        range: Option<std::ops::Range<u64>>,
    ) -> Result<Option<Content>> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        match self.objects.get_opts(path, options).await {
            Ok(found) => Ok(Some(found.into_stream().boxed())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(away(&error)),
        }
    }

    /// Removes an object if it exists.
    pub(crate) async fn remove(&self, path: &ObjectPath) -> Result<()> {
        match self.objects.delete(path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(away(&error)),
        }
    }

    /// Removes everything below a path.
    pub(crate) async fn remove_below(&self, path: &ObjectPath) -> Result<()> {
        let found = self.objects.list(Some(path)).map_ok(|object| object.location);
        let found: Vec<ObjectPath> = found.try_collect().await.map_err(|e| away(&e))?;
        for path in &found {
            self.remove(path).await?;
        }
        Ok(())
    }

    /// The names of the objects below a folder.
    pub(crate) async fn list(&self, folder: &str) -> Result<Vec<String>> {
        let folder = ObjectPath::from(folder);
        let found = self.objects.list(Some(&folder));
        let named = found.map_ok(|object| object.location.filename().unwrap_or_default().to_owned());
        named.try_collect().await.map_err(|e| away(&e))
    }

    /// The names of all files of messages.
    pub async fn names(&self) -> Result<Vec<String>> {
        let folder = ObjectPath::from("chat");
        let found = self.objects.list(Some(&folder)).map_ok(|object| object.location.to_string());
        found.try_collect().await.map_err(|e| away(&e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_or_a_bucket() {
        let bucket = |name: &str, prefix: &str| {
            Some(Home::Bucket { name: name.to_owned(), prefix: prefix.to_owned() })
        };
        assert_eq!(Home::read("/srv/files"), Some(Home::Folder("/srv/files".into())));
        assert_eq!(Home::read("s3://kalender-filer"), bucket("kalender-filer", ""));
        assert_eq!(Home::read("s3://b/deep/er/"), bucket("b", "deep/er"));
        for wrong in ["http://x/y", "s3://", "s3:///x", "s3://a b/c"] {
            assert_eq!(Home::read(wrong), None, "{wrong}");
        }
    }
}
