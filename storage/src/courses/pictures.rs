//! Pictures in the texts of lessons: files of the course ([`crate::files::FileSubject::Course`]) that a text shows by
//! number, on a line of its own: `![what is to be seen](bild:4711)`.
//!
//! Which lesson shows which picture is a row, written with the text: so whoever asks for a picture is judged by the
//! lessons that show it, and no text is read for it.

use super::{CourseId, Courses, Lesson, LessonId, MOST_LESSONS};
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

/// The number of the picture that a line is; none: it is text.
fn picture(line: &str) -> Option<AttachmentId> {
    let (alt, id) = line.trim().strip_prefix("![")?.strip_suffix(')')?.split_once("](bild:")?;
    let is_number = !id.starts_with('0') && id.bytes().all(|byte| byte.is_ascii_digit());
    let id: i64 = id.parse().ok().filter(|_| is_number && !alt.contains(']'))?;
    (id < 1 << 53).then_some(AttachmentId(id))
}

/// The pictures that a text shows, each once, in order.
pub fn pictures_in(text: &str) -> Vec<AttachmentId> {
    let mut found = Vec::new();
    for id in text.lines().filter_map(picture) {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

/// A text with other numbers of its pictures; those that `other` does not know stay.
pub fn with_pictures(text: &str, other: impl Fn(AttachmentId) -> Option<AttachmentId>) -> String {
    let line = |line: &str| {
        let to = picture(line).and_then(&other);
        let at = line.rfind("(bild:").unwrap_or_default();
        to.map_or_else(|| line.to_owned(), |to| format!("{}(bild:{to})", &line[..at]))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The same cases hold for what the web shows.
    #[test]
    fn a_picture_is_a_line_of_its_own() {
        let cases: Vec<(String, Vec<i64>)> =
            serde_json::from_str(include_str!("../../../web/src/features/courses/lib/pictures.json"))
                .unwrap();
        assert!(cases.len() > 8);
        for (text, ids) in cases {
            assert_eq!(pictures_in(&text).iter().map(|id| id.0).collect::<Vec<_>>(), ids, "{text:?}");
        }
    }

    #[test]
    fn a_copy_has_other_numbers() {
        let text = "Se\n![Karta](bild:7)\n ![](bild:9)\n`bild:7` (bild:7)";
        let other = |id: AttachmentId| (id.0 == 7).then_some(AttachmentId(12));
        assert_eq!(with_pictures(text, other), "Se\n![Karta](bild:12)\n ![](bild:9)\n`bild:7` (bild:7)");
    }
}
