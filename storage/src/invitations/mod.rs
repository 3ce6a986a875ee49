//! Invitations to organisations: to an address, by a link, many at once. Contract §11.2.
//!
//! An invitation is decided by the row of its address ([`MailInvitation`]), a link by the head of its uses ([`InviteLink`]), a
//! row of a batch by its portion ([`BatchPortion`]); places, lists and traces follow in the same write and only point.

mod batches;
mod links;
mod records;

use std::collections::HashSet;
use std::sync::Arc;

pub use batches::{BATCH_KEPT, MOST_PORTIONS, PORTION_ROWS};
pub use links::MOST_LINKS;
use records::{
    Addressee, INVITATION_ADDRESSEES, INVITATION_BATCHES, INVITATION_PLACES, INVITATION_PORTIONS,
    INVITATION_TRACES, INVITE_LINK_USES, INVITE_LINKS, LISTED_BATCHES, LISTED_INVITATIONS,
    LISTED_INVITE_LINKS, ListedInvitation, MAIL_INVITATIONS, MUTED_ADDRESSES, RESTING_INVITATIONS,
    RestingInvitation,
};
pub use records::{
    BatchPortion, BatchRow, InvitationBatch, InvitationBatchId, InvitationId, InvitationPlace,
    InvitationState, InvitationTrace, InviteLink, InviteLinkId, InviteLinkUse, MailInvitation, MutedAddress,
    PortionHead, SendCode, Tally, TraceKind,
};

use crate::Storage;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Db, Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Stored;

const DAY_MS: i64 = 86_400_000;
/// How long an invitation can be looked at after its term, in milliseconds.
const KEPT_AFTER: i64 = 90 * DAY_MS;
/// Length of a period of a list, in milliseconds.
const PERIOD_MS: i64 = 30 * DAY_MS;
/// Longest life of an invitation in periods: sent four times, each with a term of one, and kept for three.
const PERIODS: i64 = 8;
/// Most invitations that rest that are read.
const MOST_RESTING: usize = 100;
/// Rows of a person or an address that are read or removed at once.
const SLICE: usize = 200;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &MAIL_INVITATIONS,
        &INVITATION_PLACES,
        &LISTED_INVITATIONS,
        &INVITATION_ADDRESSEES,
        &INVITATION_TRACES,
        &MUTED_ADDRESSES,
        &RESTING_INVITATIONS,
        &INVITE_LINK_USES,
        &INVITE_LINKS,
        &LISTED_INVITE_LINKS,
        &INVITATION_BATCHES,
        &INVITATION_PORTIONS,
        &LISTED_BATCHES,
    ],
    people: &[
        people("mail_invitations", In("invitations-sent.json"), Nothing),
        people("invitation_traces", Not("the index of invitations-sent.json"), Nothing),
        people("invite_link_uses", In("invitations-sent.json"), Nothing),
        people("invite_links", In("invitations-sent.json"), Nothing),
        people("invitation_batches", In("invitations-sent.json"), Nothing),
    ],
    ..Area::named("invitations")
};

/// The repository of invitations.
#[derive(Clone)]
pub struct Invitations {
    db: Db,
}

impl MailInvitation {
    /// Seconds that its rows live from now on.
    fn ttl(&self) -> u32 {
        ttl_until(self.expires + KEPT_AFTER, clock::now())
    }

    fn place(&self) -> InvitationPlace {
        let Self { invitation_id, entity_id, .. } = *self;
        let ended = Some(self.state).filter(|state| *state != InvitationState::Pending);
        InvitationPlace {
            invitation_id,
            entity_id,
            address: self.address.clone(),
            hash: self.hash.clone(),
            ended,
        }
    }

    /// What its inviter, or whoever accepted it, has to do with it.
    fn trace(&self, user_id: UserId, kind: TraceKind) -> Write {
        let Self { entity_id, invitation_id, .. } = *self;
        let address = Some(self.address.clone());
        let row = InvitationTrace { user_id, id: invitation_id.0, kind, entity_id, address }.row();
        row.insert_for(self.ttl())
    }

    /// Whether it stands although its mail came back.
    fn rests(&self) -> bool {
        let came_back = [SendCode::Resting, SendCode::Refused, SendCode::Unreachable];
        self.state == InvitationState::Pending && self.trouble.is_some_and(|why| came_back.contains(&why))
    }

    fn resting(&self) -> RestingInvitation {
        let Self { entity_id, invitation_id, .. } = *self;
        RestingInvitation { entity_id, invitation_id, address: self.address.clone() }
    }

