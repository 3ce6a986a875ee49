//! Lists of courses: an organisation's, one's own, those that one takes.

use storage::courses::{
    Course, CourseHead, CourseId, CourseList, CourseProgress, Courses, EnrolmentState, MOST_COURSES,
};
use storage::ids::EntityId;

use super::KLYFTIG;
use super::facts::{Facts, Readers};
use super::rules;
use super::view::{CourseView, ProgressView};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::rules::belongs;
use crate::entities::{existing, relation};
use crate::platform::error::Result;

/// The requested page.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// Courses before it.
    pub offset: usize,
    pub size: usize,
}

impl Asked {
    /// The page of some ids, and whether there are more after it.
    fn of(self, ids: &[CourseId]) -> (Vec<CourseId>, bool) {
        let end = self.offset.saturating_add(self.size);
        let page = ids.get(self.offset.min(ids.len())..end.min(ids.len())).unwrap_or_default();
        (page.to_vec(), ids.len() > end)
    }

    /// As many as the page and the one after it need.
    fn reach(self) -> usize {
        self.offset.saturating_add(self.size).saturating_add(1).min(MOST_COURSES + 1)
    }
}

fn none(_: &CourseProgress) -> Option<ProgressView> {
    None
}

async fn page(
    platform: &Platform,
    who: Option<&Who>,
    ids: &[CourseId],
    asked: Asked,
) -> Result<(Vec<CourseView>, bool)> {
    let (ids, has_more) = asked.of(ids);
    let heads = Courses::of(&platform.storage).heads(&ids).await?;
    let readers = Readers::load(platform, who.map(|who| who.user_id), &heads).await?;
    Ok((readers.views(platform, &heads, none).await?, has_more))
}

/// An organisation's courses, newest first, whether there are more: all for who writes them, to its members what is
/// published for them, to others what is published for everybody. Without one, Klyftig's. 404: there is no such
/// organisation.
pub async fn list(
    platform: &Platform,
    who: Option<&Who>,
    entity: Option<EntityId>,
    asked: Asked,
) -> Result<(Vec<CourseView>, bool)> {
    if let Some(id) = entity {
        existing(platform, id).await?;
    }
    let id = entity.unwrap_or(KLYFTIG);
    let relation = match who {
        Some(who) => relation(platform, id, who.user_id).await?,
        None => None,
    };
    let list = match relation {
        relation if rules::writes_for(relation) => CourseList::All,
        relation if belongs(relation) => CourseList::Members,
        _ => CourseList::Public,
    };
    let ids = Courses::of(&platform.storage).listed(id, list, asked.reach()).await?;
    page(platform, who, &ids, asked).await
}

/// The courses that I made, in whatever name, newest first; whether there are more.
pub async fn mine(platform: &Platform, who: &Who, asked: Asked) -> Result<(Vec<CourseView>, bool)> {
    let ids = Courses::of(&platform.storage).written_by(who.user_id, asked.reach()).await?;
    page(platform, Some(who), &ids, asked).await
}

/// The courses that I take or am invited to, those first in which I did something last; whether there are more.
pub async fn enrolled(platform: &Platform, who: &Who, asked: Asked) -> Result<(Vec<CourseView>, bool)> {
    let courses = Courses::of(&platform.storage);
    let taken = courses.taken_by(who.user_id).await?;
    let mut progress = courses.progress_in(&taken, who.user_id).await?;
    progress.retain(|one| one.state != EnrolmentState::Left);
    progress.sort_by_key(|one| std::cmp::Reverse((one.changed.0, one.course_id)));
    let ids: Vec<CourseId> = progress.iter().map(|one| one.course_id).collect();
    let (ids, has_more) = asked.of(&ids);
    let mut found: Vec<Course> = courses.courses(&ids).await?;
    found.sort_by_key(|course| ids.iter().position(|id| *id == course.course_id));
    let heads: Vec<CourseHead> = found.iter().map(CourseHead::from).collect();
    let shown = |one: &CourseProgress| {
        let course = found.iter().find(|course| course.course_id == one.course_id)?;
        Some(ProgressView::of(course, one))
    };
    let readers = Readers::load(platform, Some(who.user_id), &heads).await?;
    Ok((readers.views(platform, &heads, shown).await?, has_more))
}

/// A course. 404: there is none that the reader sees.
pub async fn course(platform: &Platform, who: Option<&Who>, id: CourseId) -> Result<CourseView> {
    Facts::load(platform, who.map(|who| who.user_id), id).await?.view(platform).await
}
