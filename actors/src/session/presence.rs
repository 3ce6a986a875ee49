//! Where a connection is present.

use std::collections::HashSet;

use storage::ids::UserId;

use super::SessionActor;
use crate::Platform;
use crate::error::Result;
use crate::room::Attendance;

/// A room's kind and id.
pub(super) type Present = (&'static str, i64);

/// The rooms that a person belongs to.
pub(super) async fn rooms_of(platform: &Platform, user_id: UserId) -> Result<HashSet<Present>> {
    let mut rooms = HashSet::new();
    for kind in platform.rooms.kinds() {
        if let Some(attendance) = kind.attendance() {
            let of_kind = attendance.rooms_of(platform.clone(), user_id).await?;
            rooms.extend(of_kind.into_iter().map(|id| (kind.name(), id)));
        }
    }
    Ok(rooms)
}

impl SessionActor {
    fn attendance(&self, kind: &'static str) -> Option<&'static dyn Attendance> {
        self.platform.rooms.named(kind)?.attendance()
    }

    /// This connection is present in a room from now on.
    pub(super) fn join(&mut self, room @ (kind, id): Present) {
        if let Some(attendance) = self.attendance(kind)
            && self.present.insert(room)
            && !attendance.join(&self.platform, id, self.who.user_id)
        {
            self.present.remove(&room);
        }
    }

    /// … in these rooms and no others.
    pub(super) fn be_present_in(&mut self, rooms: HashSet<Present>) {
        let gone: Vec<_> = self.present.difference(&rooms).copied().collect();
        for room in gone {
            self.leave(room);
        }
        for room in rooms {
            self.join(room);
        }
    }

    fn leave(&mut self, room @ (kind, id): Present) {
        if self.present.remove(&room)
            && let Some(attendance) = self.attendance(kind)
        {
            attendance.leave(&self.platform, id, self.who.user_id);
        }
    }
}
