//! The release binary as a process: started, asked by its command line, watched through `/proc`, stopped.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal};

use tokio::net::TcpStream;

use crate::Result;
use crate::http::Http;
use crate::stat::Stat;

/// How long a start or an end may take: the first on a cluster makes a hundred tables, one after the other.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long that of another program may take: some of them wake a virtual machine.
const OTHERS_PATIENCE: Duration = Duration::from_secs(90);
/// Who uses less of a core than this has nothing to do; how long that is looked at.
const RESTING: f64 = 0.03;
const LOOK: Duration = Duration::from_secs(2);
/// How long it may be busy with what was put into the store.
const LONGEST_WORK: Duration = Duration::from_secs(30 * 60);
/// Enough for every case on either side.
const OPEN_FILES: u64 = 65_536;
/// `f_type` of a disk that is only memory.
const TMPFS: i64 = 0x0102_1994;

/// As many open files as the machine lets us have, for the server too; answers how many.
pub fn raise_open_files() -> Result<u64> {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX);
    // An administrator may have more than they were given.
    let more = Rlimit { current: Some(OPEN_FILES), maximum: Some(OPEN_FILES) };
    if most < OPEN_FILES && rustix::process::setrlimit(Resource::Nofile, more).is_ok() {
        return Ok(OPEN_FILES);
    }
    rustix::process::setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })?;
    Ok(most)
}

/// Durable sends on a disk in memory would say nothing.
pub fn refuse_memory_disk(folder: &Path) -> Result<()> {
    if rustix::fs::statfs(folder)?.f_type == TMPFS {
        return Err("the target folder lies in memory (tmpfs): set CARGO_TARGET_DIR to a disk".into());
    }
    Ok(())
}

/// Settings of a server beside the usual ones: names and values of environment variables.
pub type Settings = Vec<(&'static str, String)>;

pub struct Server {
    binary: PathBuf,
    folder: PathBuf,
    settings: Settings,
    child: Child,
    /// Where people are served.
    pub at: SocketAddr,
}

/// What a process holds, in KiB.
#[derive(Clone, Copy)]
pub struct Held {
    pub rss: u64,
    /// Pages shared with other processes count in part.
    pub pss: u64,
}

impl Server {
    /// Starts it on free ports, its data in `folder`; it is ready when this answers.
    pub async fn start(folder: &Path, settings: Settings) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let binary =
            std::env::var_os("KALENDER_BIN").map_or(env!("CARGO_BIN_EXE_kalender").into(), PathBuf::from);
        let (child, at) = spawn(&binary, folder, &settings).await?;
        Ok(Self { binary, folder: folder.to_owned(), settings, child, at })
    }

    /// Ends it and starts it anew on the same data.
    pub async fn restart(&mut self) -> Result<()> {
        self.restart_after(async |_| Ok(())).await
    }

    /// As [`Server::restart`]; between the two, `work` has the store's file to itself.
    pub async fn restart_after(&mut self, work: impl AsyncFnOnce(&Path) -> Result<()>) -> Result<()> {
        self.end()?;
        work(&self.folder.join("data/kalender.db")).await?;
        (self.child, self.at) = spawn(&self.binary, &self.folder, &self.settings).await?;
        Ok(())
    }

    pub fn stop(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        let pid = Pid::from_child(&self.child);
        rustix::process::kill_process(pid, Signal::TERM)?;
        let status = self.child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}").into()) }
    }

    /// Carries out a command of the binary on the same data; answers what it said.
    pub fn command(&self, arguments: &[&str]) -> Result<String> {
        let mut command = command(&self.binary, &self.folder, &self.settings);
        let output = command.args(arguments).stderr(Stdio::piped()).output()?;
        if !output.status.success() {
            return Err(format!("{}: {}", arguments[0], String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// CPU the process has used so far, all threads, user and system.
    pub fn spent(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        Ok(Stat::read(&stat).ok_or("no such line in stat")?.spent())
    }

    /// Waits until it has nothing to do: what was put into the store besides is then found by searches, too.
    pub async fn rests(&self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < LONGEST_WORK {
            let before = self.spent()?;
            tokio::time::sleep(LOOK).await;
            if self.spent()? - before < LOOK.mul_f64(RESTING) {
                return Ok(());
            }
        }
        Err("the server does not come to rest".into())
    }

    /// Memory of the process now.
    pub fn held(&self) -> Result<Held> {
        let text = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.child.id()))?;
        let of = |name: &str| -> Result<u64> {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
            Ok(line.ok_or("no such line in smaps_rollup")?.trim().parse()?)
        };
        Ok(Held { rss: of("Rss:")?, pss: of("Pss:")? })
    }
}

impl Drop for Server {
    /// Where something failed, nothing is left running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(binary: &Path, folder: &Path, settings: &Settings) -> Command {
    let mut command = Command::new(binary);
    // Settings of whoever measures would change what is measured.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("KALENDER_") {
            command.env_remove(name);
        }
    }
    command
        .env("KALENDER_DATA", folder.join("data"))
        .env("KALENDER_LIMITS", "off")
        .env("KALENDER_MAX_CONNECTIONS_PER_USER", "10000")
        .envs(settings.iter().map(|(name, value)| (*name, value)))
        .stdin(Stdio::null());
    command
}

/// A child that ends with this process's interest in it.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until another program answers at an address.
pub async fn listens(child: &mut Child, at: SocketAddr, name: &str) -> Result<()> {
    let started = Instant::now();
    while TcpStream::connect(at).await.is_err() {
        if let Some(status) = child.try_wait()? {
            return Err(format!("{name} ended with {status}").into());
        }
        if started.elapsed() > OTHERS_PATIENCE {
            return Err(format!("{name} does not answer").into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

pub fn free_port() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

async fn spawn(binary: &Path, folder: &Path, settings: &Settings) -> Result<(Child, SocketAddr)> {
    let (at, admin) = (free_port()?, free_port()?);
    let log = folder.join("server.log");
    let mut child = command(binary, folder, settings)
        .arg("serve")
        .env("KALENDER_LISTEN", at.to_string())
        .env("KALENDER_ADMIN_LISTEN", admin.to_string())
        .stdout(Stdio::null())
        .stderr(File::options().append(true).create(true).open(&log)?)
        .spawn()
        .map_err(|error| format!("{} cannot be started: {error}", binary.display()))?;
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Ok(mut http) = Http::open(admin, "").await
            && let Ok((200, _)) = http.call("GET", "/readyz", "").await
        {
            return Ok((child, at));
        }
        if child.try_wait()?.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(format!("the server does not start:\n{}", std::fs::read_to_string(log)?).into())
}
