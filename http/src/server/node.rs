//! A process as a node: its store, leased number and platform. Used by `serve` and all commands.

use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use actors::live::bus::{Bus, Local};
use actors::live::redis::RedisBus;
use actors::platform::ids::{Term, uptime};
use actors::platform::mail::Mail;
use actors::platform::time::now;
use actors::{Platform, Settings as PlatformSettings};
use storage::{CqlSettings, Storage};

use crate::areas::{acting, kept};
use crate::live::stomp::wire::StompWire;
use crate::platform::config::{Limits, OnOff, Settings, StoreKind};
use crate::platform::folder;
use crate::platform::start_error::StartError;

/// Duration of a node number's lease (ms).
const LEASE: i64 = 60_000;
/// Interval between renewals.
const RENEW: Duration = Duration::from_secs(10);
/// Pause before a failed renewal is tried again, so that a store that is back within the term interrupts no writes.
const RETRY: Duration = Duration::from_secs(1);
/// A node that cannot renew its lease stops writing this long (ms) after its last renewal request.
const TERM: i64 = 30_000;
/// The final message of a process that lost its number.
pub const NUMBER_LOST: &str =
    "this node's number was not renewed in time and is another's now; start it again";
/// Shortest secret, in bytes.
const SECRET_MIN: usize = 32;

/// A node's leased number; given back with [`Lease::release`].
///
/// Timing: a lease is valid in the store for [`LEASE`] and renewed every [`RENEW`]; without a renewal the node stops
/// writing [`TERM`] after its last successful request, and another node may take the number [`LEASE`] after it. The 30
/// s in between cover clock differences and writes in flight, so that no id is made twice. A node that cannot renew
/// refuses to write and resumes when it can; a node whose number is taken ends.
pub struct Lease {
    storage: Storage,
    node: u8,
    owner: String,
    /// The wall clock at the start, advanced by the monotonic clock.
    wall: i64,
    begun: i64,
    /// When the current lease was requested, by [`uptime`].
    asked: AtomicI64,
    /// When it was first requested, by [`Lease::now`]: a previous owner of the number made no later ids.
    from: i64,
}

impl Lease {
    async fn take(storage: &Storage) -> Result<Self, StartError> {
        let mut lease = Self {
            storage: storage.clone(),
            node: 0,
            owner: uuid::Uuid::new_v4().to_string(),
            wall: now(),
            begun: uptime(),
            asked: AtomicI64::new(0),
            from: 0,
        };
        loop {
            lease.asked.store(uptime(), Ordering::Relaxed);
            lease.from = lease.now();
            match storage.nodes.lease(&lease.owner, lease.from, LEASE).await? {
                Some(node) => {
                    lease.node = node;
                    return Ok(lease);
                }
                // Numbers of dead nodes are free again soon.
                None if uptime() - lease.begun < LEASE => {
                    tracing::warn!("all 63 node numbers are in use; waiting for one");
                    tokio::time::sleep(RETRY * 2).await;
                }
                None => return Err(StartError::Plain("all 63 node numbers are in use".to_owned())),
            }
        }
    }

    /// Epoch milliseconds by a clock that never steps while this process runs.
    fn now(&self) -> i64 {
        self.wall + uptime() - self.begun
    }

    /// From now on the node writes only while its lease is valid, and makes no id that a previous owner could have
    /// made.
    fn bind(&self, platform: &Platform) {
        platform.ids.start_at(self.from);
        self.prolong(&platform.term);
    }

    fn prolong(&self, term: &Term) {
        term.end_at(self.asked.load(Ordering::Relaxed) + TERM);
    }

    /// Renews the lease until another owns the number; then nothing more may be written.
    pub async fn keep(&self, term: &Term) {
        let mut pause = RENEW;
        loop {
            tokio::time::sleep(pause).await;
            let asked = uptime();
            match self.storage.nodes.renew(self.node, &self.owner, self.now(), LEASE).await {
                Ok(true) => {
                    if term.is_over() {
                        tracing::info!("the node's number is renewed: it writes again");
                    }
                    self.asked.store(asked, Ordering::Relaxed);
                    self.prolong(term);
                    // An answer may come so late that the term is over nevertheless.
                    pause = if term.is_over() { RETRY } else { RENEW };
                }
                Ok(false) => return term.end_at(0),
                Err(error) => {
                    tracing::warn!(%error, "the node's number was not renewed");
                    pause = RETRY;
                }
            }
        }
    }

    /// Releases the number; no ids are made under it any more.
    pub async fn release(&self, platform: &Platform) {
        let free_from = self.now().max(platform.ids.end());
        if let Err(error) = self.storage.nodes.release(self.node, &self.owner, free_from).await {
            tracing::warn!(%error, "the node's number was not given back; it is free again in a minute");
        }
    }
}

/// The embedded store's file.
pub fn store_file(settings: &Settings) -> PathBuf {
    settings.data.join("kalender.db")
}

/// Opens the configured store read-only: nothing is created or written in the embedded one.
pub async fn open_store_to_read(settings: &Settings) -> Result<Storage, StartError> {
    match settings.store {
        StoreKind::Sqlite => Ok(Storage::open_sqlite_to_read(&store_file(settings), &kept(settings.more))?),
        StoreKind::Cql => connect(settings).await,
    }
}

