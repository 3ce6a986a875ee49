//! The index of names: what areas declare of their things ([`crate::area::Area::indexed`]).

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use storage::changes::Change;
use storage::search::{Entry, Index, SearchIndex};
use tokio::sync::Notify;

use super::follow::{Mirror, REST, generation, patiently};
use super::{almanac, indexed};
use crate::Platform;
use crate::area::found::NameIndex;
use crate::platform::error::Result;

pub struct Names(pub SearchIndex);

impl Mirror for Names {
    const NAME: &'static str = "names";
    const EVERY: Option<Duration> = Some(Duration::from_secs(24 * 3_600));
    const GATHER: Duration = Duration::ZERO;

    fn index(&self) -> Index {
        self.0.index()
    }

    fn woken<'a>(&self, platform: &'a Platform) -> &'a Notify {
        &platform.search.woken
    }

    async fn begin(&self, platform: &Platform) -> Result<()> {
        self.writer(generation(), Duration::ZERO).put(almanac::entries(platform)).await
    }

    async fn apply(&self, platform: &Platform, changes: &[Change]) -> Result<bool> {
        let writer = self.writer(generation(), Duration::ZERO);
        let mut is_changed = false;
        for one in indexed(platform) {
            is_changed |= (one.follow)(platform, changes, &writer).await?;
        }
        Ok(is_changed)
    }

    async fn fill(&self, platform: &Platform, generation: u64) -> Result<()> {
        let writer = self.writer(generation, REST);
        for one in indexed(platform) {
            (one.fill)(platform, &writer).await?;
        }
        Ok(())
    }
}

impl Names {
    fn writer(&self, generation: u64, rest: Duration) -> Writer<'_> {
        Writer { index: &self.0, generation, rest }
    }
}

/// The index, with the generation of the entries that are put into it.
struct Writer<'a> {
    index: &'a SearchIndex,
    generation: u64,
    /// A pause after each write, where there is no hurry.
    rest: Duration,
}

impl NameIndex for Writer<'_> {
    fn put(&self, entries: Vec<Entry>) -> LocalBoxFuture<'_, Result<()>> {
        async move {
            patiently(async || self.index.put(&entries, self.generation).await).await?;
            if !self.rest.is_zero() {
                tokio::time::sleep(self.rest).await;
            }
            Ok(())
        }
        .boxed_local()
    }

    fn replace(&self, keys: Vec<String>, entries: Vec<Entry>) -> LocalBoxFuture<'_, Result<()>> {
        async move {
            let is_gone = |key: &String| entries.iter().all(|entry| entry.key != *key);
            let gone: Vec<String> = keys.into_iter().filter(is_gone).collect();
            self.put(entries).await?;
            patiently(async || self.index.remove(&gone).await).await
        }
        .boxed_local()
    }
}
