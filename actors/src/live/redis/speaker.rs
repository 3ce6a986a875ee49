//! The publishing side: announcements, heartbeats, and reports of what could not be published.

use std::collections::HashMap;
use std::sync::Arc;

use redis::aio::MultiplexedConnection;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::envelope::{Beat, Envelope, Saying, channel_name};
use super::link::{BEAT, End, PATIENCE, micros};
use super::{Shared, lock};
use crate::Platform;
use crate::live::bus::{Announcement, Topic};

/// Most announcements sent in one batch.
const BATCH: usize = 256;
/// Most topics whose sequence numbers are kept; beyond that, numbering starts again.
const COUNTED: usize = 200_000;

/// Publishes queued announcements, and a heartbeat every second.
pub struct Speaker {
    shared: Arc<Shared>,
    platform: Platform,
    queue: mpsc::Receiver<Announcement>,
    /// The last sequence number of each topic.
    counts: HashMap<Topic, u64>,
}

impl Speaker {
    pub fn new(shared: Arc<Shared>, platform: Platform, queue: mpsc::Receiver<Announcement>) -> Self {
        Self { shared, platform, queue, counts: HashMap::new() }
    }

    /// Publishes until Redis fails.
    pub async fn speak(&mut self, mut connection: MultiplexedConnection) -> End {
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting = Vec::with_capacity(BATCH);
        loop {
            let sayings = tokio::select! {
                _ = beat.tick() => {
                    metrics::gauge!("bus_queue").set(self.queue.len() as f64);
                    vec![(Topic::All, self.beat())]
                }
                _ = self.queue.recv_many(&mut waiting, BATCH) => waiting
                    .drain(..)
                    .map(|said| (said.topic(), Saying::Announce(said)))
                    .collect(),
            };
            if let Err(why) = self.say(&mut connection, sayings).await {
                return End::Broken(why);
            }
        }
    }

    fn beat(&self) -> Saying {
        let lost = std::mem::take(&mut *lock(&self.shared.lost));
        Saying::Beat(Beat { lost, outages: self.platform.repair.outages.all() })
    }

    async fn say(
        &mut self,
        connection: &mut MultiplexedConnection,
        sayings: Vec<(Topic, Saying)>,
    ) -> Result<(), &'static str> {
        if self.counts.len() > COUNTED {
            self.counts.clear();
        }
        let mut pipeline = redis::pipe();
        for (topic, say) in &sayings {
            let seq = self.counts.entry(*topic).or_default();
            *seq += 1;
            let Shared { node, boot, .. } = *self.shared;
            let envelope = Envelope { node, boot, seq: *seq, at: micros(), say };
            if let Ok(text) = serde_json::to_string(&envelope) {
                let channel = channel_name(&self.shared.prefix, *topic);
                pipeline.cmd("PUBLISH").arg(channel).arg(text).ignore();
            }
        }
        match timeout(PATIENCE, pipeline.exec_async(connection)).await {
            Ok(Ok(())) => {
                metrics::counter!("bus_published_total").increment(sayings.len() as u64);
                Ok(())
            }
            failed => {
                for (topic, say) in sayings {
                    match say {
                        Saying::Beat(Beat { lost, .. }) => lock(&self.shared.lost).put_back(lost),
                        Saying::Announce(said) if said.may_be_lost() => {}
                        _ => self.shared.note_lost(topic),
                    }
                }
                Err(if failed.is_err() { "Redis does not answer" } else { "the connection broke" })
            }
        }
    }

    /// Notes everything that is still queued as lost.
    pub fn give_up(&mut self) {
        while let Ok(said) = self.queue.try_recv() {
            if !said.may_be_lost() {
                self.shared.note_lost(said.topic());
            }
        }
    }

    /// Publishes what is queued, then signs off.
    pub async fn farewell(&mut self, mut connection: MultiplexedConnection) {
        let mut rest = Vec::new();
        while let Ok(said) = self.queue.try_recv() {
            rest.push((said.topic(), Saying::Announce(said)));
        }
        rest.push((Topic::All, self.beat()));
        rest.push((Topic::All, Saying::Bye));
        let _ = self.say(&mut connection, rest).await;
    }
}
