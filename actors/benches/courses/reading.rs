//! A course of 500 lessons, read by somebody who takes it. Bare reads ask for each row as soon as its key is known.

use std::time::Duration;

use actors::Platform;
use actors::courses;
use actors::courses::view::ChangeCourse;
use futures_util::try_join;
use serde_json::json;
use storage::courses::Courses;

use crate::ground::Failure;
use crate::ground::people::{summed, timed};
use crate::school::school;

/// Sequential repetitions.
const TIMES: usize = 60;
const MODULES: usize = 5;
const LESSONS: usize = 100;
/// Lessons that the reader has done.
const DONE: usize = 50;

fn print(what: &str, store: &str, took: Vec<Duration>, bare: Vec<Duration>) {
    let ((middle, late), (bare_middle, bare_late)) = (summed(took), summed(bare));
    println!(
        "| a course of {} lessons: {what}, {store} | p50 {middle:.0} µs, p95 {late:.0} µs | {:.2} × {bare_middle:.0} µs, bare reads of the rows that it needs, p50; {:.2} × p95 | ≤ 2 × |",
        MODULES * LESSONS,
        middle / bare_middle,
        late / bare_late
    );
}

pub async fn measure(platform: &Platform, store: &str) -> Result<(), Failure> {
    let school = school(platform, "bokhyllan", MODULES, LESSONS).await?;
    let id = school.course_id;
    let version = courses::course(platform, Some(&school.teacher), id).await?.version;
    let in_order: ChangeCourse = serde_json::from_value(json!({"sequential": true, "version": version}))?;
    courses::change(platform, &school.teacher, id, in_order).await?;
    let reader = school.learners(platform, "lasare", 1).await?.remove(0);
    for lesson in school.lessons.iter().take(DONE) {
        courses::set_done(platform, &reader, *lesson, true).await?;
    }
    let lesson_id = *school.lessons.get(DONE).ok_or("lessons")?;
    let (stored, entities, me) = (Courses::of(&platform.storage), &platform.storage.entities, reader.user_id);

    let [mut course, mut outline, mut lesson] = [(); 3].map(|()| (Vec::new(), Vec::new()));
    for _ in 0..TIMES {
        let asked = async { Ok(courses::course(platform, Some(&reader), id).await?) };
        course.0.push(timed(asked).await?);
        let rows = async {
            let _first = try_join!(stored.course(id), stored.progress(id, me))?;
            let relation = entities.relation(school.entity_id, me);
            Ok(try_join!(relation, entities.entity(school.entity_id))?)
        };
        course.1.push(timed(rows).await?);

        outline.0.push(timed(async { Ok(courses::modules(platform, Some(&reader), id).await?) }).await?);
        let rows = async {
            let _first = try_join!(stored.course(id), stored.progress(id, me), stored.titles(id))?;
            Ok(entities.relation(school.entity_id, me).await?)
        };
        outline.1.push(timed(rows).await?);

        lesson.0.push(timed(async { Ok(courses::lesson(platform, &reader, lesson_id).await?) }).await?);
        let rows = async {
            stored.lesson(lesson_id).await?;
            let title = stored.title(id, lesson_id);
            let _first = try_join!(stored.course(id), stored.progress(id, me), title)?;
            Ok(entities.relation(school.entity_id, me).await?)
        };
        lesson.1.push(timed(rows).await?);
    }
    print("its page", store, course.0, course.1);
    print("its outline", store, outline.0, outline.1);
    print("a lesson", store, lesson.0, lesson.1);
    Ok(())
}
