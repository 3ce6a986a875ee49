//! Taking courses: beginning, inviting, what is done, where somebody is, ending.

use storage::courses::{
    Course, CourseId, CourseProgress, CourseStatus, Courses, EnrolmentState, LessonId, LessonKind, MOST_TAKEN,
};
use storage::engine::Write;
use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;
use storage::value::Json;

use super::arranging::place;
use super::facts::Facts;
use super::rules::{self, progress};
use super::view::{CourseView, LearnerView, PositionDraft, ProgressView, StandingView};
use super::{bells, comments, lessons, making};
use crate::Platform;
use crate::accounts::Who;
use crate::area::activity::ActivityKind;
use crate::contacts::rules::are_contacts;
use crate::entities::rules::belongs;
use crate::entities::{not_barred, relation};
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::{Moment, before_retry, now};

/// Courses of an organisation that somebody has finished for the first time.
pub(super) static COMPLETED: ActivityKind = ActivityKind::named("COURSES_COMPLETED");

/// Attempts at a concurrent change.
const TRIES: u32 = 64;
/// Most lessons that are noted as done; beyond it those that are gone are forgotten.
const MOST_DONE: usize = 2_000;

/// Decides how far somebody is by what stands: `judge` is called again when another was faster. None: nothing changes.
/// Answers what stands then. 503.
async fn decide(
    platform: &Platform,
    key: (CourseId, UserId),
    judge: impl FnMut(Option<&CourseProgress>) -> Result<Option<CourseProgress>>,
    then: &[Write],
) -> Result<Option<CourseProgress>> {
    decide_in(platform, None, key, judge, then).await
}

