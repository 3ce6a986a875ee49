//! The jobs that mail invitations: one by one, and batches row by row.
//!
//! A row of a batch is done in an order that a kill may cut anywhere: first its invitation (found again by the batch's
//! number, with the same secret), then the mail (with the same Message-ID each time), then the row's code. So distinct
//! Message-IDs are rows that are SENT, and a code that is written stays. Some rows are done at once, because a mail
//! server takes its time for each mail; their codes are written together.
//!
//! Before each mail it is asked whether whoever invites may still do so, and whether the address takes invitations.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use storage::entities::{Entity, RelationType};
use storage::ids::EntityId;
use storage::invitations::{
    BatchPortion, BatchRow, InvitationBatch, InvitationBatchId, InvitationId, InvitationState, Invitations,
    MailInvitation, SendCode,
};
use storage::jobs::Job;

use super::answering::mail_token;
use super::inviting::{Said, TRIES, made, may_invite, revoked};
use super::{letters, rules};
use crate::Platform;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::hours::DAY_MS;
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::mail::{self, Undelivered};
use crate::platform::time::now;

/// How long the job of a batch goes on before it lets others have a turn.
const TURN: Duration = Duration::from_secs(60);
/// How long a batch waits while the mail server does not answer, before it tries again (ms).
const AWAY_PAUSE: i64 = 60_000;
/// How long a batch is tried (ms); what is not sent by then is UNREACHABLE.
const LONGEST: i64 = 3 * DAY_MS;
/// Rows of a batch that are done at once: one after the other, ten thousand took twelve minutes with a mail server that
/// answers after 20 ms.
const AT_ONCE: usize = 16;
/// How long an address whose mails came back gets no invitations, in seconds.
const REST: u32 = 90 * 86_400;

/// Mails one invitation. Jobs of this kind share one account, so a batch does not stand before them.
pub(super) const MAIL: JobKind = JobKind {
    name: "invitation-mail",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| Box::pin(async move { mail_one(&platform, &job).await }),
};

/// Sends a batch. On the account of its organisation: those of others take turns with it.
pub(super) const BATCH: JobKind = JobKind {
    name: "invitation-batch",
    class: Class::Bulk,
    share: jobs::of_subject,
    within: Duration::from_secs(180),
    work: |platform, job| {
        Box::pin(async move {
            let (_, id): (EntityId, InvitationBatchId) = serde_json::from_str(&job.payload)?;
            send_batch(&platform, id).await
        })
    },
};

/// What an attempt came to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Attempt {
    Sent,
    /// It is not sent, for this reason.
    Not(SendCode),
    /// The receiving side puts it off.
    Later,
    /// The domain has got enough for now; again in so many milliseconds.
    Paced(i64),
    /// The mail server does not answer.
    Away(String),
}

/// Mails an invitation, if its address takes any.
async fn attempt(platform: &Platform, entity: &Entity, invitation: &MailInvitation) -> Result<Attempt> {
    let invitations = Invitations::of(&platform.storage);
    let hash = letters::address_hash(platform, &invitation.address);
    if let Some(reason) = invitations.muted(&hash).await? {
        return Ok(Attempt::Not(reason));
    }
    let domain = invitation.address.rsplit('@').next().unwrap_or_default();
    if let Err(refusal) = platform.limits.mail_to_domain(&*platform.bus, domain).await {
        if refusal.kind != RefusalKind::Limited {
            return Err(refusal);
        }
        return Ok(Attempt::Paced(i64::from(refusal.retry_after.unwrap_or(1)) * 1_000));
    }
    // Encrypted with another secret: no mail can be written any more.
    let secret = platform.secrets.open(&invitation.sealed).and_then(|secret| String::from_utf8(secret).ok());
    let Some(secret) = secret else { return Ok(Attempt::Not(SendCode::Unreachable)) };
    let token = mail_token(invitation.invitation_id, &secret);
    let by = platform.people.name(invitation.invited_by).await?;
    let letter = letters::invitation(platform, invitation, entity, &by, &token)?;
    Ok(match mail::attempt(platform, letter).await {
        Ok(()) => Attempt::Sent,
        Err(Undelivered::Later(_)) => Attempt::Later,
        Err(Undelivered::Away(why)) => Attempt::Away(why),
        Err(Undelivered::Refused { is_address, .. }) => {
            if is_address {
                invitations.mute(&hash, SendCode::Resting, Some(REST)).await?;
            }
            Attempt::Not(SendCode::Refused)
        }
    })
}

