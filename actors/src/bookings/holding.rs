//! Holding a time for a person who is about to book, and giving it back. Contract §8.2.

use futures_util::future::BoxFuture;
use futures_util::try_join;
use storage::bookings::{Bookings, PersonHold};
use storage::engine::Write;
use storage::occupancy::{BookableId, Change, Occupation, OccupationId, OccupationStatus, SpaceId, Window};
use storage::record::Stored;
use storage::value::Json;

use super::bookables::asked_for;
use super::facts::{Asker, Facts};
use super::occupying::{bounded, occupation, overlap, window, with_nearest};
use super::rights;
use super::rules::slots;
use super::taken;
use super::view::{HoldDraft, HoldView};
use super::waitlist::vacate;
use crate::Platform;
use crate::accounts::Who;
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request, Shared};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::Interval;
use crate::platform::time::{Moment, now};

/// How long a hold lasts, in milliseconds.
const HOLD_MS: i64 = 5 * 60_000;
/// Holds that a person may have at once.
const HOLDS: usize = 3;

/// The code of a refusal because somebody holds as many times as they may.
pub(super) const TOO_MANY: &str = "TOO_MANY_HOLDS";

/// On which terms a time is held.
pub(super) struct Terms {
    /// How long, in milliseconds.
    pub lasts: i64,
    /// Holds that one may have at once.
    pub most: usize,
    /// Follows in the same write.
    pub then: Vec<Write>,
}

struct Hold {
    platform: Platform,
    asker: Asker,
    time: Interval,
    id: OccupationId,
    terms: Terms,
}

impl Request for Hold {
    fn window(&self) -> Window {
        window(self.time)
    }

    fn facts<'a>(&'a self, shared: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let (user_id, time, hold_id) = (self.asker.user_id, self.time, self.id);
            let (lasts, most, then) = (self.terms.lasts, self.terms.most, self.terms.then.clone());
            let bookings = Bookings::of(&self.platform.storage);
            let held = async { Ok(bookings.holds(user_id).await?) };
            let (facts, held) = try_join!(Facts::load(&self.platform, shared, self.asker, time), held)?;
            Ok(Box::new(move |view: &View| {
                rights::book(&facts.bookable, facts.relation)?;
                slots::judge(time, &facts.times(), view.now)?;
                if held.iter().filter(|hold| hold.expires.0 > view.now).count() >= most {
                    let message = format!("Du håller redan {most} tider.");
                    return Err(Refusal::conflict(TOO_MANY, message));
                }
                let wanted = taken(&facts.bookable, time);
                if let Some(offer) = view.offer_to(user_id, facts.bookable.bookable_id, &wanted) {
                    // What is offered is held already, and for longer.
                    return Ok(Decided { changes: vec![Change::keep(offer)], ..Decided::default() });
                }
                let conflicts = view.conflicts_with_waitlist(&wanted, &[]);
                if !conflicts.is_empty() {
                    return Err(overlap(&conflicts));
                }
                let (price, expires) = (facts.price(time, None), Moment(view.now + lasts));
                let row = occupation(&facts, hold_id, user_id, time, OccupationStatus::Hold);
                let row = Occupation { expires: Some(expires), price: Some(price.price), ..row };
                let (bookable_id, space_id) = (row.bookable_id, row.space_id);
                let (starts, ends, price) = (row.starts, row.ends, Json(price));
                let kept =
                    PersonHold { user_id, hold_id, space_id, bookable_id, starts, ends, expires, price };
                Ok(Decided {
                    changes: vec![Change::insert(row)],
                    then: [kept.kept()].into_iter().chain(then).collect(),
                    ..Decided::default()
                })
            }) as Judge)
        })
    }
}

/// Holds a time for five minutes at its price. 403 MAY_NOT_BOOK; 404; 409 OVERLAP, TOO_MANY_HOLDS, UNAVAILABLE; 422 CLOSED,
/// HORIZON, LENGTH, NOTICE, NOT_ALIGNED, PAST.
pub async fn hold(platform: &Platform, who: &Who, id: BookableId, draft: HoldDraft) -> Result<HoldView> {
    let time = bounded(draft.start, draft.end)?;
    let (bookable, relation) = asked_for(platform, who, id).await?;
    let hold_id = OccupationId(platform.ids.next(now())?);
    let asker = Asker::of(&bookable, who.user_id, relation);
    let terms = Terms { lasts: HOLD_MS, most: HOLDS, then: Vec::new() };
    let decided = hold_for(platform, asker, bookable.space_id, time, hold_id, terms).await;
    let changes = match decided {
        Ok(changes) => changes,
        Err(refusal) => return Err(with_nearest(platform, who, id, time, refusal).await),
    };
    let row = changes.into_iter().find_map(|change| change.new).ok_or_else(Refusal::internal)?;
    let expires_at = row.expires.ok_or_else(Refusal::internal)?;
    Ok(HoldView {
        hold_id: row.occupation_id,
        id_bookable: id,
        expires_at,
        price: row.price.unwrap_or_default(),
    })
}

/// Holds a time for somebody. Refusals as [`hold`].
pub(super) async fn hold_for(
    platform: &Platform,
    asker: Asker,
    space_id: SpaceId,
    time: Interval,
    id: OccupationId,
    terms: Terms,
) -> Result<Vec<Change>> {
    // Holds of different spaces are decided independently, and counted together.
    let _turn = platform.turns.of(asker.user_id.0).await;
    let request = Hold { platform: platform.clone(), asker, time, id, terms };
    occupancy::decide(platform, space_id, request).await
}

/// Gives a hold of a bookable back. 404: the caller has none with that id, or no more.
pub async fn release(platform: &Platform, who: &Who, of: BookableId, hold_id: OccupationId) -> Result<()> {
    let holds = Bookings::of(&platform.storage).holds(who.user_id).await?;
    let hold = holds.into_iter().find(|hold| hold.hold_id == hold_id && hold.bookable_id == of);
    let hold = hold.ok_or_else(|| Refusal::not_found("Tiden hålls inte längre."))?;
    give_back(platform, &hold).await
}

/// Takes a hold out of its space; may be repeated.
pub(super) async fn give_back(platform: &Platform, hold: &PersonHold) -> Result<()> {
    let at = Window { from: hold.starts.0, to: hold.ends.0 };
    vacate(platform, hold.space_id, hold.hold_id, at, vec![hold.key().delete()]).await
}
