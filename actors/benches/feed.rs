//! Measures the feed: a page of the home timeline of a reader who follows many, against one bare page read of the
//! store; fan-out of a post to all followers' timelines, against a bare batch insert of as many rows; a like, against
//! one bare guarded write. Prints one table; nothing is asserted.
//!
//! `POSTS` in the store (100000; the target is for 1000000), `AUTHORS` that the reader follows (2000), `FOLLOWERS` of
//! the post's author (10000); `KALENDER_TEST_CQL` (`host:port`): the same on that Cassandra, in a keyspace of its own.

mod ground;

use std::time::Duration;

use actors::feed::view::NewPost;
use actors::feed::{self, Asked};
use actors::platform::jobs::run;
use actors::platform::time::now;
use actors::{Platform, contacts};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::feed::{Audience, Post, Source};
use storage::ids::{JobId, PostId, UserId};
use storage::jobs::{SHARDS, minute_of};
use storage::record::Stored;
use storage::time::Moment;
use storage::value::Json;
use storage::{Job, Storage};

use self::ground::people::{AT_ONCE, people, summed, timed, who};
use self::ground::stores::{number, on_both};
use self::ground::{Failure, platform};

/// Sequential repetitions of each measurement.
const TIMES: usize = 500;
const PAGE: usize = 20;
/// How many minutes back pending jobs are looked for.
const LONG_AGO: i64 = 60;
/// One in this many readers is checked during fan-out.
const SPARED: usize = 100;

/// Sizes of the data set.
#[derive(Clone, Copy)]
struct Size {
    posts: usize,
    authors: usize,
    followers: usize,
}

async fn follow(platform: &Platform, pairs: impl Iterator<Item = (UserId, UserId)>) -> Result<(), Failure> {
    let all: Vec<_> = pairs.map(|(one, other)| (who(one), other)).collect();
    let ties = all.iter().map(|(one, other)| contacts::follow(platform, one, *other));
    stream::iter(ties).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
    Ok(())
}

fn post(platform: &Platform, n: usize, author: UserId) -> Result<Post, Failure> {
    let created = Moment(i64::try_from(n)?);
    Ok(Post {
        post_id: PostId(platform.ids.next(created.0)?),
        post_uuid: format!("bench-{n}"),
        author_id: Some(author),
        entity_id: None,
        audience: Audience::Public,
        content: format!("Inlägg {n}: vi ses på skolgården på lördag, ta med kaffe och något att sitta på."),
        mentions: Vec::new(),
        entities: Vec::new(),
        topics: Json(Vec::new()),
        media: Json(Vec::new()),
        original_id: None,
        hidden: None,
        edited: false,
        created,
        updated: created,
        version: 1,
    })
}

async fn home(platform: &Platform, store: &str, size: Size) -> Result<(), Failure> {
    let reader = people(platform, "laser", 1).await?.remove(0);
    let authors = people(platform, "skriver", size.authors).await?;
    follow(platform, authors.iter().map(|author| (reader, *author))).await?;
    let posts: Vec<Post> = (0..size.posts)
        .map(|n| post(platform, n, authors[n % authors.len()]))
        .collect::<Result<_, Failure>>()?;
    let filled = posts.iter().map(|post| platform.storage.feed.create(post, Vec::new()));
    stream::iter(filled).buffer_unordered(AT_ONCE).try_collect::<Vec<bool>>().await?;
    for post in posts.iter().rev().take(size.authors) {
        let source = post.author_id.map(Source::User).ok_or("a post of nobody")?;
        platform.storage.feed.put_before(&[reader], source, &[post.post_id]).await?;
    }
    let (mut whole, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let asked = Asked { limit: PAGE, offset: 0, cursor: None };
        let read = timed(async {
            let page = feed::home(platform, &who(reader), asked).await?;
            if page.posts.len() == PAGE { Ok(()) } else { Err("the page is not full".into()) }
        });
        whole.push(read.await?);
        let feed = &platform.storage.feed;
        let page = timed(async {
            let ids: Vec<PostId> =
                feed.timeline(reader, None, PAGE).await?.iter().map(|one| one.post_id).collect();
            Ok(feed.posts(&ids).await?)
        });
        bare.push(page.await?);
    }
    let ((middle, late), (_, bare)) = (summed(whole), summed(bare));
    println!(
        "| home of {PAGE}, {} posts, {} followed, {store} | p50 {middle:.0} µs, p95 {late:.0} µs | {:.1} × {bare:.0} µs, the same posts out of the store, p95 | ≤ 3 × |",
        size.posts,
        size.authors,
        late / bare
    );
    Ok(())
}