/// Mails one invitation, if it still stands as it did when the job was made.
async fn mail_one(platform: &Platform, job: &Job) -> Result<(), Failure> {
    let (id, address, invitation_id, resent): (EntityId, String, InvitationId, i64) =
        serde_json::from_str(&job.payload)?;
    let found = Invitations::of(&platform.storage).invitation(id, &address).await?;
    let stands = |one: &MailInvitation| {
        one.invitation_id == invitation_id
            && one.resent == resent
            && rules::state(one, now()) == InvitationState::Pending
    };
    let Some(invitation) = found.filter(stands) else { return Ok(()) };
    let Some(entity) = platform.storage.entities.entity(id).await? else { return Ok(()) };
    let by = invitation.invited_by;
    let outcome = if may_invite(platform, id, by, invitation.relation_type).await? {
        attempt(platform, &entity, &invitation).await?
    } else {
        Attempt::Not(SendCode::InviterLostRight)
    };
    match outcome {
        Attempt::Sent => Ok(()),
        Attempt::Not(why) => Ok(trouble(platform, invitation, why).await?),
        Attempt::Paced(wait) => Err(Failure::NotYet(now() + wait)),
        Attempt::Away(why) => Err(Failure::Passing(why)),
        Attempt::Later => match rules::pause(job.tries) {
            Some(pause) => {
                let pause = Duration::from_millis(pause.unsigned_abs());
                Err(Failure::After(pause, "put off by the receiving side".to_owned()))
            }
            None => Ok(trouble(platform, invitation, SendCode::Unreachable).await?),
        },
    }
}

/// Notes at an invitation why it is not mailed.
async fn trouble(platform: &Platform, invitation: MailInvitation, why: SendCode) -> Result<()> {
    let new = MailInvitation { trouble: Some(why), ..invitation.clone() };
    // It was changed meanwhile: answered, revoked or sent again. Then this says nothing about it.
    Invitations::of(&platform.storage).change(&invitation, &new, Vec::new()).await.map(drop)?;
    Ok(())
}

/// When a batch goes on.
enum Turned {
    Done,
    /// Not before this moment (epoch milliseconds).
    At(i64),
    /// The mail server does not answer.
    Away,
}

/// Goes on with a batch, to its end or until its turn is over.
async fn send_batch(platform: &Platform, id: InvitationBatchId) -> Result<(), Failure> {
    let invitations = Invitations::of(&platform.storage);
    let Some(batch) = invitations.batch(id).await? else { return Ok(()) };
    let Some(entity) = platform.storage.entities.entity(batch.entity_id).await? else { return Ok(()) };
    if !batch.begun {
        invitations.begin_batch(&batch).await?;
    }
    let (since, mut next) = (Instant::now(), None::<i64>);
    for head in invitations.portion_heads(id).await? {
        if head.waiting == 0 {
            continue;
        }
        if since.elapsed() > TURN {
            return Err(Failure::NotYet(now()));
        }
        let sending = Sending { platform, invitations: &invitations, batch: &batch, entity: &entity };
        match sending.portion(head.portion, since).await? {
            Turned::Done => {}
            Turned::At(due) => next = Some(next.map_or(due, |next| next.min(due))),
            Turned::Away => return Err(Failure::NotYet(now() + AWAY_PAUSE)),
        }
    }
    next.map_or(Ok(()), |due| Err(Failure::NotYet(due.max(now()))))
}

/// A batch that is being sent.
struct Sending<'a> {
    platform: &'a Platform,
    invitations: &'a Invitations,
    batch: &'a InvitationBatch,
    entity: &'a Entity,
}

