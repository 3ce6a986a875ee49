//! An organisation's settings of its ledger, and whether a customer is overdue.

use storage::audit::AuditKind;
use storage::ids::{EntityId, UserId};
use storage::ledger::{LedgerSettings, Ledgers};

use super::day_of;
use super::rights;
use super::rules;
use super::settings_view::{SettingsDraft, SettingsView};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
use crate::entities::{existing, relation};
use crate::platform::error::{Result, ensure_applied};
use crate::platform::time::now;

fn shown(version: i64, settings: LedgerSettings) -> SettingsView {
    SettingsView {
        version,
        org_number: settings.org_number,
        vat_number: settings.vat_number,
        address: settings.address,
        payment_terms: settings.payment_terms,
        swish: settings.swish,
        bankgiro: settings.bankgiro,
        plusgiro: settings.plusgiro,
        stop_overdue: settings.stop_overdue,
        accounts: settings.accounts,
    }
}

async fn managed(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    existing(platform, id).await?;
    rights::manage(relation(platform, id, who.user_id).await?)
}

/// An organisation's settings. 403 ROLE_TOO_LOW; 404.
pub async fn settings(platform: &Platform, who: &Who, id: EntityId) -> Result<SettingsView> {
    managed(platform, who, id).await?;
    let row = Ledgers::of(&platform.storage).settings(id).await?;
    Ok(shown(row.version, row.settings.0))
}

/// Replaces an organisation's settings. 403 ROLE_TOO_LOW; 404; 409 MOVED_ON: they have changed since they were read; 422.
pub async fn save_settings(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft: SettingsDraft,
) -> Result<SettingsView> {
    managed(platform, who, id).await?;
    let version = draft.version;
    let new = rules::settings::settings(draft.into())?;
    let ledgers = Ledgers::of(&platform.storage);
    let old = ledgers.settings(id).await?;
    ensure_applied(old.version == version)?;
    let act = Act::of(AuditKind::LedgerSettingsChanged).changed(&old.settings.0, &new);
    let recorded =
        if old.settings.0 == new { Vec::new() } else { audit::writes(platform, id, Some(who.user_id), act)? };
    ensure_applied(ledgers.save_settings(&old, &new, recorded).await?)?;
    Ok(shown(version + 1, new))
}

/// Whether an organisation stops customers with overdue entries.
#[derive(Debug, Clone, Copy)]
pub struct StopsOverdue(pub bool);

/// Whether an organisation stops customers with overdue entries.
pub async fn stops_overdue(platform: &Platform, entity_id: EntityId) -> Result<StopsOverdue> {
    let settings = Ledgers::of(&platform.storage).settings(entity_id).await?.settings.0;
    Ok(StopsOverdue(settings.stop_overdue))
}

/// Whether a customer owes an organisation what is past its date. `customer_id`: the organisation that pays; none: the
/// person.
pub async fn owes_overdue(
    platform: &Platform,
    entity_id: EntityId,
    user_id: UserId,
    customer_id: Option<EntityId>,
) -> Result<bool> {
    let ledgers = Ledgers::of(&platform.storage);
    Ok(ledgers.has_overdue(entity_id, user_id, customer_id, day_of(now())?).await?)
}

/// Whether an organisation stops customers with overdue entries, and this one has such: two reads at most.
pub async fn is_overdue(
    platform: &Platform,
    entity_id: EntityId,
    user_id: UserId,
    customer_id: Option<EntityId>,
) -> Result<bool> {
    Ok(stops_overdue(platform, entity_id).await?.0
        && owes_overdue(platform, entity_id, user_id, customer_id).await?)
}
