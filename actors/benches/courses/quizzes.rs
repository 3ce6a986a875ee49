//! Saves and submissions of a quiz, against bare guarded updates of one row by as many clients.

use std::time::Instant;

use actors::Platform;
use actors::accounts::Who;
use actors::courses::quiz;
use futures_util::future::try_join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::courses::LessonId;
use storage::courses::quiz::{AttemptHead, AttemptId, Quizzes};

use crate::ground::Failure;
use crate::ground::people::AT_ONCE;
use crate::school::{QUESTIONS, answer, answers, school, started};

/// People at the same time.
const CLIENTS: usize = 16;
/// Rounds of bare updates, saves and submissions in turn.
const ROUNDS: usize = 5;
/// Saves of each attempt before it is submitted.
const SAVED: i64 = 5;

/// So many a second.
async fn rate(count: usize, work: impl Future<Output = Result<(), Failure>>) -> Result<f64, Failure> {
    let began = Instant::now();
    work.await?;
    Ok(count as f64 / began.elapsed().as_secs_f64())
}

/// Bare guarded updates by some clients at once, each of a row of its own.
async fn bare(platform: &Platform, who: &Who, clients: usize, each: usize) -> Result<f64, Failure> {
    let quizzes = Quizzes::of(&platform.storage);
    let one = |client: usize| {
        let quizzes = quizzes.clone();
        async move {
            let id = LessonId(i64::try_from(client)? + 1);
            let mut head = quizzes.head(id, who.user_id).await?;
            for _ in 0..each {
                if !quizzes.decide_attempts(&head, &head, Vec::new()).await? {
                    return Err::<_, Failure>("somebody else decided".into());
                }
                head.version += 1;
            }
            Ok(())
        }
    };
    // The first makes the row.
    try_join_all((0..clients).map(|client| async move {
        let (quizzes, id) = (Quizzes::of(&platform.storage), LessonId(i64::try_from(client)? + 1));
        let head = quizzes.head(id, who.user_id).await?;
        if head.version == 0 {
            quizzes.decide_attempts(&AttemptHead::blank(id, who.user_id), &head, Vec::new()).await?;
        }
        Ok::<_, Failure>(())
    }))
    .await?;
    rate(clients * each, async { try_join_all((0..clients).map(one)).await.map(drop) }).await
}

/// Saves by some people at once, each one answer after the other. `seq`: of the first.
async fn saves(
    platform: &Platform,
    open: &[(Who, AttemptId)],
    seq: i64,
    each: usize,
) -> Result<f64, Failure> {
    let one = |(who, id): &(Who, AttemptId)| {
        let (who, id) = (who.clone(), *id);
        async move {
            for n in 0..i64::try_from(each)? {
                quiz::save(platform, &who, id, answer(seq + n)?).await?;
            }
            Ok::<_, Failure>(())
        }
    };
    rate(open.len() * each, async { try_join_all(open.iter().map(one)).await.map(drop) }).await
}

async fn submits(platform: &Platform, open: &[(Who, AttemptId)]) -> Result<f64, Failure> {
    let each = open.iter().map(|(who, id)| quiz::submit(platform, who, *id));
    rate(open.len(), async {
        Ok(stream::iter(each).buffer_unordered(CLIENTS).try_collect::<Vec<_>>().await.map(drop)?)
    })
    .await
}

/// The median of some ratios, the smallest and the largest.
fn spread(mut all: Vec<f64>) -> (f64, f64, f64) {
    all.sort_by(f64::total_cmp);
    let at = |place: usize| all.get(place).copied().unwrap_or_default();
    (at(all.len() / 2), at(0), at(all.len().saturating_sub(1)))
}

/// A row of the table: rates, each with the bare one of its round.
fn print(what: &str, aim: &str, all: &[(f64, f64)]) {
    let (middle, least, most) = spread(all.iter().map(|(ours, bare)| ours / bare).collect());
    let (ours, _, _) = spread(all.iter().map(|(ours, _)| *ours).collect());
    let (bare, _, _) = spread(all.iter().map(|(_, bare)| *bare).collect());
    println!(
        "| {what} | {ours:.0} a second | {middle:.2} × ({least:.2}–{most:.2}) {bare:.0} bare guarded updates of one row | ≥ {aim} × |"
    );
}

pub async fn measure(
    platform: &Platform,
    store: &str,
    saved: usize,
    submitted: usize,
) -> Result<(), Failure> {
    let school = school(platform, "skolan", 1, 1).await?;
    let quiz = school.quiz(platform, None).await?;
    let each = saved / CLIENTS;
    let open = started(platform, &school.learners(platform, "skrivande", CLIENTS).await?, quiz).await?;
    let mut seq = 1;
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let bare_alone = bare(platform, &school.teacher, 1, each).await?;
        alone.push((saves(platform, &open[..1], seq, each).await?, bare_alone));
        seq += i64::try_from(each)?;
        let bare_together = bare(platform, &school.teacher, CLIENTS, each).await?;
        together.push((saves(platform, &open, seq, each).await?, bare_together));
        seq += i64::try_from(each)?;
    }
    print(&format!("an answer of a quiz is saved, one after the other, {store}"), "0.7", &alone);
    print(&format!("… by {CLIENTS} at once, {store}"), "0.7", &together);
    for (what, count) in [("not passed", SAVED), ("passed for the first time", QUESTIONS)] {
        let mut all = Vec::new();
        for round in 0..ROUNDS {
            let name = format!("inlamnare-{count}-{round}");
            let learners = school.learners(platform, &name, submitted / ROUNDS).await?;
            let open = started(platform, &learners, quiz).await?;
            let full = open.iter().map(async |(who, id)| {
                for n in 1..=SAVED {
                    quiz::save(platform, who, *id, answer(n)?).await?;
                }
                quiz::save(platform, who, *id, answers(SAVED + 1, count)?).await?;
                Ok::<_, Failure>(())
            });
            stream::iter(full).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
            let bare = bare(platform, &school.teacher, CLIENTS, submitted / ROUNDS / CLIENTS).await?;
            all.push((submits(platform, &open).await?, bare));
        }
        print(&format!("a quiz is submitted, {what}, by {CLIENTS} at once, {store}"), "0.35", &all);
    }
    Ok(())
}
