//! Places for moderators: finding reported ones, showing, hiding and deleting them. Contract §6.

use storage::infopoints::{Infopoint, InfopointId, Infopoints};
use storage::moderation::ReportTarget;

use super::reading::load;
use super::writing::{delete, turn};
use crate::area::{Reportable, Reported, Shown, TargetId};
use crate::platform::error::RefusalKind;
use crate::prelude::*;

/// Attempts at a concurrent change.
const TRIES: usize = 8;

/// Places as a kind of thing that can be reported, by their id.
pub(super) const REPORTS: Reportable = Reportable {
    kind: ReportTarget::Infopoint,
    find: |platform, me, name| Box::pin(find(platform, me, name)),
    shown: |platform, id| Box::pin(shown(platform, InfopointId(id))),
    hide: Some(|platform, id, hidden| Box::pin(hide(platform, InfopointId(id), hidden))),
    remove: Some(|platform, _, id| Box::pin(remove(platform, InfopointId(id)))),
};

/// A place that the person may see. 404: there is none.
async fn find(platform: &Platform, me: UserId, name: &TargetId) -> Result<Reported> {
    let (found, _) = load(platform, Some(me), InfopointId(name.number()?)).await?;
    Ok(Reported { id: found.infopoint_id.0, author_id: found.author_id, entity_id: found.entity_id })
}

/// The current place, without a check of rights.
async fn shown(platform: &Platform, id: InfopointId) -> Result<Shown> {
    let Some(one) = Infopoints::of(&platform.storage).infopoint(id).await? else {
        return Ok(Shown::default());
    };
    let parts = [Some(one.name), Some(one.description), one.address, one.link, one.hours];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    Ok(Shown { content: Some(parts.join("\n\n")), path: Some(format!("/infopoint/{id}")), uuid: None })
}

/// Hides a place, or shows it again; idempotent.
async fn hide(platform: &Platform, id: InfopointId, hidden: bool) -> Result<()> {
    let changed = turn(platform, id, |old| {
        let is_so = old.hidden.is_some() == hidden;
        let hidden = hidden.then(|| Moment(now()));
        Ok((!is_so).then(|| Infopoint { hidden, ..old.clone() }))
    });
    match changed.await {
        Err(refusal) if refusal.kind == RefusalKind::NotFound => Ok(()),
        changed => changed.map(drop),
    }
}

/// Deletes a place; does nothing if it is gone.
async fn remove(platform: &Platform, id: InfopointId) -> Result<()> {
    for _ in 0..TRIES {
        let Some(one) = Infopoints::of(&platform.storage).infopoint(id).await? else { return Ok(()) };
        if delete(platform, &one).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
