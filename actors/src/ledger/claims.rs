//! Claims: how another area bills. It says what is owed for one of its subjects, by a job that joins its own write; the
//! ledger settles the difference to what stands. Carried out twice or in any order, a claim has one effect: of those for a
//! subject the one of the highest version holds.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::engine::Write;
use storage::ids::{EntityId, UserId};
use storage::ledger::{LedgerClaim, LedgerEntryKind, LedgerLine, Ledgers};
use storage::record::Stored;
use storage::time::Day;

use super::deciding::{By, decide, fresh};
use super::rules::books::{Books, Customer};
use super::rules::claim::{self, Owed};
use super::{day_of, days_after};
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::money::vat_contained;
use crate::platform::time::now;

/// Why an entry is cancelled where the claim does not say.
const CHANGED: &str = "Ändrad";

/// A line of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimLine {
    pub text: String,
    /// Öre, VAT included.
    pub amount: i64,
    /// Percent.
    pub vat_rate: i64,
}

/// What is owed for a subject of another area now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The subject's kind, such as `booking`.
    pub subject_kind: String,
    pub subject_id: i64,
    /// The subject's; a claim of the version that was applied last, or an older one, is ignored.
    pub version: i64,
    /// The organisation that bills.
    pub entity_id: EntityId,
    /// Who is billed.
    pub user_id: UserId,
    /// How somebody without an account is called; none: as their account is.
    #[serde(default)]
    pub customer_name: Option<String>,
    /// The organisation that pays; none: the person.
    pub customer_id: Option<EntityId>,
    pub kind: LedgerEntryKind,
    pub text: String,
    /// Their sum is owed; none: nothing is.
    pub lines: Vec<ClaimLine>,
    /// Why what stood before is cancelled.
    pub reason: Option<String>,
    /// The day from which on the terms of payment run; at the earliest today.
    pub due: Day,
    /// Whether the customer is told of what they are to pay anew: it is none of what they have just done themselves.
    #[serde(default)]
    pub tells: bool,
}

/// Applies a claim, on the account of the organisation that bills.
pub(super) const CLAIM: JobKind = JobKind {
    name: "ledger-claim",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (_, claim): (EntityId, Claim) = serde_json::from_str(&job.payload)?;
            apply(&platform, &claim).await?;
            Ok(())
        })
    },
};

/// The job that applies a claim, for the write that changes what is owed. Wake the jobs after it.
pub fn claiming(platform: &Platform, claim: &Claim) -> Result<Write> {
    Ok(jobs::job(platform, CLAIM.name, now(), &(claim.entity_id, claim))?.insert())
}

/// Who is billed, as they are called now.
pub(super) async fn customer(
    platform: &Platform,
    user_id: UserId,
    customer_id: Option<EntityId>,
) -> Result<Customer> {
    let name = platform.people.name(user_id).await?;
    let entity = match customer_id {
        Some(id) => {
            let found = platform.storage.entities.entity(id).await?;
            Some((id, found.map(|entity| entity.entity_name).unwrap_or_default()))
        }
        None => None,
    };
    Ok(Customer { user_id, name, entity })
}

/// A line with the VAT in it.
pub(super) fn line_of(text: String, amount: i64, vat_rate: i64) -> LedgerLine {
    LedgerLine { text, amount, vat_rate, vat: vat_contained(amount, vat_rate) }
}

/// Applies a claim now; may be repeated.
pub async fn apply(platform: &Platform, claim: &Claim) -> Result<()> {
    let ledgers = Ledgers::of(&platform.storage);
    let (kind, subject_id, version) = (&claim.subject_kind, claim.subject_id, claim.version);
    let judge = async |books: &mut Books| {
        let (applied, settings) =
            futures_util::try_join!(ledgers.claim(kind, subject_id), ledgers.settings(claim.entity_id))?;
        if !claim::is_news(applied.map(|applied| applied.version), version) {
            return Ok(None);
        }
        books.load(ledgers.of_subject(kind, subject_id).await?);
        let (entry_id, uuid) = fresh(platform)?;
        let since = claim.due.max(day_of(books.at().0)?);
        let line = |line: &ClaimLine| line_of(line.text.clone(), line.amount, line.vat_rate);
        let owed = Owed {
            subject: (kind.clone(), subject_id),
            customer: match claim.customer_name.clone() {
                Some(name) => Customer { user_id: claim.user_id, name, entity: None },
                None => customer(platform, claim.user_id, claim.customer_id).await?,
            },
            kind: claim.kind,
            title: claim.text.clone(),
            lines: claim.lines.iter().map(line).collect(),
            reason: claim.reason.clone().unwrap_or_else(|| CHANGED.to_owned()),
            due: days_after(since, settings.settings.0.payment_terms),
            entry_id,
            uuid,
        };
        claim::apply(books, owed)?;
        let (subject_kind, entity_id) = (kind.clone(), claim.entity_id);
        Ok(Some(LedgerClaim { subject_kind, subject_id, version, entity_id }))
    };
    decide(platform, claim.entity_id, By { user_id: None, tells: claim.tells }, judge).await
}
