//! Guides through the product, and each person's progress. Contract §4.

pub mod rules;
pub mod view;

use storage::guides::{GuideState, GuideStatus, Guides};

use crate::Platform;
use crate::accounts::Who;
use crate::area::{Area, file};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;
use rules::{Event, Guide};
use view::{GuideView, GuidesView};

/// Attempts at a guide that another tab or device changes concurrently.
const TRIES: usize = 5;

/// The area's declaration.
pub static AREA: Area = Area {
    export: Some(|platform, who| {
        Box::pin(async move { Ok(vec![file("guides.json", statuses(platform, who).await?)?]) })
    }),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(Guides::of(&platform.storage).forget(user.user_id).await?) })
    }),
    ..Area::named("guides")
};

/// My progress in all guides: those of the product, and those of organisations that I have begun.
pub async fn statuses(platform: &Platform, who: &Who) -> Result<GuidesView> {
    let stored = Guides::of(&platform.storage).statuses(who.user_id, rules::MOST).await?;
    let found = |id: &str| stored.iter().find(|status| status.guide_id == id);
    let known = rules::KNOWN.iter().filter_map(|(id, _)| rules::guide(id).ok());
    let tours = stored.iter().filter(|status| status.guide_id.starts_with("org_"));
    let tours = tours.filter_map(|status| rules::guide(&status.guide_id).ok());
    let guides: Vec<GuideView> =
        known.chain(tours).map(|guide| GuideView::new(&guide, found(&guide.id))).collect();
    let has_completed_mandatory_guides = guides.iter().all(|guide| guide.completed || !guide.mandatory);
    Ok(GuidesView { guides, has_completed_mandatory_guides })
}

/// My progress in one guide.
pub async fn status(platform: &Platform, who: &Who, id: &str) -> Result<GuideView> {
    let guide = rules::guide(id)?;
    let stored = Guides::of(&platform.storage).status(who.user_id, &guide.id).await?;
    Ok(GuideView::new(&guide, stored.as_ref()))
}

/// Whether I may close guides: once the menu guide is completed.
pub async fn can_dismiss(platform: &Platform, who: &Who) -> Result<bool> {
    let menu = Guides::of(&platform.storage).status(who.user_id, rules::MENU).await?;
    Ok(menu.is_some_and(|menu| menu.state == GuideState::Completed))
}

/// Applies an event to one of my guides; idempotent.
pub async fn happens(
    platform: &Platform,
    who: &Who,
    id: &str,
    event: Event,
    reason: Option<String>,
) -> Result<GuideView> {
    let guide = rules::guide(id)?;
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    for _ in 0..TRIES {
        let before = Guides::of(&platform.storage).status(who.user_id, &guide.id).await?;
        let state = before.as_ref().map(|status| status.state);
        let next = rules::next(state, event, guide.mandatory);
        if state == Some(next) {
            return Ok(GuideView::new(&guide, before.as_ref()));
        }
        if before.is_none() {
            room_for_another(platform, who, &guide).await?;
        }
        let reason = reason.clone().filter(|_| event == Event::Skip);
        let after = GuideStatus {
            user_id: who.user_id,
            guide_id: guide.id.clone(),
            state: next,
            since: now(),
            reason,
        };
        if Guides::of(&platform.storage).put(&after, state).await? {
            return Ok(GuideView::new(&guide, Some(&after)));
        }
    }
    Err(Refusal::busy())
}

/// Organisations' guides have unlimited ids, so the number per person is bounded.
async fn room_for_another(platform: &Platform, who: &Who, guide: &Guide) -> Result<()> {
    if !guide.id.starts_with("org_") {
        return Ok(());
    }
    let tours = rules::MOST - rules::KNOWN.len();
    if Guides::of(&platform.storage).statuses(who.user_id, rules::MOST).await?.len() >= tours {
        return Err(Refusal::conflict("TOO_MANY_GUIDES", "Du har påbörjat för många guider."));
    }
    Ok(())
}

/// Resets one of my guides.
pub async fn reset(platform: &Platform, who: &Who, id: &str) -> Result<GuideView> {
    let guide = rules::guide(id)?;
    Guides::of(&platform.storage).reset(who.user_id, &guide.id).await?;
    Ok(GuideView::new(&guide, None))
}
