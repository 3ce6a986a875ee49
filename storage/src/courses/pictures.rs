//! Pictures in the texts of lessons: files of the course ([`crate::files::FileSubject::Course`]) that a text shows by
//! number, on a line of its own: `![what is to be seen](bild:4711)`.
//!
//! Which lesson shows which picture is a row, written with the text: so whoever asks for a picture is judged by the
//! lessons that show it, and no text is read for it.

use super::{CourseId, Courses, Lesson, LessonId, MOST_LESSONS};
use crate::files::pictures_in;
use crate::platform::check::Check;
use crate::platform::engine::{Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::AttachmentId;
use crate::platform::record::{Record, Stored, record};
use crate::platform::walk::Walk;

/// Most pictures of a lesson's texts, the published one and its draft.
pub const MOST_LESSON_PICTURES: usize = 100;

record! {
    /// A picture that a lesson's text or draft shows.
    pub struct CoursePicture;
    pub(super) static COURSE_PICTURES: "course_pictures", Ascending;
    partition {
        course_id: CourseId => bigint,
    }
    clustering {
        attachment_id: AttachmentId => bigint,
        lesson_id: LessonId => bigint,
    }
    columns {
        /// The text that learners read shows it; else only its draft does.
        shown: bool => boolean,
        /// Pixels.
        width: i64 => bigint,
        height: i64 => bigint,
    }
}

impl Lesson {
    /// The pictures of its text and its draft, each once.
    pub fn pictures(&self) -> Vec<AttachmentId> {
        let mut all = pictures_in(&self.body);
        let draft = self.draft.0.iter().flat_map(|draft| pictures_in(&draft.body));
        for id in draft {
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all
    }
}

impl Courses {
    /// Those of some pictures that a lesson shows.
    pub async fn pictures_of(
        &self,
        course_id: CourseId,
        lesson_id: LessonId,
        ids: &[AttachmentId],
    ) -> Result<Vec<CoursePicture>> {
        self.db.find_all(ids.iter().map(|id| CoursePicture::at(course_id, *id, lesson_id)).collect()).await
    }

    /// The lessons that show a picture.
    pub async fn showing(&self, course_id: CourseId, id: AttachmentId) -> Result<Vec<CoursePicture>> {
        let span = CoursePicture::of(course_id).prefix([id.into()]);
        self.db.list(span.ascending(MOST_LESSONS)).await
    }

    /// Pictures of a course, also one that is gone, in order from after one on.
    pub async fn pictures(
        &self,
        course_id: CourseId,
        after: Option<(AttachmentId, LessonId)>,
        limit: usize,
    ) -> Result<Vec<CoursePicture>> {
        let span = CoursePicture::of(course_id);
        let span = match after {
            Some((id, lesson_id)) => span.after_all([id.into(), lesson_id.into()]),
            None => span,
        };
        self.db.list(span.ascending(limit)).await
    }

    /// Forgets that lessons show pictures. May be repeated.
    pub async fn forget_pictures(&self, rows: &[CoursePicture]) -> Result<()> {
        self.db.write(rows.iter().map(|row| row.key().delete()).collect()).await
    }
}

/// The write that forgets that a lesson shows a picture.
pub fn no_more(picture: &CoursePicture) -> Write {
    Key::delete(picture.key())
}

impl Check<'_> {
    /// Every row says what the lesson's texts say.
    pub(crate) async fn course_pictures(&mut self) -> Result<()> {
        let mut walk = Walk::over(&COURSE_PICTURES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let row = CoursePicture::read(row)?;
                let lesson: Option<Lesson> = self.db.find(Lesson::at(row.lesson_id)).await?;
                let lesson = lesson.filter(|lesson| lesson.course_id == row.course_id);
                let is_right = lesson.is_some_and(|lesson| {
                    lesson.pictures().contains(&row.attachment_id)
                        && pictures_in(&lesson.body).contains(&row.attachment_id) == row.shown
                });
                if !is_right {
                    self.say(format!(
                        "the lesson {} does not show the picture {} as course_pictures says",
                        row.lesson_id, row.attachment_id
                    ));
                }
            }
        }
        Ok(())
    }
}
