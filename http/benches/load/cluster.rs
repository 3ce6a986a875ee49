//! The same cases on two nodes with a real Cassandra and Redis; what the second node adds to a delivery, beside a bare
//! round trip through the same Redis.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::redis_server::{self, Keeps, Line};
use crate::server::{Running, Server, Settings, free_port, listens};
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Latencies, Row, Table, ratio};
use crate::{Plan, Result, sends};

/// Messages that are sent before they count.
const WARM_UP: u64 = 50;
/// About what a message is between nodes, in bytes.
const FRAME: usize = 1_100;
const PLACE: &str = ", two nodes on Cassandra and Redis";

pub async fn measure(plan: &Plan, folder: &Path, table: &mut Table) -> Result<()> {
    crate::progress("Cassandra and Redis");
    let (_store, cql) = cassandra(&folder.join("cassandra")).await?;
    let (_bus, redis) = redis_server::start(Keeps::Nothing).await?;
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
    crate::sends_and_pages(plan, &one, &stage, PLACE, crate::Machine::default(), table).await?;
    crossing(plan, (&one, &two), &stage, redis, table).await?;
    one.stop()?;
    two.stop()
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

/// One sender on the first node, a listener on each: how much later the second one hears. After each message a bare round trip
/// through the same Redis, which the machine meets as it meets the nodes': after a pause, and beside what they still do.
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
    let mut line = Line::open(redis, FRAME).await?;

    let (mut here, mut there, mut added) = (Latencies::default(), Latencies::default(), Latencies::default());
    let mut beside = Latencies::default();
    let (mut started, mut number) = (Instant::now(), 0);
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
        let bare = line.round_trip().await?;
        if number >= WARM_UP {
            here.add(near - sent);
            there.add(far - sent);
            added.add(far.saturating_duration_since(near));
            beside.add(bare);
        }
        number += 1;
    }
    crate::progress("bare round trips through Redis");
    let mut bare = line.round_trips(plan).await?;
    let times = |bare: &mut Latencies| ratio(added.at(50.0), bare.at(50.0)).unwrap_or_default();
    let [fast, paced] = [&mut bare, &mut beside].map(times);
    table.add(Row { what: "send to arrival at a listener of the same node".to_owned(), ..here.row() });
    table.add(Row { what: "send to arrival at a listener of the other node".to_owned(), ..there.row() });
    table.add(Row {
        what: "what the other node adds".to_owned(),
        against: format!("{fast:.1} × bare Redis p50, {paced:.1} × bare at its pace"),
        aim: "≤ 2 ×".to_owned(),
        ..added.row()
    });
    let what = format!("bare PUBLISH to message, {FRAME} B");
    table.add(Row { what: format!("{what}, one after the other"), ..bare.row() });
    table.add(Row { what: format!("{what}, one after each message above"), ..beside.row() });
    Ok(())
}

/// When the message with this mark was here.
async fn arrival(listener: &mut Stomp, mark: &str) -> Result<Instant> {
    loop {
        let frame = listener.read().await?;
        let now = Instant::now();
        if frame.contains(mark) {
            return Ok(now);
        }
    }
}
