//! What courses are judged by: what the reader is to them, and how far they are.

use std::collections::{HashMap, HashSet};

use futures_util::try_join;
use storage::courses::{Course, CourseHead, CourseId, CourseProgress, Courses, LessonId};
use storage::feed::Source;
use storage::ids::UserId;

use super::channel;
use super::rules::{self, Reader, absent, progress};
use super::view::{CourseView, ProgressView};
use crate::Platform;
use crate::feed::rules::Standing;
use crate::feed::{ReaderFacts, Speakers};
use crate::platform::error::Result;

/// In whose name a course is; none: its author is erased.
fn source(course: &CourseHead) -> Option<Source> {
    course.entity_id.map(Source::Entity).or_else(|| course.author_id.map(Source::User))
}

/// What a person is to some courses, and how far they are in them.
pub(super) struct Readers {
    facts: ReaderFacts,
    progress: HashMap<CourseId, CourseProgress>,
}

impl Readers {
    pub async fn load(platform: &Platform, me: Option<UserId>, courses: &[CourseHead]) -> Result<Self> {
        let ids: Vec<CourseId> = courses.iter().map(|course| course.course_id).collect();
        let progress = async {
            let Some(me) = me else { return Ok(Vec::new()) };
            Ok(Courses::of(&platform.storage).progress_in(&ids, me).await?)
        };
        let facts = ReaderFacts::load(platform, me, courses.iter().filter_map(source));
        let (facts, progress) = try_join!(facts, progress)?;
        Ok(Self { facts, progress: progress.into_iter().map(|one| (one.course_id, one)).collect() })
    }

    pub fn reader(&self, course: &CourseHead) -> Reader {
        Reader {
            user_id: self.facts.me,
            relation: self.facts.relation(course.entity_id),
            apart: course.entity_id.is_none() && self.facts.standing(source(course)) == Standing::Apart,
            enrolment: self.progress.get(&course.course_id).map(|one| one.state),
        }
    }

    /// Some courses as the reader sees them; those that they do not see are left out.
    pub async fn views(
        self,
        platform: &Platform,
        courses: &[CourseHead],
        progress: impl Fn(&CourseProgress) -> Option<ProgressView>,
    ) -> Result<Vec<CourseView>> {
        let authors = courses.iter().filter(|one| one.entity_id.is_none()).filter_map(|one| one.author_id);
        let speakers =
            Speakers::of(platform, authors, courses.iter().filter_map(|one| one.entity_id)).await?;
        let mut found = Vec::with_capacity(courses.len());
        for course in courses {
            let reader = self.reader(course);
            if rules::sees(course, &reader) {
                let mine = self.progress.get(&course.course_id).and_then(&progress);
                let author = speakers.speaker(course.author_id, course.entity_id);
                found.push(CourseView::of(course, author, &reader, mine));
            }
        }
        Ok(found)
    }
}

/// A course with what the reader is to it.
pub(super) struct Facts {
    pub course: Course,
    pub head: CourseHead,
    pub reader: Reader,
    pub progress: Option<CourseProgress>,
}

impl Facts {
    /// A course that the reader sees. 404.
    pub async fn load(platform: &Platform, me: Option<UserId>, id: CourseId) -> Result<Self> {
        Ok(Self::load_with(platform, me, id, async { Ok(()) }).await?.0)
    }

    /// The same with some of its rows, which are read in the round trip of the course's own. 404.
    pub async fn load_with<T>(
        platform: &Platform,
        me: Option<UserId>,
        id: CourseId,
        rows: impl Future<Output = storage::Result<T>>,
    ) -> Result<(Self, T)> {
        let courses = Courses::of(&platform.storage);
        let (course, rows) = try_join!(courses.course(id), rows)?;
        let facts = Self::of(platform, me, course.ok_or_else(absent)?).await?;
        rules::see(&facts.head, &facts.reader)?;
        Ok((facts, rows))
    }

    /// What the reader is to a course, whether they see it or not.
    pub async fn of(platform: &Platform, me: Option<UserId>, course: Course) -> Result<Self> {
        let head = CourseHead::from(&course);
        let mut readers = Readers::load(platform, me, std::slice::from_ref(&head)).await?;
        let reader = readers.reader(&head);
        Ok(Self { progress: readers.progress.remove(&course.course_id), course, head, reader })
    }

    /// Whether the reader writes the course.
    pub fn writes(&self) -> bool {
        rules::writes(&self.head, &self.reader)
    }

    /// Whether the reader takes the course.
    pub fn takes(&self) -> bool {
        rules::takes(&self.head, &self.reader)
    }

    /// The lessons that the reader has done.
    pub fn done(&self) -> &[LessonId] {
        self.progress.as_ref().map_or(&[], |progress| progress.done.0.as_slice())
    }

    /// The lessons that are closed to the reader: none to those who write the course.
    pub fn locked(&self) -> HashSet<LessonId> {
        if self.course.sequential && !self.writes() {
            progress::locked(&self.course.outline.0, self.done())
        } else {
            HashSet::new()
        }
    }

    /// The course as the reader sees it.
    pub async fn view(&self, platform: &Platform) -> Result<CourseView> {
        let author = self.head.author_id.filter(|_| self.head.entity_id.is_none());
        let speakers = Speakers::of(platform, author, self.head.entity_id).await?;
        let author = speakers.speaker(self.head.author_id, self.head.entity_id);
        let progress = self.progress.as_ref().map(|it| ProgressView::of(&self.course, it));
        let channel = channel::shown(platform, &self.course, self.reader.user_id).await?;
        Ok(CourseView { channel, ..CourseView::of(&self.head, author, &self.reader, progress) })
    }
}
