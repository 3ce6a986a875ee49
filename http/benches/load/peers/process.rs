//! Other servers as processes: written their settings, started in a group of their own, watched through `/proc`, ended.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::Kind;
use crate::Result;
use crate::server::{free_port, listens};
use crate::stat::Stat;

/// One of the others. Its whole group ends with it.
pub struct Process {
    child: Child,
    /// Where its WebSockets are.
    pub at: SocketAddr,
    /// What outlives the group otherwise.
    end: Option<Command>,
}

impl Process {
    /// Starts it on free ports, what it keeps in `folder`; it listens when this answers.
    pub async fn start(kind: Kind, folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let at = free_port()?;
        let (mut command, end) = match kind {
            Kind::RabbitMq => rabbit_mq(folder, at)?,
            Kind::Artemis => (artemis(folder, at)?, None),
            Kind::Nats => (nats(folder, at)?, None),
            Kind::Centrifugo => (centrifugo(folder, at)?, None),
            Kind::Ours => return Err("ours is started by itself".into()),
        };
        let log = File::options().append(true).create(true).open(folder.join("out.log"))?;
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn();
        let child = child.map_err(|error| {
            format!("{} cannot be started ({error}): http/benches/load/peers/setup.sh brings it", kind.name())
        })?;
        let mut process = Self { child, at, end };
        if let Err(why) = listens(&mut process.child, at, kind.name()).await {
            return Err(format!("{why}:\n{}", std::fs::read_to_string(folder.join("out.log"))?).into());
        }
        // A virtual machine is still busy with its own start.
        tokio::time::sleep(Duration::from_secs(2)).await;
        Ok(process)
    }

    /// CPU of the whole group so far.
    pub fn spent(&self) -> Result<Duration> {
        Ok(self.members()?.iter().map(Stat::spent).sum())
    }

    /// Resident memory of the group, in KiB.
    pub fn rss(&self) -> Result<u64> {
        let page = rustix::param::page_size() as u64 / 1024;
        Ok(self.members()?.iter().map(|stat| stat.pages * page).sum())
    }

    fn members(&self) -> Result<Vec<Stat>> {
        let group = self.child.id();
        let processes = std::fs::read_dir("/proc")?.filter_map(|entry| {
            let stat = std::fs::read_to_string(entry.ok()?.path().join("stat")).ok()?;
            Stat::read(&stat).filter(|stat| stat.group == group)
        });
        Ok(processes.collect())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = rustix::process::kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
        if let Some(end) = &mut self.end {
            let _ = end.status();
        }
    }
}

/// What `setup.sh` keeps.
fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/peers").join(name)
}

fn rabbit_mq(folder: &Path, at: SocketAddr) -> Result<(Command, Option<Command>)> {
    let [amqp, stomp, between, names] = [free_port()?, free_port()?, free_port()?, free_port()?];
    std::fs::write(
        folder.join("rabbitmq.conf"),
        format!(
            "listeners.tcp.default = {amqp}\nstomp.listeners.tcp.1 = {stomp}\n\
             web_stomp.tcp.ip = 127.0.0.1\nweb_stomp.tcp.port = {}\n",
            at.port()
        ),
    )?;
    std::fs::write(folder.join("plugins"), "[rabbitmq_web_stomp].\n")?;
    let mut command = Command::new("/usr/lib/rabbitmq/bin/rabbitmq-server");
    command
        .env("HOME", folder)
        .env("RABBITMQ_NODENAME", "bench@localhost")
        .env("RABBITMQ_MNESIA_BASE", folder.join("mnesia"))
        .env("RABBITMQ_LOG_BASE", folder.join("log"))
        .env("RABBITMQ_CONFIG_FILE", folder.join("rabbitmq.conf"))
        .env("RABBITMQ_ENABLED_PLUGINS_FILE", folder.join("plugins"))
        .env("RABBITMQ_DIST_PORT", between.port().to_string())
        .env("ERL_EPMD_PORT", names.port().to_string());
    // Erlang's directory of nodes is a service of its own.
    let mut end = Command::new("epmd");
    end.args(["-port", &names.port().to_string(), "-kill"]).stdout(Stdio::null()).stderr(Stdio::null());
    Ok((command, Some(end)))
}

fn artemis(folder: &Path, at: SocketAddr) -> Result<Command> {
    let instance = folder.join("instance");
    let made = Command::new(kept("artemis/bin/artemis"))
        .arg("create")
        .args(["--user", "guest", "--password", "guest", "--allow-anonymous", "--silent", "--no-web"])
        .args(["--no-amqp-acceptor", "--no-mqtt-acceptor", "--no-hornetq-acceptor", "--no-stomp-acceptor"])
        .args(["--host", "127.0.0.1", "--default-port", &at.port().to_string()])
        .arg(&instance)
        .output()
        .map_err(|error| format!("Artemis ({error}): http/benches/load/peers/setup.sh brings it"))?;
    if !made.status.success() {
        return Err(format!("Artemis: {}", String::from_utf8_lossy(&made.stderr)).into());
    }
    let mut command = Command::new(instance.join("bin/artemis"));
    command.arg("run");
    Ok(command)
}

fn nats(folder: &Path, at: SocketAddr) -> Result<Command> {
    let settings = folder.join("nats.conf");
    // Nobody here answers its pings.
    std::fs::write(
        &settings,
        format!(
            "listen: \"{}\"\nwebsocket {{ listen: \"{at}\", no_tls: true }}\nping_interval: \"1h\"\n",
            free_port()?
        ),
    )?;
    let mut command = Command::new("nats-server");
    command.arg("-c").arg(settings);
    Ok(command)
}

fn centrifugo(folder: &Path, at: SocketAddr) -> Result<Command> {
    let settings = folder.join("centrifugo.json");
    let all = serde_json::json!({
        "http_server": {"address": at.ip().to_string(), "port": at.port().to_string()},
        // Everybody may subscribe and publish; nobody here answers its pings.
        "client": {"insecure": true, "ping_interval": "3600s", "pong_timeout": "10s"},
        "log": {"level": "error"},
    });
    std::fs::write(&settings, all.to_string())?;
    let mut command = Command::new(kept("centrifugo"));
    command.arg("--config").arg(settings);
    Ok(command)
}