impl Sending<'_> {
    /// Whether something becomes of a row now: what a stopped batch waits for does not come any more.
    fn is_due(&self, row: &BatchRow, now: i64) -> bool {
        row.code == SendCode::Waiting && (row.due <= now || self.batch.stopped.is_some())
    }

    /// Sends what is due of a portion, some rows at once.
    async fn portion(&self, number: i64, since: Instant) -> Result<Turned> {
        let mut from = 0;
        while let Some(old) = self.read(number).await? {
            let (rows, now) = (&old.rows.0, now());
            let due = rows.iter().enumerate().skip(from).filter(|(_, row)| self.is_due(row, now));
            let some: Vec<(usize, &BatchRow)> = due.take(AT_ONCE).collect();
            let Some((last, _)) = some.last() else {
                let later = rows.iter().filter(|row| row.code == SendCode::Waiting).map(|row| row.due);
                return Ok(later.min().map_or(Turned::Done, Turned::At));
            };
            if since.elapsed() > TURN {
                return Ok(Turned::At(now));
            }
            from = last + 1;
            let became = some.iter().map(async |(at, row)| (*at, self.row(row).await));
            let (mut done, mut is_away, mut failed) = (Vec::new(), false, None);
            for (at, new) in join_all(became).await {
                match new {
                    Ok(Some(new)) => done.push((at, new)),
                    Ok(None) => is_away = true,
                    Err(refusal) => failed = Some(refusal),
                }
            }
            // First what became of the others, so that none of their mails goes again.
            self.write(&old, &done).await?;
            if let Some(refusal) = failed {
                return Err(refusal);
            }
            if is_away {
                return Ok(Turned::Away);
            }
        }
        Ok(Turned::Done)
    }

    /// Writes what became of some rows of a portion. Another node may go on with it as well: what it wrote stands.
    async fn write(&self, old: &BatchPortion, became: &[(usize, BatchRow)]) -> Result<()> {
        let mut stands = old.clone();
        for _ in 0..TRIES {
            let is_same = |at: &usize| stands.rows.0.get(*at) == old.rows.0.get(*at);
            let own: Vec<&(usize, BatchRow)> = became.iter().filter(|(at, _)| is_same(at)).collect();
            if own.is_empty() {
                return Ok(());
            }
            let mut rows = stands.rows.0.clone();
            for (at, new) in &own {
                if let Some(place) = rows.get_mut(*at) {
                    place.clone_from(new);
                }
            }
            if self.invitations.change_portion(self.batch, &stands, rows).await?.is_some() {
                for (_, new) in own {
                    self.withdraw(new).await?;
                }
                return Ok(());
            }
            let Some(now) = self.read(old.portion).await? else { return Ok(()) };
            stands = now;
        }
        Err(Refusal::busy())
    }

    async fn read(&self, number: i64) -> Result<Option<BatchPortion>> {
        Ok(self.invitations.portion(self.batch.batch_id, number).await?)
    }

    /// What becomes of a row that is due. None: the mail server does not answer.
    async fn row(&self, row: &BatchRow) -> Result<Option<BatchRow>> {
        let coded = |code| Ok(Some(BatchRow { code, ..row.clone() }));
        let stopped = self.invitations.batch(self.batch.batch_id).await?.and_then(|batch| batch.stopped);
        if let Some(why) = stopped {
            return coded(why);
        }
        let (id, by) = (self.batch.entity_id, self.batch.created_by);
        let Some(new) = row.relation_type else { return coded(SendCode::RoleUnknown) };
        if !may_invite(self.platform, id, by, new).await? {
            let why = SendCode::InviterLostRight;
            self.invitations.stop_batch(self.batch, why, Vec::new()).await?;
            return coded(why);
        }
        let Some(invitation) = self.invitation(row, new).await? else { return coded(SendCode::Standing) };
        match invitation.state {
            InvitationState::Pending => {}
            InvitationState::Revoked => return coded(SendCode::Cancelled),
            // Sent before a kill, and answered since.
            _ => return coded(SendCode::Sent),
        }
        Ok(match attempt(self.platform, self.entity, &invitation).await? {
            Attempt::Sent => Some(BatchRow { code: SendCode::Sent, ..row.clone() }),
            Attempt::Not(code) => Some(BatchRow { code, ..row.clone() }),
            Attempt::Paced(wait) => Some(BatchRow { due: now() + wait, ..row.clone() }),
            Attempt::Later => Some(match rules::pause(row.tries) {
                Some(pause) => BatchRow { tries: row.tries + 1, due: now() + pause, ..row.clone() },
                None => BatchRow { code: SendCode::Unreachable, ..row.clone() },
            }),
            Attempt::Away(why) if now() < self.batch.created + LONGEST => {
                tracing::warn!(%why, "a batch of invitations waits for the mail server");
                None
            }
            Attempt::Away(_) => Some(BatchRow { code: SendCode::Unreachable, ..row.clone() }),
        })
    }

    /// The invitation of a row: the one that was made for it before, or a new one. None: another stands.
    async fn invitation(&self, row: &BatchRow, new: RelationType) -> Result<Option<MailInvitation>> {
        let id = self.batch.entity_id;
        for _ in 0..TRIES {
            let old = self.invitations.invitation(id, &row.email).await?;
            if let Some(old) = &old {
                if old.batch_id == Some(self.batch.batch_id) {
                    return Ok(Some(old.clone()));
                }
                if rules::state(old, now()) == InvitationState::Pending {
                    return Ok(None);
                }
            }
            let said = Said {
                address: row.email.clone(),
                relation_type: new,
                first_name: row.first_name.clone(),
                message: self.batch.message.clone(),
                batch_id: Some(self.batch.batch_id),
            };
            let made = made(self.platform, id, self.batch.created_by, said)?;
            if self.invitations.invite(old.as_ref(), &made, Vec::new()).await? {
                return Ok(Some(made));
            }
        }
        Err(Refusal::busy())
    }

    /// An invitation that was not mailed does not stand, so that its address can be invited again.
    async fn withdraw(&self, row: &BatchRow) -> Result<()> {
        if matches!(row.code, SendCode::Waiting | SendCode::Sent | SendCode::Standing) {
            return Ok(());
        }
        for _ in 0..TRIES {
            let found = self.invitations.invitation(self.batch.entity_id, &row.email).await?;
            let is_own = |one: &MailInvitation| {
                one.batch_id == Some(self.batch.batch_id) && one.state == InvitationState::Pending
            };
            let Some(old) = found.filter(is_own) else { return Ok(()) };
            if self.invitations.change(&old, &revoked(&old), Vec::new()).await? {
                return Ok(());
            }
        }
        Ok(())
    }
}
