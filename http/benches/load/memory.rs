//! What an idle connection costs in memory.

use std::path::Path;
use std::time::Duration;

use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Row, Table, thousands};
use crate::{Plan, Result};

/// Connections made at once.
const AT_ONCE: usize = 16;
/// Time for what is freed late: an allocator keeps what was let go for some seconds.
const SETTLE: Duration = Duration::from_secs(15);

/// Of a server of its own: what another one does with what it was told before is not what connections take.
pub async fn measure(plan: &Plan, folder: &Path, table: &mut Table) -> Result<()> {
    let mut server = Server::start(folder, Vec::new()).await?;
    let stage = &Stage::set(&server, 1).await?;
    let channel = stage.channel(&server).await?;
    // A fresh process: what the stage took is given back.
    server.restart().await?;
    let server = &server;
    let one = vec![format!("/topic/chat/channel/{channel}")];
    let workspace = format!("/topic/workspace/{}", stage.workspace);
    let mut app: Vec<String> =
        ["notifications", "typing", "presence"].map(|topic| format!("{workspace}/{topic}")).to_vec();
    app.extend(["/user/queue/notifications", "/user/queue/reply"].map(str::to_owned));
    app.extend(one.iter().cloned());
    // Half as many come first and stay: they take up what the start left free, which would make the others look cheaper.
    let _first = open(server, stage, &app, plan.idle / 2).await?;

    tokio::time::sleep(SETTLE).await;
    crate::progress(&format!("memory of {} idle connections", plan.idle));
    let before = server.held()?;
    // The web app's other subscriptions are added to the same connections afterwards.
    let mut sockets = open(server, stage, &one, plan.idle).await?;
    tokio::time::sleep(SETTLE).await;
    let connected = server.held()?;
    let each = |kib: u64, before: u64| (kib as f64 - before as f64) / plan.idle as f64;
    table.add(Row {
        what: format!("memory of an idle connection ({}, one topic)", thousands(plan.idle as f64)),
        against: format!(
            "{:.1} KiB RSS, {:.1} KiB PSS; {:.0} MiB RSS before",
            each(connected.rss, before.rss),
            each(connected.pss, before.pss),
            before.rss as f64 / 1024.0
        ),
        aim: "11 KiB".to_owned(),
        ..Row::default()
    });
    for socket in &mut sockets {
        for destination in &app[..app.len() - 1] {
            socket.subscribe(destination).await?;
        }
    }
    tokio::time::sleep(SETTLE).await;
    let all = server.held()?;
    table.add(Row {
        what: "… with the web app's six subscriptions".to_owned(),
        against: format!(
            "{:.1} KiB RSS, {:.1} KiB PSS",
            each(all.rss, before.rss),
            each(all.pss, before.pss)
        ),
        ..Row::default()
    });
    Ok(())
}

/// Opens connections of the one who listens.
pub async fn open(
    server: &Server,
    stage: &Stage,
    destinations: &[String],
    count: usize,
) -> Result<Vec<Stomp>> {
    open_of(server, &stage.listener, destinations, count).await
}

/// Opens connections of one person.
pub async fn open_of(
    server: &Server,
    token: &str,
    destinations: &[String],
    count: usize,
) -> Result<Vec<Stomp>> {
    let mut sockets = Vec::with_capacity(count);
    while sockets.len() < count {
        let some = (sockets.len()..count).take(AT_ONCE).map(async |_| {
            let mut socket = Stomp::open(server.at, token).await?;
            for destination in destinations {
                socket.subscribe(destination).await?;
            }
            Result::Ok(socket)
        });
        sockets.extend(futures_util::future::try_join_all(some).await?);
    }
    Ok(sockets)
}
