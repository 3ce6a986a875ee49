//! The same cases on two nodes with a real Cassandra and Redis; what the second node adds to a delivery, beside a bare
//! round trip through the same Redis.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;

use crate::server::{Server, Settings, free_port, listens};
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Latencies, Row, Table, ratio};
use crate::{Plan, Result, sends};

/// Messages that are sent before they count.
const WARM_UP: u64 = 50;
const PLACE: &str = ", two nodes on Cassandra and Redis";

pub async fn measure(plan: &Plan, folder: &Path, table: &mut Table) -> Result<()> {
    crate::progress("Cassandra and Redis");
    let (_store, cql) = cassandra(&folder.join("cassandra")).await?;
    let (_bus, redis) = redis_server().await?;
    // Both know the same sessions.
    let secret = folder.join("secret");
    std::fs::write(&secret, [7_u8; 48])?;
    std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    let settings: Settings = vec![
        ("KALENDER_STORE", "cql".to_owned()),
        ("KALENDER_CQL_NODES", cql.to_string()),
        ("KALENDER_CQL_REPLICATION", "1".to_owned()),
        ("KALENDER_REDIS_URL", format!("redis://{redis}")),
        ("KALENDER_SECRET_FILE", secret.display().to_string()),
    ];
    let one = Server::start(&folder.join("one"), settings.clone()).await?;
    let two = Server::start(&folder.join("two"), settings).await?;
    let stage = Stage::set(&one, 64).await?;
    crate::sends_and_pages(plan, &one, &stage, PLACE, Duration::ZERO, table).await?;
    crossing(plan, (&one, &two), &stage, redis, table).await?;
    one.stop()?;
    two.stop()
}

/// A child that ends with this process's interest in it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn cassandra(folder: &Path) -> Result<(Running, SocketAddr)> {
    std::fs::create_dir_all(folder)?;
    let at = free_port()?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../storage/tests/cassandra/run.sh");
    let child = Command::new("bash").arg(script).arg(folder).arg(at.port().to_string()).spawn()?;
    let mut running = Running(child);
    listens(&mut running.0, at, "Cassandra").await?;
    Ok((running, at))
}

async fn redis_server() -> Result<(Running, SocketAddr)> {
    let at = free_port()?;
    let child = Command::new("redis-server")
        .args(["--port", &at.port().to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .stdout(Stdio::from(File::create("/dev/null")?))
        .spawn()
        .map_err(|error| format!("redis-server (Debian's package) cannot be started: {error}"))?;
    let mut running = Running(child);
    listens(&mut running.0, at, "Redis").await?;
    Ok((running, at))
}

/// One sender on the first node, a listener on each: how much later the second one hears.
async fn crossing(
    plan: &Plan,
    (one, two): (&Server, &Server),
    stage: &Stage,
    redis: SocketAddr,
    table: &mut Table,
) -> Result<()> {
    crate::progress("deliveries across nodes");
    let channel = stage.channel(one).await?;
    let topic = format!("/topic/chat/channel/{channel}");
    let mut near = Stomp::open(one.at, &stage.members[1]).await?;
    near.subscribe(&topic).await?;
    let mut far = Stomp::open(two.at, &stage.members[2]).await?;
    far.subscribe(&topic).await?;
    let mut sender = Stomp::open(one.at, &stage.members[0]).await?;
    sender.subscribe("/user/queue/reply").await?;

    let (mut here, mut there, mut added) = (Latencies::default(), Latencies::default(), Latencies::default());
    let (mut started, mut number, mut size) = (Instant::now(), 0, 0);
    while number < WARM_UP || started.elapsed() < plan.each {
        if number == WARM_UP {
            started = Instant::now();
        }
        let mark = format!("cross-{channel}-{number}");
        let sent = Instant::now();
        sender.send(&sends::destination(channel), &sends::body(&mark, number)).await?;
        let (near, far, answer) =
            tokio::try_join!(arrival(&mut near, &mark), arrival(&mut far, &mark), sender.read())?;
        if !answer.contains(r#""success":true"#) {
            return Err(answer.as_str().into());
        }
        if number >= WARM_UP {
            here.add(near.0 - sent);
            there.add(far.0 - sent);
            added.add(far.0.saturating_duration_since(near.0));
            size = far.1;
        }
        number += 1;
    }
    crate::progress("bare round trips through Redis");
    let mut bare = round_trips(plan, redis, size).await?;
    let times = ratio(added.at(50.0), bare.at(50.0));
    table.add(Row { what: "send to arrival at a listener of the same node".to_owned(), ..here.row() });
    table.add(Row { what: "send to arrival at a listener of the other node".to_owned(), ..there.row() });
    table.add(Row {
        what: "what the other node adds".to_owned(),
        against: times.map(|times| format!("{times:.1} × bare Redis p50")).unwrap_or_default(),
        aim: "≤ 2 ×".to_owned(),
        ..added.row()
    });
    table.add(Row { what: format!("bare PUBLISH to message, {size} B"), ..bare.row() });
    Ok(())
}

/// When the message with this mark was here, and how large its frame was.
async fn arrival(listener: &mut Stomp, mark: &str) -> Result<(Instant, usize)> {
    loop {
        let frame = listener.read().await?;
        let now = Instant::now();
        if frame.contains(mark) {
            return Ok((now, frame.len()));
        }
    }
}

/// What Redis takes from a PUBLISH to the message at a subscriber, with the client library that the nodes use.
async fn round_trips(plan: &Plan, redis: SocketAddr, size: usize) -> Result<Latencies> {
    let client = redis::Client::open(format!("redis://{redis}"))?;
    let mut publisher = client.get_multiplexed_async_connection().await?;
    let mut subscriber = client.get_async_pubsub().await?;
    subscriber.subscribe("bare").await?;
    let mut heard = subscriber.on_message();
    let mut latencies = Latencies::default();
    let mut publish = redis::cmd("PUBLISH");
    publish.arg("bare").arg(vec![b'x'; size]);
    let started = Instant::now();
    while started.elapsed() < plan.each {
        let one = Instant::now();
        let (said, message) = tokio::join!(publish.query_async::<i64>(&mut publisher), heard.next());
        said?;
        message.ok_or("Redis has closed a connection")?;
        latencies.add(one.elapsed());
    }
    Ok(latencies)
}
