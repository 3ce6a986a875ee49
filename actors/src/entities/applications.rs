//! Applications for membership: PENDING → ACTIVE or DENIED, once.

use storage::audit::AuditKind;
use storage::entities::{Application, ApplicationState, MembershipMode, RelationType};
use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;

use super::relations::enter;
use super::view::ApplicationView;
use super::{bells, known, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::area::Way;
use crate::audit::{self, Act};
use crate::notifications::{notify_of_entity as tell, take_back};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Most administrators notified of an application.
const TOLD: usize = 50;

fn decided() -> Refusal {
    Refusal::conflict("ALREADY_DECIDED", "Ansökan väntar inte på beslut.")
}

/// Why an application in that state cannot be decided; `None`: there is none.
fn undecidable(state: Option<ApplicationState>) -> Refusal {
    if state.is_some() { decided() } else { Refusal::not_found("Ansökan finns inte.") }
}

async fn seen(platform: &Platform, id: EntityId, user_id: UserId) -> Result<ApplicationView> {
    let application = platform.storage.entities.application(id, user_id).await?.ok_or_else(decided)?;
    let user = platform.people.get(user_id).await?.ok_or_else(decided)?;
    Ok(ApplicationView::new(&application, &user))
}

/// Applies; with open membership the person becomes a member at once.
pub async fn apply(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    message: Option<String>,
) -> Result<ApplicationView> {
    let (entity, relation) = known(platform, id, who.user_id).await?;
    rules::apply(relation, entity.membership_mode)?;
    let open = entity.membership_mode == MembershipMode::Open;
    let application = Application {
        entity_id: id,
        user_id: who.user_id,
        state: if open { ApplicationState::Active } else { ApplicationState::Pending },
        message: message.map(|m| m.trim().to_owned()).filter(|m| !m.is_empty()),
        created: now(),
        decided: open.then(now),
        decided_by: None,
    };
    if !platform.storage.entities.apply(&application).await? {
        let before = platform.storage.entities.application(id, who.user_id).await?.map(|a| a.state);
        match before {
            Some(ApplicationState::Banned) => return rules::not_banned(before).and(Err(decided())),
            // Approved before, but the relation is missing: written again below.
            Some(ApplicationState::Active) => {}
            _ => return Err(Refusal::conflict("ALREADY_APPLIED", "Din ansökan väntar redan på svar.")),
        }
    }
    let state = platform.storage.entities.application(id, who.user_id).await?.map(|a| a.state);
    if state == Some(ApplicationState::Active) {
        admit(platform, id, who.user_id, relation, (Some(who.user_id), Way::Open)).await?;
    } else {
        notify_administrators(platform, id, who.user_id).await?;
    }
    seen(platform, id, who.user_id).await
}

/// Makes a person a member who has no relation or a weaker one.
async fn admit(
    platform: &Platform,
    id: EntityId,
    user_id: UserId,
    was: Option<RelationType>,
    who: (Option<UserId>, Way),
) -> Result<()> {
    if rules::belongs(was) {
        return Ok(());
    }
    enter(platform, id, user_id, was, RelationType::Member, who).await.map(drop)
}

async fn notify_administrators(platform: &Platform, id: EntityId, applicant: UserId) -> Result<()> {
    for (relation, _) in platform.storage.entities.people(id, &rules::managers(), "").take(TOLD).await? {
        tell(platform, relation.user_id, bells::APPLICATION_RECEIVED, id, applicant).await?;
    }
    Ok(())
}

/// An application was decided or withdrawn: removes the administrators' notifications, in the background.
fn answered(platform: &Platform, id: EntityId, applicant: UserId) {
    let (platform, at) = (platform.clone(), now());
    actix_rt::spawn(async move {
        let gone = async {
            let deciders = rules::managers();
            for (relation, _) in platform.storage.entities.people(id, &deciders, "").take(TOLD).await? {
                let is_answered = |entry: &Notification| {
                    entry.kind == bells::APPLICATION_RECEIVED
                        && entry.entity_id == Some(id)
                        && entry.actor_id == Some(applicant)
                        // Not of one that is made again meanwhile.
                        && entry.created < at
                };
                take_back(&platform, relation.user_id, is_answered).await?;
            }
            Ok::<_, Refusal>(())
        };
        if let Err(refusal) = gone.await {
            tracing::warn!(%refusal, "an application that was answered still rings");
        }
    });
}

/// The pending applications, oldest first.
pub async fn applications(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<ApplicationView>> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    rules::require_manager(relation)?;
    let mut waiting = platform.storage.entities.applications(id).await?;
    waiting.retain(|a| a.state == ApplicationState::Pending);
    waiting.sort_by_key(|a| (a.created, a.user_id));
    let people = platform.people.all(waiting.iter().map(|a| a.user_id)).await?;
    Ok(waiting.iter().filter_map(|a| Some(ApplicationView::new(a, people.get(&a.user_id)?))).collect())
}

/// Withdraws my application.
pub async fn withdraw(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    known(platform, id, who.user_id).await?;
    let (from, to) = (ApplicationState::Pending, ApplicationState::Left);
    if !platform.storage.entities.decide(id, who.user_id, from, to, who.user_id, now()).await? {
        return Err(undecidable(None));
    }
    answered(platform, id, who.user_id);
    Ok(())
}

/// Approves an applicant. Only PENDING can be decided; a second decision is 409.
pub async fn approve(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    user_id: UserId,
) -> Result<ApplicationView> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    rules::require_manager(relation)?;
    let theirs = platform.storage.entities.relation(id, user_id).await?.map(|r| r.relation_type);
    let (from, to) = (ApplicationState::Pending, ApplicationState::Active);
    let decided_now = platform.storage.entities.decide(id, user_id, from, to, who.user_id, now()).await?;
    if !decided_now {
        // Approved before, but the node died before the relation was written: complete it.
        let state = platform.storage.entities.application(id, user_id).await?.map(|a| a.state);
        if state != Some(ApplicationState::Active) || rules::belongs(theirs) {
            return Err(undecidable(state));
        }
    }
    admit(platform, id, user_id, theirs, (Some(who.user_id), Way::Application)).await?;
    answered(platform, id, user_id);
    tell(platform, user_id, bells::APPLICATION_APPROVED, id, who.user_id).await?;
    seen(platform, id, user_id).await
}

/// Denies an applicant, once or with a ban; a ban is also possible if they are a member by now.
pub async fn deny(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    user_id: UserId,
    ban: bool,
) -> Result<ApplicationView> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    rules::require_manager(relation)?;
    if ban {
        // Whatever the application's state: a member who applied once can be banned as well.
        super::ban(platform, who, id, user_id).await?;
        answered(platform, id, user_id);
        return seen(platform, id, user_id).await;
    }
    let step = (ApplicationState::Pending, ApplicationState::Denied);
    let act = Act::of(AuditKind::ApplicationDenied).person(user_id);
    let recorded = audit::writes(platform, id, Some(who.user_id), act)?;
    let entities = &platform.storage.entities;
    if !entities.decide_with(id, user_id, step, who.user_id, now(), recorded).await? {
        let state = platform.storage.entities.application(id, user_id).await?.map(|a| a.state);
        return Err(undecidable(state));
    }
    answered(platform, id, user_id);
    tell(platform, user_id, bells::APPLICATION_DENIED, id, who.user_id).await?;
    seen(platform, id, user_id).await
}