async fn delivery(platform: &Platform, store: &str, size: Size) -> Result<(), Failure> {
    let author = people(platform, "kand", 1).await?.remove(0);
    let readers = people(platform, "foljer", size.followers).await?;
    follow(platform, readers.iter().map(|reader| (*reader, author))).await?;
    let other = post(platform, 0, author)?.post_id;
    let source = Source::User(author);
    let bare =
        timed(async { Ok(platform.storage.feed.put_before(&readers, source, &[other]).await?) }).await?;

    let running = actix_rt::spawn(run(platform.clone()));
    // A new follower's timeline is backfilled: that is not measured.
    while is_busy(platform).await? {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let new = NewPost {
        tx_message: "Nu är schemat här.".to_owned(),
        id_entity: None,
        audience: None,
        media_ids: Vec::new(),
        media: None,
        client_post_id: None,
    };
    let has = async |reader: UserId, id: PostId| {
        let newest = platform.storage.feed.timeline(reader, None, 1).await?;
        Ok::<_, Failure>(newest.first().is_some_and(|it| it.post_id == id))
    };
    let mut id = other;
    let whole = timed(async {
        let said = feed::create(platform, &who(author), new).await?;
        id = platform.storage.feed.by_uuid(&said.uuid).await?.ok_or("the post is gone")?.post_id;
        // A sample: checking all would take longer than writing them.
        for reader in readers.iter().step_by(SPARED).chain(readers.last()) {
            while !has(*reader, id).await? {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        }
        Ok(())
    });
    let whole = whole.await?;
    for reader in &readers {
        if !has(*reader, id).await? {
            return Err("a post that is said to be everywhere is not".into());
        }
    }
    platform.jobs.end();
    running.await?;
    println!(
        "| a post to {} followers, {store} | {} ms until the last has it | {:.1} × {} ms, as many rows in batches | ≤ 10 × |",
        size.followers,
        whole.as_millis(),
        whole.as_secs_f64() / bare.as_secs_f64(),
        bare.as_millis()
    );
    Ok(())
}

/// Whether background jobs are pending.
async fn is_busy(platform: &Platform) -> Result<bool, Failure> {
    let at = now();
    for shard in 0..SHARDS {
        if !platform.storage.jobs.due(shard, minute_of(at) - LONG_AGO, None, at, 1).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn likes(platform: &Platform, store: &str) -> Result<(), Failure> {
    let people = people(platform, "gillar", TIMES).await?;
    let liked = post(platform, 0, people[0])?;
    let liked = Post { post_uuid: "liked".to_owned(), ..liked };
    platform.storage.feed.create(&liked, Vec::new()).await?;
    let (mut whole, mut bare) = (Vec::new(), Vec::new());
    for (n, one) in people.iter().enumerate() {
        whole.push(timed(async { Ok(feed::like(platform, &who(*one), "liked", true).await?) }).await?);
        let job = Job::new(JobId(i64::try_from(n)?), i64::MAX / 2, "bench", String::new());
        let guard = job.if_absent();
        bare.push(timed(async { Ok(platform.storage.engine().decide(guard, Vec::new()).await?) }).await?);
    }
    let ((middle, late), (bare, _)) = (summed(whole), summed(bare));
    println!(
        "| a like, {store} | p50 {middle:.0} µs, p95 {late:.0} µs | {:.1} × {bare:.0} µs, one guarded write, p50 | |",
        middle / bare
    );
    Ok(())
}

async fn measure(store: &'static str, storage: Storage, size: Size) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform = platform(storage, folder.path(), Vec::new())?;
    likes(&platform, store).await?;
    home(&platform, store, size).await?;
    delivery(&platform, store, size).await
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let size = Size {
        posts: number("POSTS", 100_000)?,
        authors: number("AUTHORS", 2_000)?,
        followers: number("FOLLOWERS", 10_000)?,
    };
    println!("| case | took | against | aim |\n|---|--:|---|---|");
    on_both("feed", async |store, storage| measure(store, storage, size).await).await
}
