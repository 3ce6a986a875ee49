//! A course's teachers: whom its learners' comments and answers are for.

use storage::courses::{Course, CourseHead};
use storage::entities::RelationType;
use storage::ids::UserId;

use super::facts::Facts;
use super::rules;
use crate::Platform;
use crate::platform::error::Result;

/// Most people who run an organisation that are asked in the place of an author who is gone.
const MOST: usize = 20;

/// Who made the course, for as long as they write it; else, of an organisation's, its owners and administrators.
pub(super) async fn of(platform: &Platform, course: &Course) -> Result<Vec<UserId>> {
    if let Some(author) = course.author_id {
        let facts = Facts::of(platform, Some(author), course.clone()).await?;
        if rules::writes(&CourseHead::from(course), &facts.reader) {
            return Ok(vec![author]);
        }
    }
    let Some(entity_id) = course.entity_id else { return Ok(Vec::new()) };
    let run = [RelationType::Owner, RelationType::Administrator];
    let some = platform.storage.entities.people(entity_id, &run, "").take(MOST).await?;
    Ok(some.into_iter().map(|(relation, _)| relation.user_id).collect())
}
