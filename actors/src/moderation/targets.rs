//! What cases are about: found by who reports it, shown to who decides, and what a decision does to it. Each area says how, of what it
//! has ([`crate::area::Area::reports`]).

use storage::ids::{EntityId, UserId};
use storage::moderation::{Case, Outcome, ReportTarget};

use super::{PLATFORM, rules};
use crate::Platform;
use crate::area::{Reportable, Shown, TargetId};
use crate::platform::error::{Refusal, Result};

/// What is reported.
pub(super) struct Target {
    pub kind: ReportTarget,
    pub id: i64,
    pub author_id: Option<UserId>,
    /// Whose it is to decide.
    pub entity_id: EntityId,
}

/// How things of that kind are reported.
fn of(platform: &Platform, kind: ReportTarget) -> Result<&'static Reportable> {
    let mut all = platform.areas().flat_map(|area| area.reports);
    all.find(|one| one.kind == kind).ok_or_else(Refusal::internal)
}

/// What somebody who may see it names. 404: there is nothing of the kind that they may see.
pub(super) async fn find(
    platform: &Platform,
    me: UserId,
    kind: ReportTarget,
    name: &TargetId,
) -> Result<Target> {
    let found = (of(platform, kind)?.find)(platform, me, name).await?;
    if found.author_id == Some(me) {
        return Err(rules::own());
    }
    let entity_id = found.entity_id.unwrap_or(PLATFORM);
    Ok(Target { kind, id: found.id, author_id: found.author_id, entity_id })
}

/// What a case is about, as it is now.
pub(super) async fn shown(platform: &Platform, kind: ReportTarget, id: i64) -> Result<Shown> {
    (of(platform, kind)?.shown)(platform, id).await
}

/// As it is named on the wire; a post or an article that is gone by its number.
pub(super) fn named(id: i64, shown: &Shown) -> TargetId {
    shown.uuid.clone().map_or(TargetId::Number(id), TargetId::Uuid)
}

/// Carries a decision out. May be repeated. `again`: the case was decided before, and what was hidden then is shown again where it
/// is dismissed now.
pub(super) async fn carry_out(platform: &Platform, case: &Case, by: UserId, again: bool) -> Result<()> {
    let id = case.target_id;
    let target = of(platform, case.target_type)?;
    match (case.outcome, target.hide, target.remove) {
        (Some(Outcome::Hidden), Some(hide), _) => hide(platform, id, true).await,
        (Some(Outcome::Dismissed), Some(hide), _) if again => hide(platform, id, false).await,
        (Some(Outcome::Removed), _, Some(remove)) => remove(platform, by, id).await,
        (Some(Outcome::Banned), ..) => match case.author_id {
            Some(author) => match crate::entities::bar(platform, by, case.entity_id, author, None).await {
                // The relation was ended at the same moment, by the other who carries this out.
                Err(refusal) if refusal.code == "MOVED_ON" => Ok(()),
                done => done,
            },
            None => Ok(()),
        },
        _ => Ok(()),
    }
}
