//! Cached public responses of calendars: made once, and used until something in a calendar changes. Each call reads the
//! calendars and their stamps (`CalendarStamp`); reading series, expanding and writing is done once for each state of a
//! calendar, on each node.

use std::fmt::Write as _;

use bytes::Bytes;
use futures_util::future::try_join_all;
use futures_util::stream::{self, Stream, StreamExt as _};
use storage::calendar::Calendar;
use storage::time::Moment;

use super::ics::{self, Outgoing};
use super::listing::{self, Window};
use super::rules::Asker;
use super::view::{CalendarView, ListedView};
use super::{load, seen};
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::response_cache::{Kept, LARGEST};
use crate::platform::time::now;

/// How far ahead a list of coming events looks (ms).
const AHEAD: i64 = 366 * 86_400_000;
/// The beginning of that list is rounded to this (ms).
const STEP: i64 = 60_000;

/// The cache key of a response.
struct Name {
    text: String,
    /// Whether all writes covered by the stamps are visible.
    is_settled: bool,
}

/// The cache key of something made from the current state of some calendars.
async fn name(platform: &Platform, of: &[(Calendar, Asker)], what: String) -> Result<Name> {
    let store = &platform.storage.calendars;
    let stamps = try_join_all(of.iter().map(|(calendar, _)| store.stamp(calendar.calendar_id))).await?;
    let (mut text, mut is_settled) = (what, true);
    for ((calendar, _), stamp) in of.iter().zip(&stamps) {
        let (changed, mark) = stamp.as_ref().map_or((0, 0), |stamp| (stamp.changed.0, stamp.mark));
        let _ = write!(text, " {}.{}.{changed}.{mark}", calendar.calendar_id.0, calendar.version);
        is_settled &= store.is_settled(stamp.as_ref());
    }
    Ok(Name { text, is_settled })
}

fn keep(platform: &Platform, name: Name, kept: &Kept) {
    if name.is_settled {
        platform.kept.keep(name.text, kept.clone());
    }
}

async fn opened(platform: &Platform, uuids: &[&str]) -> Result<Vec<(Calendar, Asker)>> {
    try_join_all(uuids.iter().map(|uuid| load(platform, uuid, None))).await
}

/// What an anonymous reader sees between two moments in some calendars, as [`super::between`], serialized.
pub async fn public_between(
    platform: &Platform,
    uuids: &[&str],
    (from, to): Window,
    written: impl Fn(Vec<ListedView>) -> Result<Vec<u8>> + Send + 'static,
) -> Result<Kept> {
    listing::bounded((from, to), uuids)?;
    let calendars = opened(platform, uuids).await?;
    let name = name(platform, &calendars, format!("events {} {}", from.0, to.0)).await?;
    if let Some(kept) = platform.kept.get(&name.text) {
        return Ok(kept);
    }
    let found = listing::read(platform, calendars, (from, to)).await?;
    let made = move |budget: &mut _| Ok(written(listing::listed(&found, (from, to), budget)?).map(Kept::of));
    let kept = platform.counting_open.count(made).await??;
    keep(platform, name, &kept);
    Ok(kept)
}

/// The next events within a year in a calendar that an anonymous reader may see, at most `limit`, rendered. `look`:
/// everything else that the rendering depends on.
pub async fn widget(
    platform: &Platform,
    uuid: &str,
    limit: usize,
    look: &str,
    drawn: impl Fn(&CalendarView, &[ListedView]) -> String + Send + 'static,
) -> Result<Kept> {
    let calendars = opened(platform, &[uuid]).await?;
    let from = now() - now().rem_euclid(STEP);
    let window = (Moment(from), Moment(from + AHEAD));
    let name = name(platform, &calendars, format!("widget {from} {limit} {look}")).await?;
    if let Some(kept) = platform.kept.get(&name.text) {
        return Ok(kept);
    }
    let views: Vec<_> = calendars.iter().map(|(calendar, asker)| seen(calendar, *asker)).collect();
    let found = listing::read(platform, calendars, window).await?;
    let made = move |budget: &mut _| {
        let events = listing::soonest(&found, window, limit, budget)?;
        Ok(views.iter().map(|view| drawn(view, &events)).collect::<String>())
    };
    let kept = Kept::of(platform.counting_open.count(made).await?.into_bytes());
    keep(platform, name, &kept);
    Ok(kept)
}

/// A calendar's file for anonymous readers.
pub enum File {
    /// Cached.
    Kept(Kept),
    /// To be written.
    ToWrite(Box<ToWrite>),
}

/// A file that is to be written, and then cached.
pub struct ToWrite {
    platform: Platform,
    name: Name,
    file: Outgoing,
}

/// The file of a calendar that is public, or whose address the reader knows.
pub async fn file_of(platform: &Platform, uuid: &str) -> Result<File> {
    let calendars = opened(platform, &[uuid]).await?;
    let name = name(platform, &calendars, "file".to_owned()).await?;
    if let Some(kept) = platform.kept.get(&name.text) {
        return Ok(File::Kept(kept));
    }
    let file = ics::of_open(platform, calendars).await?;
    Ok(File::ToWrite(Box::new(ToWrite { platform: platform.clone(), name, file })))
}

impl ToWrite {
    pub fn etag(&self) -> &str {
        &self.file.version
    }

    /// The file in pieces. After the last one the whole is cached, unless it is too large.
    pub fn pieces(self) -> impl Stream<Item = Result<Bytes>> + use<> {
        let Self { platform, name, file } = self;
        let (etag, pieces) = (file.version.clone(), Box::pin(file.pieces()));
        let state = (pieces, Some((platform, name, etag, Vec::new())));
        stream::unfold(state, |(mut pieces, mut keeping)| async move {
            let Some(piece) = pieces.next().await else {
                if let Some((platform, name, etag, whole)) = keeping {
                    keep(&platform, name, &Kept { bytes: whole.into(), etag });
                }
                return None;
            };
            keeping = keeping.filter(|(.., whole)| match &piece {
                Ok(piece) => whole.len() + piece.len() <= LARGEST,
                Err(_) => false,
            });
            if let (Some((.., whole)), Ok(piece)) = (&mut keeping, &piece) {
                whole.extend_from_slice(piece);
            }
            Some((piece, (pieces, keeping)))
        })
    }
}
