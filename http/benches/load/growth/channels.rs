//! A workspace has more and more channels, each with somebody who listens.

use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

use super::{Cell, Curve, read, send};
use crate::reads::{is_page, page};
use crate::server::Server;
use crate::stage::Stage;
use crate::{Plan, Result, memory, progress, sends};

const STEPS: [usize; 4] = [10, 100, 1_000, 10_000];
/// Made at once.
const AT_ONCE: usize = 8;
/// Messages of the channel that is read.
const SAID: usize = 96;
/// Channels that one connection listens to.
const HEARD: usize = 50;

pub async fn grow(plan: &Plan, server: &Server, stage: &Stage) -> Result<Curve> {
    let stage = &stage.beside(server).await?;
    let mut made = 0;
    let mut listeners = Vec::new();
    let mut steps = Vec::new();
    for count in STEPS {
        progress(&format!("growth: {count} channels"));
        let new = stream::iter(made..count).map(|_| stage.channel(server));
        let new: Vec<i64> = new.buffer_unordered(AT_ONCE).try_collect().await?;
        sends::fill(server, stage, new[0], SAID).await?;
        let before = server.held()?.rss;
        for some in new.chunks(HEARD) {
            let topics: Vec<String> = some.iter().map(|id| format!("/topic/chat/channel/{id}")).collect();
            listeners.extend(memory::open(server, stage, &topics, 1).await?);
        }
        let kib = server.held()?.rss.saturating_sub(before) as f64 / new.len() as f64;
        let at = new[0];
        made = count;
        let of_workspace = format!("/api/v1/chat/workspaces/{}", stage.workspace);
        steps.push((
            count,
            vec![
                send(plan, server, stage, at).await?,
                read(plan, server, stage, &page(at, ""), is_page).await?,
                read(plan, server, stage, &format!("/api/v1/chat/channels/{at}"), |_| true).await?,
                read(plan, server, stage, &format!("{of_workspace}/channels"), |_| true).await?,
                read(plan, server, stage, &format!("{of_workspace}/unread"), |_| true).await?,
                Cell::Said(format!("{kib:.1}")),
            ],
        ));
    }
    let columns = vec![
        "a durable send",
        "a page of 50 messages",
        "a channel",
        "the list of all channels",
        "what is unread in them",
        "KiB a channel with a listener",
    ];
    Ok(Curve { title: "channels of a workspace", columns, steps })
}
