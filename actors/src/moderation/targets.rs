//! The things that cases are about: finding, showing, and carrying out decisions, by functions of their areas
//! ([`crate::area::Area::reports`]).

use storage::ids::{EntityId, UserId};
use storage::moderation::{Case, Outcome, ReportTarget};

use super::rules;
use crate::Platform;
use crate::area::{Reportable, Shown, TargetId};
use crate::entities::PLATFORM;
use crate::platform::error::{Refusal, Result};

/// A reported thing.
pub(super) struct Target {
    pub kind: ReportTarget,
    pub id: i64,
    pub author_id: Option<UserId>,
    /// The organisation that decides.
    pub entity_id: EntityId,
}

/// The declaration for things of that kind.
fn of(platform: &Platform, kind: ReportTarget) -> Result<&'static Reportable> {
    let mut all = platform.areas().flat_map(|area| area.reports);
    all.find(|one| one.kind == kind).ok_or_else(Refusal::internal)
}

/// Finds the thing that a person reports. 404: there is none of the kind that they may see.
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

/// The current content of a case's thing.
pub(super) async fn shown(platform: &Platform, kind: ReportTarget, id: i64) -> Result<Shown> {
    (of(platform, kind)?.shown)(platform, id).await
}

/// Its id on the wire; a deleted post or article has only its number.
pub(super) fn named(id: i64, shown: &Shown) -> TargetId {
    shown.uuid.clone().map_or(TargetId::Number(id), TargetId::Uuid)
}

/// Carries out a decision. May be repeated. `again`: it is the second decision, so something hidden by the first is
/// shown again if dismissed.
pub(super) async fn carry_out(platform: &Platform, case: &Case, by: UserId, again: bool) -> Result<()> {
    let id = case.target_id;
    let target = of(platform, case.target_type)?;
    match (case.outcome, target.hide, target.remove) {
        (Some(Outcome::Hidden), Some(hide), _) => hide(platform, id, true).await,
        (Some(Outcome::Dismissed), Some(hide), _) if again => hide(platform, id, false).await,
        (Some(Outcome::Removed), _, Some(remove)) => remove(platform, by, id).await,
        (Some(Outcome::Banned), ..) => match case.author_id {
            Some(author) => match crate::entities::bar(platform, by, case.entity_id, author, None).await {
                // The relation was ended concurrently by another run.
                Err(refusal) if refusal.code == "MOVED_ON" => Ok(()),
                done => done,
            },
            None => Ok(()),
        },
        _ => Ok(()),
    }
}
