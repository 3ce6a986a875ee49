//! More and more connections that only listen.

use std::time::Duration;

use super::{Cell, Curve, read, send};
use crate::reads::{is_page, page};
use crate::server::Server;
use crate::stage::Stage;
use crate::{Plan, Result, memory, progress, sends};

/// The last of them is as many as the process may have.
const STEPS: [usize; 4] = [100, 1_000, 5_000, 20_000];
/// Open files for other things.
const SPARED: usize = 1_000;
/// Messages of the channel that is read.
const SAID: usize = 96;
/// Connections of one person.
const OF_ONE: usize = 2_500;
/// How long it is looked at what they cost.
const LOOK: Duration = Duration::from_secs(10);

pub async fn grow(plan: &Plan, server: &Server, stage: &Stage) -> Result<Curve> {
    let (quiet, busy) = (stage.channel(server).await?, stage.channel(server).await?);
    sends::fill(server, stage, busy, SAID).await?;
    let topic = [format!("/topic/chat/channel/{quiet}")];
    server.rests().await?;
    let before = server.held()?.rss as f64;
    let mut sockets = Vec::new();
    let mut steps = Vec::new();
    for count in STEPS {
        let count = count.min(plan.files.saturating_sub(SPARED));
        progress(&format!("growth: {count} idle connections"));
        while sockets.len() < count {
            let some = (count - sockets.len()).min(OF_ONE);
            // Not the one who sends: their own devices are told of it.
            let token = &stage.members[1 + sockets.len() / OF_ONE];
            sockets.extend(memory::open_of(server, token, &topic, some).await?);
        }
        server.rests().await?;
        let kib = (server.held()?.rss as f64 - before) / count as f64;
        let spent = server.spent()?;
        tokio::time::sleep(LOOK).await;
        let idle = (server.spent()? - spent).as_secs_f64() / LOOK.as_secs_f64();
        steps.push((
            count,
            vec![
                send(plan, server, stage, busy).await?,
                read(plan, server, stage, &page(busy, ""), is_page).await?,
                Cell::Said(format!("{kib:.1}")),
                Cell::Said(format!("{:.2} %", idle * 100.0)),
            ],
        ));
    }
    let columns = vec![
        "a durable send elsewhere",
        "a page of 50 messages",
        "KiB each",
        "CPU of all of them, of a core",
    ];
    Ok(Curve { title: "idle connections", columns, steps })
}
