//! Very many attempts whose time is up in one second, beside a chat; jobs run on a thread of their own and rooms on
//! others, as in the product.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_rt::Arbiter;
use actors::Platform;
use actors::accounts::Who;
use actors::chat::view::NewMessage;
use actors::courses::quiz;
use actors::courses::quiz::rules::GRACE_MS;
use actors::platform::jobs::run;
use actors::platform::time::now;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::courses::quiz::Quizzes;
use storage::ids::ChannelId;
use storage::time::Moment;
use tokio::time::sleep;

use crate::ground::Failure;
use crate::ground::people::AT_ONCE;
use crate::school::{QUESTIONS, answers, school, started};

/// How long all may take.
const WITHIN: Duration = Duration::from_secs(5);
/// Messages a second, at even intervals.
const RATE: u32 = 100;
/// How long people have for beginning, in milliseconds for each of them.
const TO_BEGIN: i64 = 6;

async fn until(at: i64) {
    sleep(Duration::from_millis(u64::try_from(at - now()).unwrap_or(0))).await;
}

/// Sends messages at even intervals for as long as all may take; how long each took (ms), sorted.
async fn chat(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Vec<f64>, Failure> {
    let took = Rc::new(RefCell::new(Vec::new()));
    let mut interval = tokio::time::interval(Duration::from_secs(1) / RATE);
    let mut sent = Vec::new();
    for n in 0..RATE * u32::try_from(WITHIN.as_secs())? {
        interval.tick().await;
        let (platform, who, took) = (platform.clone(), who.clone(), Rc::clone(&took));
        sent.push(actix_rt::spawn(async move {
            let began = Instant::now();
            let new = NewMessage { content: format!("Hej {n}"), ..NewMessage::default() };
            let sent = actors::chat::send(&platform, &who, channel_id, new).await;
            took.borrow_mut().push(began.elapsed().as_secs_f64() * 1e3);
            sent.is_ok()
        }));
    }
    for one in sent {
        if !one.await? {
            return Err("a message was refused".into());
        }
    }
    let mut took = took.take();
    took.sort_by(f64::total_cmp);
    Ok(took)
}

fn quantile(took: &[f64], part: usize) -> f64 {
    took.get(took.len() * part / 100).copied().unwrap_or_default()
}

/// Until no job waits for the end of an attempt; how long that is after a moment.
async fn ended(platform: &Platform, due: i64) -> Result<Duration, Failure> {
    loop {
        let left = platform.storage.jobs.payloads(&["quiz-deadline"], 0).await?;
        if left.is_some_and(|left| left.is_empty()) {
            return Ok(Duration::from_millis(u64::try_from(now() - due).unwrap_or(0)));
        }
        sleep(Duration::from_millis(50)).await;
    }
}

pub async fn measure(platform: &Platform, store: &str, count: usize) -> Result<(), Failure> {
    let school = school(platform, "provsalen", 1, 1).await?;
    let workspaces = platform.storage.chat.workspaces_of(school.entity_id).await?;
    let workspace = workspaces.first().ok_or("no workspace")?.workspace_id;
    let channels = platform.storage.chat.channels_of(workspace).await?;
    let channel_id = channels.first().ok_or("no channel")?.channel_id;
    let learners = school.learners(platform, "skrivare", count).await?;

    let rooms: Vec<Arbiter> = (0..2).map(|_| Arbiter::new()).collect();
    platform.registry.spread_over(rooms.iter().map(Arbiter::handle).collect());
    let (working, jobs) = (Arbiter::new(), platform.clone());
    working.spawn_fn(move || drop(actix_rt::spawn(run(jobs))));

    let closes = now() + 3_000 + TO_BEGIN * i64::try_from(count)?;
    let quiz = school.quiz(platform, Some(Moment(closes))).await?;
    let open = started(platform, &learners, quiz).await?;
    // Half of them pass.
    let saved = open.iter().enumerate().map(|(n, (who, id))| async move {
        let right = if n % 2 == 0 { QUESTIONS } else { QUESTIONS / 4 };
        Ok::<_, Failure>(quiz::save(platform, who, *id, answers(1, right)?).await?)
    });
    stream::iter(saved).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;

    let due = closes + GRACE_MS + 1;
    chat(platform, &school.teacher, channel_id).await?;
    until(due - 7_000).await;
    let alone = chat(platform, &school.teacher, channel_id).await?;
    until(due).await;
    let (beside, ended) =
        futures_util::try_join!(chat(platform, &school.teacher, channel_id), ended(platform, due))?;
    for (who, _) in &open {
        if Quizzes::of(&platform.storage).head(quiz, who.user_id).await?.open != 0 {
            return Err("an attempt is said to have ended and has not".into());
        }
    }
    platform.jobs.end();
    sleep(Duration::from_millis(200)).await;
    println!(
        "| {count} attempts whose time is up in one second, half of them pass, {store} | all ended after {:.1} s | a chat of {RATE} messages a second meanwhile: p50 {:.2} ms, p99 {:.2} ms, {:.2} × {:.2} ms, p99 without them (p50 {:.2} ms) | ≤ 5 s; ≤ 1.5 × |",
        ended.as_secs_f64(),
        quantile(&beside, 50),
        quantile(&beside, 99),
        quantile(&beside, 99) / quantile(&alone, 99),
        quantile(&alone, 99),
        quantile(&alone, 50),
    );
    Ok(())
}
