//! Checks that pins, lists and counts say the same as the places, and connections the same as the lists of places.

use std::collections::BTreeMap;

use super::records::{
    INFOPOINT_CELLS, INFOPOINT_CONNECTIONS, INFOPOINT_FOLLOWERS, INFOPOINT_TALLIES, INFOPOINT_WATCHERS,
    INFOPOINT_WATCHES, INFOPOINTS, INFOPOINTS_BY_AUTHOR, INFOPOINTS_BY_SOURCE,
};
use super::{
    COUNTED_BY, COUNTED_BY_AGAIN, Infopoint, InfopointConnection, InfopointFollower, InfopointWatch,
    InfopointWatcher, Pin, Tally,
};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;

/// Places by the cell that they are counted by, and the cell.
type Counts = BTreeMap<(String, String), i64>;

impl Check<'_> {
    /// Every place with its rows, every count, and every connection.
    pub(crate) async fn infopoints(&mut self) -> Result<()> {
        let (mut pins, mut by_source, mut by_author, mut counts) = (0, 0, 0, Counts::new());
        let mut walk = Walk::over(&INFOPOINTS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let infopoint = Infopoint::read(row)?;
                let what = format!("infopoint {}", infopoint.infopoint_id);
                if let Some(pin) = infopoint.pin() {
                    pins += 1;
                    let stored: Option<Pin> = self.db.find(pin.key()).await?;
                    if stored.as_ref() != Some(&pin) {
                        self.say(format!("{what} is not on the map as it is"));
                    }
                    let part = |letters| pin.cell.chars().take(letters).collect::<String>();
                    let (area, whole) = (part(COUNTED_BY), part(COUNTED_BY_AGAIN));
                    *counts.entry((area.clone(), pin.cell.clone())).or_default() += 1;
                    *counts.entry((whole, area)).or_default() += 1;
                }
                if let Some(row) = infopoint.by_source() {
                    by_source += 1;
                    self.listed(row.key(), &what).await?;
                }
                if let Some(row) = infopoint.by_author() {
                    by_author += 1;
                    self.listed(row.key(), &what).await?;
                }
            }
        }
        // Each place has its rows, so a table with as many rows has no others.
        self.rows_of(&INFOPOINT_CELLS, pins).await?;
        self.rows_of(&INFOPOINTS_BY_SOURCE, by_source).await?;
        self.rows_of(&INFOPOINTS_BY_AUTHOR, by_author).await?;
        self.tallies(counts).await?;
        self.connections_to_places().await
    }

    async fn tallies(&mut self, mut counts: Counts) -> Result<()> {
        let mut walk = Walk::over(&INFOPOINT_TALLIES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let tally = Tally::read(row)?;
                let counted = counts.remove(&(tally.area, tally.cell.clone())).unwrap_or_default();
                if counted != tally.places {
                    self.say(format!(
                        "cell {} has {counted} places, and counts {}",
                        tally.cell, tally.places
                    ));
                }
            }
        }
        for ((_, cell), counted) in counts {
            self.say(format!("cell {cell} has {counted} places, and counts none"));
        }
        Ok(())
    }

    async fn connections_to_places(&mut self) -> Result<()> {
        let (mut connections, mut watches) = (0, 0);
        let mut walk = Walk::over(&INFOPOINT_CONNECTIONS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let one = InfopointConnection::read(row)?;
                connections += 1;
                let key = InfopointFollower::at(one.infopoint_id, one.user_id);
                let listed: Option<InfopointFollower> = self.db.find(key).await?;
                if listed.is_none_or(|listed| listed.notify != one.notify) {
                    let (user, id) = (one.user_id, one.infopoint_id);
                    self.say(format!("the connection of {user} to infopoint {id} is not listed as it is"));
                }
            }
        }
        let mut walk = Walk::over(&INFOPOINT_WATCHES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let one = InfopointWatch::read(row)?;
                watches += 1;
                let what = format!("the watch of {} over municipality {}", one.user_id, one.municipality);
                self.listed(InfopointWatcher::at(one.municipality, one.user_id), &what).await?;
            }
        }
        self.rows_of(&INFOPOINT_FOLLOWERS, connections).await?;
        self.rows_of(&INFOPOINT_WATCHERS, watches).await
    }
}
