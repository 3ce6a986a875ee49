//! More and more people hear each message of a channel.

use super::{Cell, Curve};
use crate::fanout::{Pace, deliveries};
use crate::server::Server;
use crate::stage::Stage;
use crate::{Plan, Result, progress};

const STEPS: [usize; 5] = [100, 300, 1_000, 3_000, 10_000];

pub async fn grow(plan: &Plan, server: &Server, stage: &Stage) -> Result<Curve> {
    let mut steps = Vec::new();
    for count in STEPS {
        progress(&format!("growth: {count} subscribers"));
        let channel = stage.channel(server).await?;
        let mut served = deliveries(server, stage, channel, count, Pace::Singly, plan.each).await?;
        let each = served.spent.unwrap_or_default().as_secs_f64() / served.count.max(1) as f64;
        let [half, all] = [50.0, 99.0].map(|percent| Cell::Took(served.latencies.at(percent)));
        steps.push((count, vec![Cell::Took(std::time::Duration::from_secs_f64(each)), half, all]));
    }
    let columns = vec!["CPU of a delivery", "until half have it", "until 99 % have it"];
    Ok(Curve { title: "subscribers of a channel", columns, steps })
}