/// The same of a course of an organisation, where finishing it counts.
async fn decide_in(
    platform: &Platform,
    entity_id: Option<EntityId>,
    (course_id, user_id): (CourseId, UserId),
    mut judge: impl FnMut(Option<&CourseProgress>) -> Result<Option<CourseProgress>>,
    then: &[Write],
) -> Result<Option<CourseProgress>> {
    let courses = Courses::of(&platform.storage);
    for attempt in 0..TRIES {
        let old = courses.progress(course_id, user_id).await?;
        let Some(new) = judge(old.as_ref())? else { return Ok(old) };
        let new = CourseProgress { changed: Moment(now()), ..new };
        let mut then = then.to_vec();
        if new.finished.is_some() && old.as_ref().is_none_or(|old| old.finished.is_none()) {
            // Numbered by the act: nobody is named by it.
            then.extend(COMPLETED.mark_of(entity_id, platform.ids.next(new.changed.0)?, new.changed.0)?);
        }
        if courses.decide_progress(old.as_ref(), &new, then).await? {
            return Ok(Some(new));
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

fn begun(course_id: CourseId, user_id: UserId, state: EnrolmentState) -> CourseProgress {
    let at = Moment(now());
    CourseProgress {
        course_id,
        user_id,
        state,
        version: 0,
        done: Json(Vec::new()),
        lesson_id: None,
        position: 0,
        created: at,
        changed: at,
        finished: None,
    }
}

/// 409 QUOTA_REACHED: a person has as many courses as allowed.
async fn room(platform: &Platform, user_id: UserId) -> Result<()> {
    below(Courses::of(&platform.storage).taken_by(user_id).await?.len(), MOST_TAKEN, "kurser att gå")
}

/// Begins a course, or invites somebody to it. Done again, it stays so; whoever had ended it goes on where they were.
/// 403; 404; 409 NOT_PUBLISHED, QUOTA_REACHED; 422 NOT_INVITABLE.
pub async fn enrol(platform: &Platform, who: &Who, id: CourseId, whom: Option<UserId>) -> Result<CourseView> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    if let Some(user_id) = whom.filter(|user_id| *user_id != who.user_id) {
        rules::write(&facts.head, &facts.reader)?;
        if facts.head.status != CourseStatus::Published {
            return Err(not_published());
        }
        invite(platform, who.user_id, &facts, user_id).await?;
        return facts.view(platform).await;
    }
    if facts.takes() {
        return facts.view(platform).await;
    }
    rules::enrol(&facts.head, &facts.reader)?;
    if let Some(entity_id) = facts.head.entity_id {
        not_barred(platform, entity_id, who.user_id).await?;
    }
    let _turn = platform.turns.of(who.user_id.0).await;
    if facts.progress.is_none() {
        room(platform, who.user_id).await?;
    }
    let active = |old: Option<&CourseProgress>| {
        let state = EnrolmentState::Active;
        let old = old.filter(|old| old.state != EnrolmentState::Invited).cloned();
        Ok(Some(CourseProgress { state, ..old.unwrap_or_else(|| begun(id, who.user_id, state)) }))
    };
    // What was an invitation begins now, in the row that it has.
    decide(platform, (id, who.user_id), active, &[]).await?;
    Facts::load(platform, Some(who.user_id), id).await?.view(platform).await
}

/// Whether somebody may be invited: who belongs to the course's organisation, to an own one a contact. 422.
async fn invitable(platform: &Platform, facts: &Facts, by: UserId, user_id: UserId) -> Result<()> {
    let may = match facts.head.entity_id {
        Some(entity_id) => belongs(relation(platform, entity_id, user_id).await?),
        None => are_contacts(&platform.storage.contacts.pair(by, user_id).await?),
    };
    let message = "Bara den som hör till organisationen, eller en kontakt, kan bjudas in.";
    may.then_some(()).ok_or_else(|| Refusal::field("idAuthUser", "NOT_INVITABLE", message))
}

pub(super) fn not_published() -> Refusal {
    Refusal::conflict("NOT_PUBLISHED", "Publicera kursen innan du bjuder in.")
}

/// Invites somebody to a published course, for one who writes it. Done again, it stays so. 409 QUOTA_REACHED; 422
/// NOT_INVITABLE.
pub(super) async fn invite(platform: &Platform, by: UserId, facts: &Facts, user_id: UserId) -> Result<()> {
    invitable(platform, facts, by, user_id).await?;
    let id = facts.course.course_id;
    let _turn = platform.turns.of(user_id.0).await;
    let known = Courses::of(&platform.storage).progress(id, user_id).await?;
    match known.map(|known| known.state) {
        Some(EnrolmentState::Invited | EnrolmentState::Active) => return Ok(()),
        Some(EnrolmentState::Left) => {}
        None => room(platform, user_id).await?,
    }
    let notifications: Vec<Notification> = vec![bells::invitation(platform, by, facts, user_id)?];
    let then = writes(platform, &notifications)?;
    let invited = |old: Option<&CourseProgress>| {
        let state = EnrolmentState::Invited;
        let is_known = old.is_some_and(|old| old.state != EnrolmentState::Left);
        let new = old.cloned().unwrap_or_else(|| begun(id, user_id, state));
        Ok((!is_known).then_some(CourseProgress { state, ..new }))
    };
    decide(platform, (id, user_id), invited, &then).await?;
    announce(platform, &notifications);
    Ok(())
}

/// Ends taking a course, or as one who writes it somebody else's. What was done is kept; where nothing was, nothing
/// is. Done again, it stays so. 403; 404.
pub async fn leave(platform: &Platform, who: &Who, id: CourseId, whom: Option<UserId>) -> Result<()> {
    let user_id = whom.unwrap_or(who.user_id);
    if user_id != who.user_id {
        let facts = Facts::load(platform, Some(who.user_id), id).await?;
        rules::write(&facts.head, &facts.reader)?;
    }
    let Some(known) = Courses::of(&platform.storage).progress(id, user_id).await? else {
        // Whoever sees the course has left it already; to others there is none.
        return Facts::load(platform, Some(who.user_id), id).await.map(drop);
    };
    if known.done.0.is_empty() {
        making::forget(platform, id, user_id).await?;
    } else {
        let left = |old: Option<&CourseProgress>| {
            Ok(old.map(|old| CourseProgress { state: EnrolmentState::Left, ..old.clone() }))
        };
        decide(platform, (id, user_id), left, &[]).await?;
    }
    comments::readers_moved(platform, id);
    Ok(())
}

/// How far I am. 403 NOT_ENROLLED; 404.
pub async fn standing(platform: &Platform, who: &Who, id: CourseId) -> Result<StandingView> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    facts.takes().then_some(()).ok_or_else(rules::not_enrolled)?;
    view(facts)
}

fn view(facts: Facts) -> Result<StandingView> {
    let progress = facts.progress.as_ref().ok_or_else(rules::not_enrolled)?;
    let shown: Vec<LessonId> = progress::shown(&facts.course.outline.0).map(|lesson| lesson.id).collect();
    let (done, locked) = (facts.done(), facts.locked());
    Ok(StandingView {
        progress: ProgressView::of(&facts.course, progress),
        done: shown.iter().filter(|id| done.contains(id)).copied().collect(),
        locked: shown.iter().filter(|id| locked.contains(id)).copied().collect(),
    })
}

/// A lesson of a course that the caller takes, and may read; its kind. 403 NOT_ENROLLED, LOCKED; 404.
async fn taken(platform: &Platform, who: &Who, id: LessonId) -> Result<(Facts, LessonKind)> {
    let (facts, _, title) = lessons::load(platform, Some(who), id).await?;
    let (_, lesson) = place(&facts, id)?;
    facts.takes().then_some(()).ok_or_else(rules::not_enrolled)?;
    lessons::read(&facts, lesson)?;
    Ok((facts, title.kind))
}

/// What somebody has done, with one more; the moment at which all was done for the first time with it.
fn with_done(course: &Course, old: &CourseProgress, id: LessonId) -> CourseProgress {
    let mut new = old.clone();
    if !new.done.0.contains(&id) {
        if new.done.0.len() >= MOST_DONE {
            new.done.0.retain(|one| course.lessons().any(|lesson| lesson.id == *one));
        }
        new.done.0.push(id);
    }
    let is_whole = progress::part(&course.outline.0, &new.done.0).is_whole();
    new.finished = old.finished.or_else(|| is_whole.then(|| Moment(now())));
    new
}

/// Notes that somebody has done a lesson, also one who has ended the course since: what they did is kept. Done again, it
/// stays so; of a course or a person that is gone nothing is noted.
pub(super) async fn note_done(
    platform: &Platform,
    course_id: CourseId,
    user_id: UserId,
    id: LessonId,
) -> Result<()> {
    let Some(course) = Courses::of(&platform.storage).course(course_id).await? else { return Ok(()) };
    let judge = |old: Option<&CourseProgress>| {
        let done = old.map(|old| with_done(&course, old, id));
        Ok(done.filter(|new| Some(new) != old))
    };
    decide_in(platform, course.entity_id, (course_id, user_id), judge, &[]).await.map(drop)
}

/// Marks a lesson as done, or takes that back. Done again, it stays so. 403 NOT_ENROLLED, LOCKED; 404; 409 BY_QUIZ.
pub async fn set_done(platform: &Platform, who: &Who, id: LessonId, is_done: bool) -> Result<StandingView> {
    let (mut facts, kind) = taken(platform, who, id).await?;
    rules::by_button(kind)?;
    let key = (facts.course.course_id, who.user_id);
    let judge = |old: Option<&CourseProgress>| {
        // It was ended on another device meanwhile.
        let old = old.filter(|old| old.state == EnrolmentState::Active).ok_or_else(rules::not_enrolled)?;
        let mut new = if is_done { with_done(&facts.course, old, id) } else { old.clone() };
        if !is_done {
            new.done.0.retain(|one| *one != id);
        }
        Ok((new != *old).then_some(new))
    };
    let progress = decide_in(platform, facts.course.entity_id, key, judge, &[]).await?;
    if facts.course.sequential && !is_done {
        // What it had opened is closed again.
        comments::readers_moved(platform, key.0);
    }
    facts.progress = progress;
    view(facts)
}

/// Notes where somebody is: the lesson, and how far in it. 403 NOT_ENROLLED, LOCKED; 404.
pub async fn set_position(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    PositionDraft { position }: PositionDraft,
) -> Result<()> {
    let (facts, _) = taken(platform, who, id).await?;
    let key = (facts.course.course_id, who.user_id);
    let judge = |old: Option<&CourseProgress>| {
        let old = old.filter(|old| old.state == EnrolmentState::Active).ok_or_else(rules::not_enrolled)?;
        let new = CourseProgress { lesson_id: Some(id), position, ..old.clone() };
        Ok((new != *old).then_some(new))
    };
    decide(platform, key, judge, &[]).await.map(drop)
}

/// Those who take or are invited to a course, for those who write it; whether there are more. 403; 404.
pub async fn learners(
    platform: &Platform,
    who: &Who,
    id: CourseId,
    after: Option<UserId>,
    limit: usize,
) -> Result<(Vec<LearnerView>, Option<UserId>)> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    rules::write(&facts.head, &facts.reader)?;
    let courses = Courses::of(&platform.storage);
    let mut people: Vec<UserId> =
        courses.people(id, after, limit + 1).await?.into_iter().map(|one| one.user_id).collect();
    let has_more = people.len() > limit;
    people.truncate(limit);
    let names = platform.people.all(people.iter().copied()).await?;
    let progress = courses.progress_of(id, &people).await?;
    let shown = progress.iter().filter_map(|one| {
        let display_name = names.get(&one.user_id)?.display_name.clone();
        let progress = ProgressView::of(&facts.course, one);
        Some(LearnerView { id_auth_user: one.user_id, display_name, progress })
    });
    Ok((shown.collect(), people.last().copied().filter(|_| has_more)))
}