/// Opens the configured store, creates or upgrades its tables, and migrates its data.
pub async fn open_store(settings: &Settings) -> Result<Storage, StartError> {
    let storage = connect(settings).await?;
    storage.migrate_data().await?;
    Ok(storage)
}

async fn connect(settings: &Settings) -> Result<Storage, StartError> {
    match settings.store {
        StoreKind::Sqlite => Ok(Storage::open_sqlite(&store_file(settings), &kept(settings.more))?),
        StoreKind::Cql => {
            let more = kept(settings.more);
            let settings = CqlSettings {
                nodes: settings.cql_nodes.clone(),
                keyspace: settings.cql_keyspace.clone(),
                replication: settings.cql_replication,
                datacenter: settings.cql_datacenter.clone(),
                credentials: credentials(settings)?,
            };
            Ok(Storage::open_cql(&settings, &more).await?)
        }
    }
}

/// User and password of the store, if configured. A trailing line break in the file is not part of the password.
fn credentials(settings: &Settings) -> Result<Option<(String, String)>, StartError> {
    let (Some(user), Some(file)) = (&settings.cql_user, &settings.cql_password_file) else { return Ok(None) };
    let failed = StartError::io(format!("the store's password in {} cannot be read", file.display()));
    let password = std::fs::read_to_string(file).map_err(failed)?;
    Ok(Some((user.clone(), password.trim_end_matches(['\r', '\n']).to_owned())))
}

/// Opens the bus between nodes.
fn open_bus(settings: &Settings, secret: &[u8], node: u8) -> Result<Box<dyn Bus>, StartError> {
    let Some(url) = &settings.redis_url else {
        // Without other nodes the bus cannot be down.
        metrics::gauge!("bus_up").set(1.0);
        return Ok(Box::new(Local));
    };
    match RedisBus::open(url, secret, node) {
        Ok(bus) => Ok(Box::new(bus)),
        Err(error) => Err(StartError::Plain(format!("KALENDER_REDIS_URL: {error}"))),
    }
}

/// The secret that signs sessions. That of the data directory is created on first start; a configured file must exist,
/// as a typo in its name would give each node its own secret.
fn secret(settings: &Settings) -> Result<Vec<u8>, StartError> {
    let path = &settings.secret_path();
    match std::fs::read(path) {
        Ok(secret) if secret.len() >= SECRET_MIN => {
            if folder::is_open_to_others(path) {
                // Not refused: some systems cannot provide secrets otherwise, and a node that does not start serves
                // nobody.
                tracing::error!(
                    file = %path.display(),
                    "the secret can be read by others on this machine, and whoever has it can be anybody: chmod 600"
                );
            }
            Ok(secret)
        }
        Ok(_) => Err(StartError::Plain(format!("the secret in {} is shorter than 32 bytes", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound && settings.secret_file.is_none() => {
            make_secret(path)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StartError::Plain(format!(
            "KALENDER_SECRET_FILE names {}, which is not there; make it: head -c 48 /dev/urandom > {0} && chmod 600 {0}",
            path.display()
        ))),
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
    // Written beside, then linked: another process that starts at the same time sees a complete secret or none.
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
    let plain = |error: actors::platform::mail::MailError| StartError::Plain(error.to_string());
    match settings.smtp().map_err(StartError::Plain)? {
        Some(server) => Mail::smtp(&server, &settings.mail_from).map_err(plain),
        None => Mail::outbox(settings.data.join("outbox"), &settings.mail_from).map_err(plain),
    }
}

/// Starts a node: store, number, platform. It publishes nothing before its bus is started.
pub async fn start(settings: &Settings) -> Result<(Platform, Lease), StartError> {
    let files = settings.files_home().map_err(StartError::Plain)?;
    let storage = open_store(settings).await?;
    // Before the first mail or picture, and after the store has created its files.
    folder::close_to_others(&settings.data);
    let lease = Lease::take(&storage).await?;
    storage
        .jobs
        .begin(actors::platform::time::now())
        .await
        .map_err(|error| StartError::Plain(error.to_string()))?;
    let public_url = settings.public_url.clone().unwrap_or_else(|| format!("http://{}", settings.listen));
    let secret = secret(settings)?;
    let bus = open_bus(settings, &secret, lease.node)?;
    let platform = Platform::new(
        storage,
        lease.node,
        PlatformSettings {
            public_url,
            max_connections_per_user: settings.max_connections_per_user as usize,
            hidden_after: Duration::from_secs(settings.hidden_after.into()),
            limits: (settings.limits == Limits::Default).then(|| settings.limiting.rates()),
            quotas: settings.limiting.quotas(),
            trusted_proxies: settings.limiting.networks().map_err(StartError::Plain)?,
            secret,
            files,
            antivirus: settings.antivirus().map_err(StartError::Plain)?.into(),
            push: settings.push().map_err(StartError::Plain)?,
            link_previews: settings.link_previews == OnOff::On,
            outward: settings.outward().map_err(StartError::Plain)?,
            sms: match &settings.sms_url {
                Some(url) => actors::platform::sms::Way::Gateway(url.clone()),
                None => actors::platform::sms::Way::Outbox(settings.data.join("outbox")),
            },
            inbox: settings.inbox().map_err(StartError::Plain)?,
        },
        mail(settings)?,
        bus,
        Box::new(StompWire),
        acting(settings.more),
    )
    .map_err(StartError::io("the place for files cannot be opened"))?;
    lease.bind(&platform);
    Ok((platform, lease))
}