    /// The rows that point at it when it is new.
    fn pointers(&self) -> Vec<Write> {
        let Self { entity_id, invitation_id, created, .. } = *self;
        let (address, period) = (self.address.clone(), created.div_euclid(PERIOD_MS));
        let lists = ttl_until(created + PERIODS * PERIOD_MS, clock::now());
        let listed = ListedInvitation { entity_id, period, invitation_id, address: address.clone() };
        let addressee = Addressee { address, entity_id, since: created };
        vec![
            self.place().row().insert_for(lists),
            listed.row().insert_for(lists),
            addressee.row().insert_for(lists),
            self.trace(self.invited_by, TraceKind::Invited),
        ]
    }
}

impl Invitations {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// The invitation of an address, however it stands; none: there is none, or it ended long ago.
    pub async fn invitation(&self, entity_id: EntityId, address: &str) -> Result<Option<MailInvitation>> {
        self.db.find_settled(MailInvitation::at(entity_id, address)).await
    }

    /// Where the invitation with an id is; none: there is none, or it ended long ago.
    pub async fn place(&self, id: InvitationId) -> Result<Option<InvitationPlace>> {
        self.db.find(InvitationPlace::at(id)).await
    }

    /// Stores a new invitation in the place of `old` (none: the address has none), with the writes `then`. False: another
    /// stands there by now.
    pub async fn invite(
        &self,
        old: Option<&MailInvitation>,
        new: &MailInvitation,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        then.extend(old.filter(|old| old.rests()).map(|old| old.resting().key().delete()));
        let guard = match old {
            None => new.row().if_absent_for(new.ttl()),
            Some(old) => replaced(old, new),
        };
        self.db.decide(guard, [new.pointers(), then].concat()).await
    }

    /// Changes an invitation if it has the version of `old`, with the writes `then`; answers whether it had. Raises the
    /// version.
    pub async fn change(
        &self,
        old: &MailInvitation,
        new: &MailInvitation,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        let new = MailInvitation { version: old.version + 1, ..new.clone() };
        if new.state != old.state || new.expires != old.expires {
            then.push(new.place().row().insert_for(new.ttl()));
        }
        if new.rests() {
            then.push(new.resting().row().insert_for(new.ttl()));
        } else if old.rests() {
            then.push(old.resting().key().delete());
        }
        if let Some(user_id) = new.accepted_by.filter(|_| old.accepted_by.is_none()) {
            then.push(new.trace(user_id, TraceKind::Accepted));
        }
        self.db.decide(replaced(old, &new), then).await
    }

    /// The invitations of an organisation, newest first, before one; and whether there are more.
    pub async fn page(
        &self,
        entity_id: EntityId,
        before: Option<InvitationId>,
        limit: usize,
    ) -> Result<(Vec<MailInvitation>, bool)> {
        let newest = clock::now().div_euclid(PERIOD_MS);
        let spans = (0..=PERIODS).map(|back| {
            ListedInvitation::of(entity_id, newest - back).before_any(before).descending(limit + 1)
        });
        let lists: Vec<Vec<ListedInvitation>> = self.db.list_many(spans.collect()).await?;
        let mut listed: Vec<ListedInvitation> = lists.into_iter().flatten().take(limit + 1).collect();
        let has_more = listed.len() > limit;
        listed.truncate(limit);
        let keys = listed.iter().map(|one| MailInvitation::at(entity_id, &one.address)).collect();
        let mut found: Vec<MailInvitation> = self.db.find_all(keys).await?;
        // An address that was invited anew stands where its newest invitation is.
        let current: HashSet<InvitationId> = listed.iter().map(|one| one.invitation_id).collect();
        let mut seen = HashSet::new();
        found.retain(|one| current.contains(&one.invitation_id) && seen.insert(one.invitation_id));
        found.sort_by_key(|one| std::cmp::Reverse(one.invitation_id));
        Ok((found, has_more))
    }

    /// Why no invitations are mailed to an address, by its keyed hash; none: they are.
    pub async fn muted(&self, hash: &str) -> Result<Option<SendCode>> {
        let found: Option<MutedAddress> = self.db.find(MutedAddress::at(hash)).await?;
        Ok(found.map(|one| one.reason))
    }

    /// Mails no more invitations to an address, for good or for so many seconds. What its owner said is not replaced by
    /// that mails came back.
    pub async fn mute(&self, hash: &str, reason: SendCode, seconds: Option<u32>) -> Result<()> {
        let row = MutedAddress { hash: hash.to_owned(), reason };
        match seconds {
            None => self.db.write(vec![row.insert()]).await,
            Some(ttl) => self.db.write_if(vec![row.row().if_absent_for(ttl)], Vec::new()).await.map(drop),
        }
    }

    /// Ends the rest of an address whose mails came back. False: it does not rest; what its owner said stays.
    pub async fn unmute(&self, hash: &str) -> Result<bool> {
        let guard = MutedAddress::at(hash).delete_if([("reason", SendCode::Resting.into())]);
        self.db.decide(guard, Vec::new()).await
    }

