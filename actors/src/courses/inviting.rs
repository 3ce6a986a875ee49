//! Inviting to a course by mail address. Contract §10.1 (INVITED), §11.2.
//!
//! What is answered depends on nothing about an account: a job looks whose address it is, and asks the inviter's right
//! anew. Somebody who may be invited by name is. To a course of an organisation anybody else gets the organisation's own
//! invitation, from those who may send one; once it is accepted, another job invites them to the course, if whoever invited
//! still writes it. Only people whom the inviter knows of anyway (members, contacts) appear among those who take the course.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::courses::{Course, CourseAddress, CourseId, CourseStatus, Courses};
use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};
use storage::record::Stored as _;

use super::facts::Facts;
use super::learning::{invite, not_published};
use super::rules;
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::accounts::{self, Who};
use crate::area::{Consequences, RelationChange, Way};
use crate::invitations::{self, Asked};
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;
use crate::platform::jobs::{self, Class, JobKind};

/// What the hash of an address is keyed with.
const PURPOSE: &str = "course-addresses";

/// Invites an address to a course.
pub(super) const INVITE: JobKind = JobKind {
    name: "course-invitation",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move { Ok(carry_out(&platform, serde_json::from_str(&job.payload)?).await?) })
    },
};

/// Invites somebody who came in by an invitation to the courses that wait for them.
pub(super) const WELCOME: JobKind = JobKind {
    name: "course-welcome",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (entity_id, user_id): (EntityId, UserId) = serde_json::from_str(&job.payload)?;
            Ok(welcome(&platform, entity_id, user_id).await?)
        })
    },
};

/// An address that somebody invites.
#[derive(Debug, Serialize, Deserialize)]
struct Invited {
    course_id: CourseId,
    by: UserId,
    address: String,
}

fn hash(platform: &Platform, address: &str) -> String {
    hex(&platform.secrets.mark(PURPOSE, address.as_bytes()))
}

/// Invites an address to a published course. The answer is the same whosever it is. 403 NOT_AUTHOR, ROLE_TOO_LOW; 404; 409
/// NOT_PUBLISHED; 422; 429.
pub async fn invite_address(platform: &Platform, who: &Who, id: CourseId, email: &str) -> Result<()> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    rules::write(&facts.head, &facts.reader)?;
    if facts.head.status != CourseStatus::Published {
        return Err(not_published());
    }
    let address = accounts::rules::email(email)?;
    if accounts::me(platform, who).await?.email.as_ref() == Some(&address) {
        return Err(Refusal::field("email", "SELF", "Du kan inte bjuda in dig själv."));
    }
    platform.limits.invite(&*platform.bus, who.user_id).await?;
    let invited = Invited { course_id: id, by: who.user_id, address };
    platform.storage.jobs.put(&[jobs::job(platform, INVITE.name, 0, &invited)?]).await?;
    platform.jobs.wake();
    Ok(())
}

/// A course as somebody who invites to it; none: it is gone or not published, or they do not write it any more.
async fn inviter(platform: &Platform, id: CourseId, by: UserId) -> Result<Option<Facts>> {
    let Some(course) = Courses::of(&platform.storage).course(id).await? else { return Ok(None) };
    let user = platform.people.get(by).await?;
    if course.status != CourseStatus::Published || !user.is_some_and(|user| is_alive(&user)) {
        return Ok(None);
    }
    Ok(Some(Facts::of(platform, Some(by), course).await?).filter(Facts::writes))
}

/// Whether something that was refused is over; what may succeed later is an error.
fn settled(done: Result<()>) -> Result<()> {
    match done {
        Err(refusal) if refusal.may_pass() => Err(refusal),
        _ => Ok(()),
    }
}

async fn carry_out(platform: &Platform, invited: Invited) -> Result<()> {
    let Invited { course_id, by, address } = invited;
    let Some(facts) = inviter(platform, course_id, by).await? else { return Ok(()) };
    let account = platform.storage.accounts.user_by_email(&address).await?;
    let is_here = |user: &User| is_alive(user) && user.verified.is_some();
    if let Some(user) = account.filter(is_here) {
        match invite(platform, by, &facts, user.user_id).await {
            Err(refusal) if refusal.code == "NOT_INVITABLE" => {}
            done => return settled(done),
        }
    }
    match facts.course.entity_id {
        Some(entity_id) => to_organisation(platform, by, entity_id, &facts.course, address).await,
        None => Ok(()),
    }
}

/// Invites an address to the organisation, and notes to which course.
async fn to_organisation(
    platform: &Platform,
    by: UserId,
    entity_id: EntityId,
    course: &Course,
    address: String,
) -> Result<()> {
    // Before the invitation, so that whoever accepts it at once is known.
    let row = CourseAddress {
        entity_id,
        address: hash(platform, &address),
        course_id: course.course_id,
        invited_by: by,
    };
    let asked = Asked {
        address,
        relation_type: RelationType::Member,
        first_name: None,
        message: Some(format!("Du är också inbjuden till kursen {}.", course.title)),
    };
    if invitations::may_invite(platform, entity_id, by, asked.relation_type).await? {
        Courses::of(&platform.storage).await_address(&row).await?;
        settled(invitations::invite_as(platform, by, entity_id, asked).await.map(drop))?;
    }
    Ok(())
}

/// The courses that wait for somebody in an organisation.
async fn awaited(platform: &Platform, entity_id: EntityId, user_id: UserId) -> Result<Vec<CourseAddress>> {
    let user = platform.people.get(user_id).await?;
    let Some(address) = user.and_then(|user| user.email.clone()) else { return Ok(Vec::new()) };
    Ok(Courses::of(&platform.storage).awaited(entity_id, &hash(platform, &address)).await?)
}

/// What follows when somebody accepts an invitation to an organisation: the job that invites them to its courses.
pub(super) async fn came_in(platform: &Platform, change: RelationChange) -> Result<Consequences> {
    let RelationChange { entity_id, user_id, way, .. } = change;
    if way != Way::Invitation || awaited(platform, entity_id, user_id).await?.is_empty() {
        return Ok(Consequences::default());
    }
    Ok(Consequences {
        writes: vec![jobs::job(platform, WELCOME.name, 0, &(entity_id, user_id))?.insert()],
        announce: Some(Box::new(|platform, _| platform.jobs.wake())),
        then: None,
    })
}

async fn welcome(platform: &Platform, entity_id: EntityId, user_id: UserId) -> Result<()> {
    let rows = awaited(platform, entity_id, user_id).await?;
    for row in &rows {
        if let Some(facts) = inviter(platform, row.course_id, row.invited_by).await? {
            settled(invite(platform, row.invited_by, &facts, user_id).await)?;
        }
    }
    Ok(Courses::of(&platform.storage).forget_addresses(&rows).await?)
}
