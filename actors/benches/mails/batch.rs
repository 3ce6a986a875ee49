//! A batch of invitations, and mails meanwhile that somebody waits for. The mail server answers after 20 ms, as one in
//! the same city would; jobs run on a thread of their own, as in the product.

use std::time::{Duration, Instant};

use actix_rt::Arbiter;
use actors::invitations::view::{NewBatch, NewBatchRow};
use actors::invitations::{Sent, send};
use actors::platform::jobs::run;
use actors::platform::mail::{self, Mail, SmtpServer};
use actors::platform::outward::hosts::Hosts;
use storage::Storage;
use storage::entities::RelationType;
use tokio::sync::mpsc::unbounded_channel;

use crate::ground::mail_server::mail_server;
use crate::ground::organisations::organisation;
use crate::ground::{Failure, Outside, platform_with};

const PAUSE: Duration = Duration::from_millis(20);
/// How often somebody asks for a new password.
const ASKED: Duration = Duration::from_millis(500);
const RESET: &str = "reset@example.com";

pub async fn measure(store: &str, storage: Storage, count: usize) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let (sender, mut taken) = unbounded_channel();
    let server = SmtpServer::read(&mail_server(PAUSE, sender).await?)?;
    let mail = Mail::smtp(&server, "kalender@example.com")?;
    let platform =
        platform_with(storage, folder.path(), Vec::new(), Outside { mail, own: Hosts::default() })?;
    let (owner, entity_id) = organisation(&platform, "foreningen").await?;
    let (working, jobs) = (Arbiter::new(), platform.clone());
    working.spawn_fn(move || drop(actix_rt::spawn(run(jobs))));

    let row = |n: usize| NewBatchRow {
        email: format!("nr{n}@example.com"),
        first_name: Some("Bo".to_owned()),
        last_name: None,
        relation_type: None,
    };
    let rows = (0..count).map(row).collect();
    let began = Instant::now();
    let batch = Sent::Json(NewBatch { rows, message: None });
    send(&platform, &owner, entity_id, RelationType::Member, batch).await?;
    let stored = began.elapsed();

    let (mut left, mut resets, mut asked) = (count, Vec::new(), None::<Instant>);
    let mut interval = tokio::time::interval(ASKED);
    while left > 0 {
        tokio::select! {
            to = taken.recv() => match to.ok_or("the mail server ended")?.as_str() {
                RESET => resets.extend(asked.take().map(|at| at.elapsed())),
                _ => left -= 1,
            },
            _ = interval.tick(), if asked.is_none() => {
                asked = Some(Instant::now());
                mail::send(&platform, RESET, "Nytt lösenord", "Hej".to_owned()).await?;
            }
        }
    }
    let took = began.elapsed();
    platform.jobs.end();
    tokio::time::sleep(Duration::from_millis(200)).await;
    resets.sort_unstable();
    let middle = resets.get(resets.len() / 2).copied().unwrap_or_default();
    println!(
        "| a batch of {count} invitations, {store} | {:.1} s until the last mail is taken, by a server that answers after {} ms ({:.1} s until it is stored) | {} mails for a new password meanwhile: median {} ms, the slowest {} ms | ≤ 60 s; ≤ 2 s |",
        took.as_secs_f64(),
        PAUSE.as_millis(),
        stored.as_secs_f64(),
        resets.len(),
        middle.as_millis(),
        resets.last().copied().unwrap_or_default().as_millis(),
    );
    Ok(())
}
