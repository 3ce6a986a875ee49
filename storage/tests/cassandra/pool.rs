//! Empty keyspaces of a real Cassandra, one per running test.
//!
//! The server is the one that KALENDER_TEST_CQL names, or one that is started for this process and ends with it.
//! Creating a keyspace with its tables takes seconds, so keyspaces are reused: the next test gets the written tables
//! emptied.

use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use scylla::client::session::Session;
use scylla::client::session_builder::SessionBuilder;
use storage::CqlSettings;
use storage::engine::cql::Cql;
use storage::table::Table;

/// A test's own keyspace; returned to the pool when dropped.
pub struct Keyspace {
    kept: Option<Kept>,
}

struct Kept {
    engine: Arc<Cql>,
    settings: CqlSettings,
    session: Arc<Session>,
    runtime: Arc<tokio::runtime::Runtime>,
    tables: Vec<&'static Table>,
}

static FREE: Mutex<Vec<Kept>> = Mutex::new(Vec::new());
static MADE: AtomicU32 = AtomicU32::new(0);
static SERVER: LazyLock<String> = LazyLock::new(server);

impl Drop for Keyspace {
    fn drop(&mut self) {
        FREE.lock().unwrap().extend(self.kept.take());
    }
}

impl Keyspace {
    /// An empty one with these tables, which must be the same in every call of a process.
    pub async fn take(tables: Vec<&'static Table>, version: i64) -> Self {
        let kept = FREE.lock().unwrap().pop();
        let kept = match kept {
            Some(kept) => kept.emptied().await,
            None => Kept::made(tables, version).await,
        };
        Self { kept: Some(kept) }
    }

    fn kept(&self) -> &Kept {
        self.kept.as_ref().unwrap()
    }

    /// An engine over it, which earlier tests may have used.
    pub fn engine(&self) -> Arc<Cql> {
        Arc::clone(&self.kept().engine)
    }

    /// Settings to connect to it.
    pub fn settings(&self) -> CqlSettings {
        self.kept().settings.clone()
    }
}

/// Settings to connect to a keyspace of that name.
pub fn settings_of(server: &str, keyspace: &str) -> CqlSettings {
    CqlSettings {
        nodes: vec![server.to_owned()],
        keyspace: keyspace.to_owned(),
        replication: 1,
        ..CqlSettings::default()
    }
}

/// A new keyspace name.
pub fn name() -> String {
    format!("t{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed))
}

/// The server's address.
pub fn address() -> &'static str {
    &SERVER
}

impl Kept {
    async fn made(tables: Vec<&'static Table>, version: i64) -> Self {
        let name = name();
        let settings = settings_of(&SERVER, &name);
        // The driver's tasks outlive the test that creates them.
        let runtime = Arc::new(
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap(),
        );
        let keyspace = name.clone();
        let session = runtime
            .spawn(async move {
                let session = SessionBuilder::new().known_node(&*SERVER).build().await.unwrap();
                // Without durable writes: the data are deleted a moment later.
                let make = format!(
                    "CREATE KEYSPACE {keyspace} WITH replication = {{'class': 'NetworkTopologyStrategy', \
                     'replication_factor': 1}} AND durable_writes = false"
                );
                session.query_unpaged(make, ()).await.unwrap();
                session.use_keyspace(&keyspace, false).await.unwrap();
                Arc::new(session)
            })
            .await
            .unwrap();
        let engine = Arc::new(Cql::open(&settings, tables.clone(), version).await.unwrap());
        Self { engine, settings, session, runtime, tables }
    }

    /// Finds the tables that were written, and empties those.
    async fn emptied(self) -> Self {
        let (session, tables) = (Arc::clone(&self.session), self.tables.clone());
        let emptying = self.runtime.spawn(async move {
            try_join_all(tables.iter().map(async |table| {
                let name = table.home().name;
                let any = format!("SELECT {} FROM {name} LIMIT 1", table.partition[0].name);
                let found = session.query_unpaged(any, ()).await?;
                if found.into_rows_result().unwrap().rows_num() > 0 {
                    session.query_unpaged(format!("TRUNCATE {name}"), ()).await?;
                }
                Ok::<_, scylla::errors::ExecutionError>(())
            }))
            .await
            .unwrap();
        });
        emptying.await.unwrap();
        self
    }
}

fn here() -> PathBuf {
    // Relative to whichever package compiles this file.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../storage/tests/cassandra")
}

fn server() -> String {
    if let Ok(address) = std::env::var("KALENDER_TEST_CQL")
        && !address.is_empty()
    {
        return address;
    }
    let home = here().join("../../../target/cassandra");
    forget_the_dead(&home);
    let folder = home.join(format!("of-{}", std::process::id()));
    let server = Server::start(&folder, free_port(), true);
    let address = server.address();
    // Kept for the rest of the process.
    std::mem::forget(server);
    address
}

/// Removes data of servers of earlier runs, which could not clean up themselves.
fn forget_the_dead(home: &Path) {
    for entry in std::fs::read_dir(home).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix("of-"));
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A port with a free one after it. Below the kernel's ephemeral ports: an outgoing connection could take the port of a
/// server that is killed and restarted.
pub fn free_port() -> u16 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    let is_free = |port| TcpListener::bind(("127.0.0.1", port)).is_ok();
    for _ in 0..500 {
        let n = std::process::id() * 4 + TAKEN.fetch_add(1, Ordering::Relaxed);
        let port = 32_000 - (n % 1_000 * 2) as u16;
        if is_free(port) && is_free(port + 1) {
            return port;
        }
    }
    panic!("no free ports");
}

/// A Cassandra started by this process and ended when dropped. Its data stay.
pub struct Server {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl Server {
    /// Starts a server with its data in `folder` and waits until it answers; otherwise panics with its output. One that
    /// `is_passing` cannot be restarted on its data.
    pub fn start(folder: &Path, port: u16, is_passing: bool) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let mut command = Command::new(here().join("run.sh"));
        command.arg(folder).arg(port.to_string()).args(is_passing.then_some("passing")).stdin(Stdio::null());
        // The kernel ends it with the thread that started it: use one that stays.
        let (sender, started) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            sender.send(command.spawn()).unwrap();
            loop {
                std::thread::park();
            }
        });
        let child = started.recv().unwrap().expect("storage/tests/cassandra/run.sh");
        let mut server = Self { child, port, folder: folder.to_owned() };
        server.wait();
        server
    }

    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Like kill -9.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn wait(&mut self) {
        let give_up = Instant::now() + Duration::from_secs(300);
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none() && Instant::now() < give_up, "no Cassandra: {ended:?}\n{}", self.said());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn said(&self) -> String {
        let mut said = String::new();
        if let Ok(mut log) = std::fs::File::open(self.folder.join("log")) {
            let _ = log.read_to_string(&mut said);
        }
        let lines: Vec<&str> = said.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
