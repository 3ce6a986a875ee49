//! Checks that titles, texts and lists say the same as the outlines of the courses, and that nobody has done a lesson
//! twice.

use std::collections::HashSet;

use super::records::{
    COURSE_LESSONS, COURSE_MODULES, COURSE_PEOPLE, COURSE_PROGRESS, COURSES, COURSES_LISTED, LESSONS,
    MODULE_PLACES, ModulePlace, PERSON_COURSES, WRITTEN_COURSES,
};
use super::{
    Course, CourseModule, CoursePerson, CourseProgress, Lesson, LessonTitle, MOST_LESSONS,
    MOST_MODULE_LESSONS, MOST_MODULES,
};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;

/// How many rows each table must have.
#[derive(Default)]
struct Counts {
    modules: usize,
    lessons: usize,
    listed: usize,
    written: usize,
    people: usize,
}

impl Check<'_> {
    /// Every course with its rows, and everybody's progress.
    pub(crate) async fn courses(&mut self) -> Result<()> {
        let mut counts = Counts::default();
        let mut walk = Walk::over(&COURSES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                self.course(&Course::read(row)?, &mut counts).await?;
            }
        }
        let mut walk = Walk::over(&COURSE_PROGRESS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                counts.people += 1;
                self.progress(&CourseProgress::read(row)?).await?;
            }
        }
        // Each of them has its rows, so a table with as many rows has no others.
        self.rows_of(&COURSE_MODULES, counts.modules).await?;
        self.rows_of(&MODULE_PLACES, counts.modules).await?;
        self.rows_of(&COURSE_LESSONS, counts.lessons).await?;
        self.rows_of(&LESSONS, counts.lessons).await?;
        self.rows_of(&COURSES_LISTED, counts.listed).await?;
        self.rows_of(&WRITTEN_COURSES, counts.written).await?;
        self.rows_of(&PERSON_COURSES, counts.people).await?;
        self.rows_of(&COURSE_PEOPLE, counts.people).await
    }

    async fn course(&mut self, course: &Course, counts: &mut Counts) -> Result<()> {
        let (id, what) = (course.course_id, format!("course {}", course.course_id));
        let modules: Vec<_> = course.outline.0.iter().map(|module| module.id).collect();
        let lessons: Vec<_> = course.lessons().map(|lesson| lesson.id).collect();
        counts.modules += modules.len();
        counts.lessons += lessons.len();
        let distinct =
            (modules.iter().collect::<HashSet<_>>().len(), lessons.iter().collect::<HashSet<_>>().len());
        if distinct != (modules.len(), lessons.len()) {
            self.say(format!("{what} has a module or a lesson twice"));
        }
        let is_wide = course.outline.0.iter().any(|module| module.lessons.len() > MOST_MODULE_LESSONS);
        if modules.len() > MOST_MODULES || lessons.len() > MOST_LESSONS || is_wide {
            self.say(format!("{what} has more modules or lessons than it may"));
        }
        for module in modules {
            self.listed(CourseModule::at(id, module), &what).await?;
            self.listed(ModulePlace::at(module), &what).await?;
        }
        for lesson in lessons {
            self.listed(LessonTitle::at(id, lesson), &what).await?;
            let text: Option<Lesson> = self.db.find(Lesson::at(lesson)).await?;
            if text.is_none_or(|text| text.course_id != id) {
                self.say(format!("{what} has a lesson {lesson} without its text"));
            }
        }
        let shown = course.lessons().filter(|lesson| !lesson.hidden).count();
        if usize::try_from(course.lesson_count).ok() != Some(shown) {
            self.say(format!("{what} shows {shown} lessons, and counts {}", course.lesson_count));
        }
        for entry in course.listings() {
            counts.listed += 1;
            self.listed(entry.key(), &what).await?;
        }
        if let Some(entry) = course.written() {
            counts.written += 1;
            self.listed(entry.key(), &what).await?;
        }
        Ok(())
    }

    async fn progress(&mut self, progress: &CourseProgress) -> Result<()> {
        let what = format!("the progress of {} in course {}", progress.user_id, progress.course_id);
        self.listed(progress.of_person().key(), &what).await?;
        let person: Option<CoursePerson> = self.db.find(progress.person().key()).await?;
        if person.as_ref() != Some(&progress.person()) {
            self.say(format!("{what} is not in course_people as it is"));
        }
        self.listed(Course::at(progress.course_id), &what).await?;
        let done = &progress.done.0;
        if done.iter().collect::<HashSet<_>>().len() != done.len() {
            self.say(format!("{what} has a lesson twice"));
        }
        Ok(())
    }
}
