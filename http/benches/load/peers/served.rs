//! What is measured: one of the servers, running, with its topics.

use std::path::Path;
use std::time::Duration;

use super::line::Line;
use super::process::Process;
use super::{Case, Kind};
use crate::Result;
use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;

/// Senders of ours: each waits for its answer, which says that the message is stored.
const MEMBERS: usize = 64;
/// Connections made at once.
const AT_ONCE: usize = 16;

pub enum Served {
    /// With all that people have: signed in, authorised, stored durably.
    Ours {
        server: Server,
        stage: Box<Stage>,
        channels: Vec<i64>,
    },
    Other {
        kind: Kind,
        process: Process,
    },
}

impl Served {
    pub async fn start(kind: Kind, case: Case, folder: &Path) -> Result<Self> {
        if kind != Kind::Ours {
            return Ok(Self::Other { kind, process: Process::start(kind, folder).await? });
        }
        let settings = vec![("KALENDER_MAX_CHANNELS_PER_WORKSPACE", "20000".to_owned())];
        let mut server = Server::start(folder, settings).await?;
        let stage = Box::new(Stage::set(&server, MEMBERS).await?);
        let mut channels = Vec::with_capacity(case.topics);
        for _ in 0..case.topics {
            channels.push(stage.channel(&server).await?);
        }
        // A fresh process: what the stage took is not what connections take.
        server.restart().await?;
        Ok(Self::Ours { server, stage, channels })
    }

    /// CPU so far.
    pub fn spent(&self) -> Result<Duration> {
        match self {
            Self::Ours { server, .. } => server.spent(),
            Self::Other { process, .. } => process.spent(),
        }
    }

    /// Resident memory, in KiB.
    pub fn rss(&self) -> Result<u64> {
        match self {
            Self::Ours { server, .. } => Ok(server.held()?.rss),
            Self::Other { process, .. } => process.rss(),
        }
    }

    /// A connection of a subscriber to each of these topics.
    pub async fn subscribers(&self, topics: &[usize]) -> Result<Vec<std::net::TcpStream>> {
        let mut streams = Vec::with_capacity(topics.len());
        for some in topics.chunks(AT_ONCE) {
            let opened = some.iter().map(|topic| self.subscriber(*topic));
            streams.extend(futures_util::future::try_join_all(opened).await?);
        }
        Ok(streams)
    }

    async fn subscriber(&self, topic: usize) -> Result<std::net::TcpStream> {
        let stream = match self {
            Self::Ours { server, stage, channels } => {
                let mut stomp = Stomp::open(server.at, &stage.listener).await?;
                // As the web app does.
                let how = "body:lean";
                stomp.subscribe_as(&format!("/topic/chat/channel/{}", channels[topic]), how).await?;
                stomp.into_stream()
            }
            Self::Other { kind, process } => {
                let mut line = Line::open(*kind, process.at, 0).await?;
                line.subscribe(&name(topic)).await?;
                line.into_stream()
            }
        };
        Ok(stream.into_std()?)
    }
}

/// What the other servers call a topic.
pub fn name(topic: usize) -> String {
    format!("t{topic}")
}
