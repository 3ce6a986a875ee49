//! Infopoints: places on the map, who made them, who follows them. Contract §11.1.
//!
//! A place's row is decisive; every change is guarded by its version, and its pin moves with it, so that a place has one
//! pin whatever happens. A pin lies in the geohash cell of five letters, sorted by its whole hash: a rectangle is a
//! stretch of each of at most [`MOST_CELLS`] cells. How many places a cell holds is counted anew after each change by a job of
//! the same write ([`tallies`]), so that a map of a country reads counts and no places.

mod check;
mod connections;
pub mod grid;
mod map;
mod records;
mod tallies;

use std::collections::HashMap;
use std::sync::Arc;

pub use map::{Found, MOST_CELLS};
use records::{
    INFOPOINT_CELLS, INFOPOINT_CONNECTIONS, INFOPOINT_FOLLOWERS, INFOPOINT_TALLIES, INFOPOINT_WATCHERS,
    INFOPOINT_WATCHES, INFOPOINTS, INFOPOINTS_BY_AUTHOR, INFOPOINTS_BY_SOURCE,
};
pub use records::{
    Infopoint, InfopointByAuthor, InfopointBySource, InfopointConnection, InfopointConnectionId,
    InfopointFollower, InfopointId, InfopointPicture, InfopointType, InfopointWatch, InfopointWatcher, Pin,
    Tally,
};

use crate::Storage;
use crate::feed::Source;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::changes::{Change, ChangeKind};
use crate::platform::clock;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::Stored;

/// Letters of the cell in which a pin lies.
pub const CELL: usize = 5;
/// Letters of the cells by which cells are counted: a pin's cell in the first, that one in the second.
const COUNTED_BY: usize = 3;
const COUNTED_BY_AGAIN: usize = 1;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &INFOPOINTS,
        &INFOPOINT_CELLS,
        &INFOPOINT_TALLIES,
        &INFOPOINTS_BY_SOURCE,
        &INFOPOINTS_BY_AUTHOR,
        &INFOPOINT_CONNECTIONS,
        &INFOPOINT_FOLLOWERS,
        &INFOPOINT_WATCHES,
        &INFOPOINT_WATCHERS,
    ],
    people: &[
        people("infopoints", In("infopoints.json"), Nothing),
        people("infopoint_traces", Not("points at infopoints.json"), Nothing),
        people("infopoint_connections", In("infopoints.json"), Nothing),
        people("infopoint_followers", Not("the same as infopoint_connections"), Nothing),
        people("infopoint_watches", In("infopoints.json"), Nothing),
        people("infopoint_watchers", Not("the same as infopoint_watches"), Nothing),
    ],
    checks: &[|check| Box::pin(check.infopoints())],
    ..Area::named("infopoints")
};

/// The repository of infopoints.
#[derive(Clone)]
pub struct Infopoints {
    db: Db,
}

/// Writes the pin of a place and deletes its old one.
fn pinned(old: Option<&Infopoint>, new: Option<&Infopoint>) -> Vec<Write> {
    let (before, now) = (old.and_then(Infopoint::pin), new.and_then(Infopoint::pin));
    if before == now {
        return Vec::new();
    }
    let place = |pin: &Pin| (pin.hash.clone(), pin.infopoint_id);
    let left = before.filter(|before| now.as_ref().is_none_or(|now| place(now) != place(before)));
    let insert = now.map(|pin| pin.insert());
    left.map(|pin| pin.key().delete()).into_iter().chain(insert).collect()
}

/// Notes for the index of names that a place has changed.
fn noted(id: InfopointId) -> Write {
    Change::new(ChangeKind::Infopoint, id.0, clock::now()).note()
}

/// The cells that a change adds a place to or takes one from.
pub fn recounted(old: Option<&Infopoint>, new: Option<&Infopoint>) -> Vec<String> {
    let cell = |one: Option<&Infopoint>| one.and_then(Infopoint::pin).map(|pin| pin.cell);
    let (before, now) = (cell(old), cell(new));
    if before == now { Vec::new() } else { before.into_iter().chain(now).collect() }
}

impl Infopoints {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// Stores a new place. False: its id is taken.
    pub async fn create(&self, new: &Infopoint, then: Vec<Write>) -> Result<bool> {
        let mut rows = pinned(None, Some(new));
        rows.extend(new.by_source().map(|row| row.insert()));
        rows.extend(new.by_author().map(|row| row.insert()));
        rows.push(noted(new.infopoint_id));
        self.db.decide(new.if_absent(), [rows, then].concat()).await
    }

    /// Changes a place if it still has the version of `old`; answers whether it had. Raises the version.
    pub async fn change(&self, old: &Infopoint, new: &Infopoint, then: Vec<Write>) -> Result<bool> {
        let new = Infopoint { version: old.version + 1, ..new.clone() };
        let mut rows = pinned(Some(old), Some(&new));
        if new.author_id != old.author_id {
            rows.extend(old.by_author().map(|row| row.key().delete()));
        }
        rows.push(noted(new.infopoint_id));
        self.db.decide(old.change_version_to(&new), [rows, then].concat()).await
    }

    /// Deletes a place if it still has that version; answers whether it had. Connections to it are removed after it.
    pub async fn remove(&self, old: &Infopoint, then: Vec<Write>) -> Result<bool> {
        let mut rows = pinned(Some(old), None);
        rows.extend(old.by_source().map(|row| row.key().delete()));
        rows.extend(old.by_author().map(|row| row.key().delete()));
        rows.push(noted(old.infopoint_id));
        let guard = old.key().delete_if([("version", old.version.into())]);
        self.db.decide(guard, [rows, then].concat()).await
    }

    /// A place.
    pub async fn infopoint(&self, id: InfopointId) -> Result<Option<Infopoint>> {
        self.db.find(Infopoint::at(id)).await
    }

    /// Places in the order given; missing ones are left out.
    pub async fn infopoints(&self, ids: &[InfopointId]) -> Result<Vec<Infopoint>> {
        let rows: Vec<Infopoint> =
            self.db.find_all(ids.iter().map(|id| Infopoint::at(*id)).collect()).await?;
        let mut found: HashMap<_, _> = rows.into_iter().map(|one| (one.infopoint_id, one)).collect();
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// The places of a person or an organisation, newest first before one; at most `limit`.
    pub async fn of_source(
        &self,
        source: Source,
        before: Option<InfopointId>,
        limit: usize,
    ) -> Result<Vec<InfopointId>> {
        let span = InfopointBySource::of(source).before_any(before);
        let rows: Vec<InfopointBySource> = self.db.list(span.descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.infopoint_id).collect())
    }

    /// The places that somebody made in any name, newest first before one; at most `limit`.
    pub async fn made_by(
        &self,
        user_id: UserId,
        before: Option<InfopointId>,
        limit: usize,
    ) -> Result<Vec<InfopointId>> {
        let span = InfopointByAuthor::of(user_id).before_any(before);
        let rows: Vec<InfopointByAuthor> = self.db.list(span.descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.infopoint_id).collect())
    }

    /// All places by id after one, at most `limit`: for the index of names.
    pub async fn scan(&self, after: Option<InfopointId>, limit: usize) -> Result<Vec<Infopoint>> {
        let after = after.map(|id| vec![id.into()]);
        let rows = self.db.scan(&INFOPOINTS, after, limit).await?;
        rows.into_iter().map(crate::platform::record::Record::read).collect()
    }
}
