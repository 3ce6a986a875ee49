//! Presence: the rooms in which a connection is present, and whether its page is looked at.

use std::collections::HashSet;

use actix::prelude::*;
use serde::Deserialize;
use storage::ids::UserId;

use super::SessionActor;
use crate::Platform;
use crate::live::room::{Attendance, read_body};
use crate::platform::error::Result;

/// A room's kind and id.
pub(super) type Present = (&'static str, i64);

/// The body of a SEND to [`crate::live::room::ATTENTION`].
#[derive(Deserialize)]
struct Attention {
    hidden: bool,
}

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
        {
            if !attendance.join(&self.platform, id, self.who.user_id) {
                self.present.remove(&room);
            } else if !self.looking {
                attendance.set_looking(&self.platform, id, self.who.user_id, false);
            }
        }
    }

    /// Makes this connection present in these rooms and no others.
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
            attendance.leave(&self.platform, id, self.who.user_id, self.looking);
        }
    }

    /// The page is hidden, or looked at again. A hidden page still counts as looked at for a while, so that a short
    /// look at another window does not make somebody absent.
    pub(super) fn attention(&mut self, body: &[u8], ctx: &mut Context<Self>) -> Result<()> {
        let Attention { hidden } = read_body(body)?;
        if !hidden {
            if let Some(hiding) = self.hiding.take() {
                ctx.cancel_future(hiding);
            }
            self.set_looking(true);
        } else if self.looking && self.hiding.is_none() {
            let after = self.platform.settings.hidden_after;
            self.hiding = Some(ctx.run_later(after, |actor, _| {
                actor.hiding = None;
                actor.set_looking(false);
            }));
        }
        Ok(())
    }

    fn set_looking(&mut self, looking: bool) {
        if std::mem::replace(&mut self.looking, looking) == looking {
            return;
        }
        self.platform.connections.set_looking(self.who.user_id, self.connection, looking);
        for (kind, id) in &self.present {
            if let Some(attendance) = self.attendance(kind) {
                attendance.set_looking(&self.platform, *id, self.who.user_id, looking);
            }
        }
    }
}
