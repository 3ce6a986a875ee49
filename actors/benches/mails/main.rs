//! Measures mails to many: a batch of invitations with mails meanwhile that somebody waits for, and an announcement to
//! everybody of an organisation, with and without choices about notifications. Prints one table; nothing is asserted.
//!
//! `INVITED` (10000), `PEOPLE` who are told (5000); `ONLY` (`batch` or `announcement`); `KALENDER_TEST_CQL`
//! (`host:port`): the same on that Cassandra, in a keyspace of its own.

mod announcement;
mod batch;
#[path = "../ground/mod.rs"]
mod ground;

use self::ground::Failure;
use self::ground::stores::{number, on_both};

fn is_asked(part: &str) -> bool {
    std::env::var("ONLY").map_or(true, |only| only == part)
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let (invited, told) = (number("INVITED", 10_000)?, number("PEOPLE", 5_000)?);
    println!("| case | took | against | aim |\n|---|--:|---|---|");
    if is_asked("batch") {
        on_both("batch", async |store, storage| batch::measure(store, storage, invited).await).await?;
    }
    if is_asked("announcement") {
        let measure = async |store, storage| announcement::measure(store, storage, told).await;
        on_both("announcement", measure).await?;
    }
    Ok(())
}
