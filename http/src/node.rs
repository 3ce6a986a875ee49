//! One process as a node: its store, its leased number, its platform. Used by `serve` and by every command.

use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use actors::bus::Local;
use actors::mail::Mail;
use actors::time::now;
use actors::{Platform, Settings as PlatformSettings};
use storage::Storage;

use crate::config::{Limits, Settings, StoreKind};
use crate::stomp::wire::StompWire;

/// A node's number is leased for this long (ms), and renewed three times as often.
const LEASE: i64 = 30_000;
/// Shortest secret, in bytes.
const SECRET_MIN: usize = 32;

/// Why a node cannot start: one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Plain(String),
    #[error("the store cannot be opened: {0}")]
    Store(#[from] storage::Error),
    #[error("{what}: {error}")]
    Io { what: String, error: io::Error },
}

impl StartError {
    fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |error| Self::Io { what, error }
    }
}

/// A node's place among the others; given back with [`Lease::release`].
pub struct Lease {
    storage: Storage,
    node: u8,
    owner: String,
}

impl Lease {
    async fn take(storage: &Storage) -> Result<Self, StartError> {
        let owner = uuid::Uuid::new_v4().to_string();
        match storage.nodes.lease(&owner, now(), LEASE).await? {
            Some(node) => Ok(Self { storage: storage.clone(), node, owner }),
            None => Err(StartError::Plain("all 63 node numbers are in use".to_owned())),
        }
    }

    /// Keeps the number until it is lost; then nothing more may be written under it.
    pub async fn keep(&self) {
        let mut renewed = now();
        loop {
            tokio::time::sleep(Duration::from_millis(LEASE as u64 / 3)).await;
            match self.storage.nodes.renew(self.node, &self.owner, now(), LEASE).await {
                Ok(true) => renewed = now(),
                Ok(false) => return,
                // A store that does not answer is no reason to stop before the lease is over.
                Err(error) => {
                    tracing::warn!(%error, "the node's number was not renewed");
                    if now() - renewed > LEASE {
                        return;
                    }
                }
            }
        }
    }

    /// Gives the number back.
    pub async fn release(&self) {
        if let Err(error) = self.storage.nodes.release(self.node, &self.owner).await {
            tracing::warn!(%error, "the node's number was not given back; it is free again in half a minute");
        }
    }
}

/// Opens the configured store, making or upgrading its tables.
pub fn open_store(settings: &Settings) -> Result<Storage, StartError> {
    match settings.store {
        StoreKind::Sqlite => Ok(Storage::open_sqlite(&settings.data.join("kalender.db"))?),
        StoreKind::Cql => {
            Err(StartError::Plain("KALENDER_STORE=cql is not built yet; use sqlite".to_owned()))
        }
    }
}

/// The secret that signs sessions, made on first start.
fn secret(path: &Path) -> Result<Vec<u8>, StartError> {
    match std::fs::read(path) {
        Ok(secret) if secret.len() >= SECRET_MIN => Ok(secret),
        Ok(_) => Err(StartError::Plain(format!("the secret in {} is shorter than 32 bytes", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make_secret(path),
        Err(error) => Err(StartError::io(format!("the secret in {} cannot be read", path.display()))(error)),
    }
}

fn make_secret(path: &Path) -> Result<Vec<u8>, StartError> {
    use io::Write as _;
    let secret: [u8; 64] = rand::random();
    let failed = || StartError::io(format!("the secret cannot be written to {}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed())?;
    }
    // Beside, then linked: another process that starts at the same time sees a whole secret or none.
    let part = path.with_extension(format!("{}.part", std::process::id()));
    let mut options = std::fs::OpenOptions::new();
    let mut file =
        options.write(true).create(true).truncate(true).mode(0o600).open(&part).map_err(failed())?;
    file.write_all(&secret).and_then(|()| file.sync_all()).map_err(failed())?;
    let linked = std::fs::hard_link(&part, path);
    let _ = std::fs::remove_file(&part);
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(failed()(error)),
        _ => std::fs::read(path).map_err(failed()),
    }
}

fn mail(settings: &Settings) -> Result<Mail, StartError> {
    let plain = |error: actors::mail::MailError| StartError::Plain(error.to_string());
    match &settings.smtp_url {
        Some(url) => Mail::smtp(url, &settings.mail_from).map_err(plain),
        None => Mail::outbox(settings.data.join("outbox"), &settings.mail_from).map_err(plain),
    }
}

/// Starts a node: store, number, platform.
pub async fn start(settings: &Settings) -> Result<(Platform, Lease), StartError> {
    std::fs::create_dir_all(&settings.data)
        .map_err(StartError::io(format!("the data directory {} cannot be made", settings.data.display())))?;
    if settings.redis_url.is_some() {
        return Err(StartError::Plain(
            "KALENDER_REDIS_URL: several nodes are not built yet; leave it out".to_owned(),
        ));
    }
    let files = match &settings.files {
        None => settings.data.join("files"),
        Some(url) if url.contains("://") => {
            return Err(StartError::Plain(
                "KALENDER_FILES: s3 is not built yet; name a directory".to_owned(),
            ));
        }
        Some(folder) => folder.into(),
    };
    let storage = open_store(settings)?;
    let lease = Lease::take(&storage).await?;
    let public_url = settings.public_url.clone().unwrap_or_else(|| format!("http://{}", settings.listen));
    let platform = Platform::new(
        storage,
        lease.node,
        PlatformSettings {
            public_url,
            max_connections_per_user: settings.max_connections_per_user as usize,
            limits: settings.limits == Limits::Default,
            secret: secret(&settings.secret_path())?,
            files,
        },
        mail(settings)?,
        Box::new(Local),
        Box::new(StompWire),
    )
    .map_err(StartError::io("the folder for pictures cannot be opened"))?;
    Ok((platform, lease))
}