    /// The invitations of an organisation whose mails came back, newest first, at most 100.
    pub async fn resting(&self, entity_id: EntityId) -> Result<Vec<MailInvitation>> {
        let span = RestingInvitation::of(entity_id).descending(MOST_RESTING);
        let listed: Vec<RestingInvitation> = self.db.list(span).await?;
        let at: Vec<(EntityId, &str)> = listed.iter().map(|one| (entity_id, &*one.address)).collect();
        let mut found = self.invitations(&at).await?;
        let current: HashSet<InvitationId> = listed.iter().map(|one| one.invitation_id).collect();
        found.retain(|one| one.rests() && current.contains(&one.invitation_id));
        Ok(found)
    }

    /// What a person has to do with invitations, at most so much.
    pub async fn traces(&self, user_id: UserId, limit: usize) -> Result<Vec<InvitationTrace>> {
        self.db.list(InvitationTrace::of(user_id).ascending(limit)).await
    }

    /// The invitations of these addresses in their organisations; those that ended long ago are left out.
    pub async fn invitations(&self, at: &[(EntityId, &str)]) -> Result<Vec<MailInvitation>> {
        let keys = at.iter().map(|(entity_id, address)| MailInvitation::at(*entity_id, address));
        self.db.find_all(keys.collect()).await
    }

    /// Erases a person: what they invited or accepted, their links with the uses, their batches, their uses of others'
    /// links, and what their address was invited to. May be repeated.
    pub async fn erase(&self, user_id: UserId, address: Option<&str>) -> Result<()> {
        loop {
            let traces = self.traces(user_id, SLICE).await?;
            for trace in &traces {
                self.erase_traced(user_id, trace).await?;
            }
            self.db.write(traces.iter().map(|trace| trace.key().delete()).collect()).await?;
            if traces.len() < SLICE {
                break;
            }
        }
        let Some(address) = address else { return Ok(()) };
        loop {
            let some: Vec<Addressee> = self.db.list(Addressee::of(address).ascending(SLICE)).await?;
            for one in &some {
                self.forget(one.entity_id, address, |_| true).await?;
            }
            self.db.write(some.iter().map(|one| one.key().delete()).collect()).await?;
            if some.len() < SLICE {
                return Ok(());
            }
        }
    }

    async fn erase_traced(&self, user_id: UserId, trace: &InvitationTrace) -> Result<()> {
        match trace.kind {
            TraceKind::Invited | TraceKind::Accepted => {
                let Some(address) = &trace.address else { return Ok(()) };
                let is_theirs =
                    |one: &MailInvitation| one.invited_by == user_id || one.accepted_by == Some(user_id);
                self.forget(trace.entity_id, address, is_theirs).await
            }
            TraceKind::Link => self.forget_link(trace.entity_id, InviteLinkId(trace.id)).await,
            TraceKind::Used => {
                self.db.write(vec![InviteLinkUse::at(InviteLinkId(trace.id), user_id).delete()]).await
            }
            TraceKind::Batch => self.forget_batch(trace.entity_id, InvitationBatchId(trace.id)).await,
        }
    }

    /// Removes the invitation of an address, if it is one of these.
    async fn forget(
        &self,
        entity_id: EntityId,
        address: &str,
        is_one: impl Fn(&MailInvitation) -> bool,
    ) -> Result<()> {
        while let Some(found) = self.invitation(entity_id, address).await?.filter(&is_one) {
            let guard = found.key().delete_if([("version", found.version.into())]);
            let period = found.created.div_euclid(PERIOD_MS);
            let traced = |user_id, kind| InvitationTrace::at(user_id, found.invitation_id.0, kind).delete();
            let mut gone = vec![
                traced(found.invited_by, TraceKind::Invited),
                InvitationPlace::at(found.invitation_id).delete(),
                ListedInvitation::at(entity_id, period, found.invitation_id).delete(),
                Addressee::at(address, entity_id).delete(),
                found.resting().key().delete(),
            ];
            gone.extend(found.accepted_by.map(|user_id| traced(user_id, TraceKind::Accepted)));
            if self.db.decide(guard, gone).await? {
                break;
            }
        }
        Ok(())
    }
}

/// Puts an invitation in the place of another as it was read. All columns are written, so that all of them live as long.
fn replaced(old: &MailInvitation, new: &MailInvitation) -> Guard {
    let row = new.row();
    let columns = MailInvitation::TABLE.columns.iter();
    Guard::UpdateIf {
        key: old.key(),
        set: columns.map(|column| (column.name, row.peek(column.name).clone())).collect(),
        conditions: vec![("version", old.version.into()), ("invitation_id", old.invitation_id.into())],
        ttl: Some(new.ttl()),
    }
}
