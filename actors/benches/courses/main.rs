//! Measures courses: the reads of a learner, against bare reads of the rows that the answer needs; saves and submissions
//! of a quiz, against bare guarded updates of one row; and very many attempts whose time is up in one second, beside a
//! chat. Prints one table; nothing is asserted.
//!
//! `SAVES` of each case (1600), `SUBMITS` (320), `ATTEMPTS` whose time is up (2000); `ONLY` (`reading`, `quizzes` or
//! `deadlines`); `KALENDER_TEST_CQL` (`host:port`): the same on that Cassandra, in a keyspace of its own.

mod deadlines;
#[path = "../ground/mod.rs"]
mod ground;
mod quizzes;
mod reading;
mod school;

use actors::Platform;
use storage::Storage;

use self::ground::stores::{number, on_both};
use self::ground::{Failure, platform};

#[derive(Clone, Copy)]
struct Size {
    saves: usize,
    submits: usize,
    attempts: usize,
}

fn is_asked(part: &str) -> bool {
    std::env::var("ONLY").map_or(true, |only| only == part)
}

async fn measure(store: &'static str, storage: Storage, size: Size) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform: Platform = platform(storage, folder.path(), Vec::new())?;
    if is_asked("reading") {
        reading::measure(&platform, store).await?;
    }
    if is_asked("quizzes") {
        quizzes::measure(&platform, store, size.saves, size.submits).await?;
    }
    if is_asked("deadlines") {
        deadlines::measure(&platform, store, size.attempts).await?;
    }
    Ok(())
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let size = Size {
        saves: number("SAVES", 1_600)?,
        submits: number("SUBMITS", 320)?,
        attempts: number("ATTEMPTS", 2_000)?,
    };
    println!("| case | took | against | aim |\n|---|--:|---|---|");
    on_both("courses", async |store, storage| measure(store, storage, size).await).await
}
