//! A school: its course, its quiz and those who take them.

use actors::Platform;
use actors::accounts::Who;
use actors::courses::quiz::view::{ChangeQuiz, SaveAnswers};
use actors::courses::rules::Turn;
use actors::courses::view::{NewCourse, NewLesson, NewModule};
use actors::courses::{self, quiz};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::{Value, json};
use storage::courses::quiz::AttemptId;
use storage::courses::{CourseId, LessonId, ModuleId};
use storage::ids::EntityId;
use storage::time::Moment;

use crate::ground::Failure;
use crate::ground::organisations::organisation;
use crate::ground::people::{AT_ONCE, people, who};

/// Questions of a quiz, each with four options of which the first is right.
pub const QUESTIONS: i64 = 20;

/// A published course that everybody may take.
pub struct School {
    pub teacher: Who,
    pub entity_id: EntityId,
    pub course_id: CourseId,
    pub module: ModuleId,
    pub lessons: Vec<LessonId>,
}

/// A course with so many modules of so many lessons each.
pub async fn school(
    platform: &Platform,
    name: &str,
    modules: usize,
    lessons: usize,
) -> Result<School, Failure> {
    let (teacher, entity_id) = organisation(platform, name).await?;
    let new: NewCourse = serde_json::from_value(
        json!({"idEntity": entity_id, "title": "Simma", "summary": "", "access": "PUBLIC"}),
    )?;
    let course_id = courses::create(platform, &teacher, new).await?.id;
    let (mut module, mut all) = (None, Vec::new());
    for n in 0..modules {
        let new = NewModule { title: format!("Del {n}") };
        let id = courses::add_module(platform, &teacher, course_id, new).await?.id;
        for m in 0..lessons {
            let new: NewLesson = serde_json::from_value(
                json!({"title": format!("Lektion {n}.{m}"), "body": "Ta ett djupt andetag. ".repeat(40)}),
            )?;
            all.push(courses::add_lesson(platform, &teacher, id, new).await?.outline.id);
        }
        module = Some(id);
    }
    courses::turn(platform, &teacher, course_id, Turn::Publish).await?;
    let module = module.ok_or("a course has modules")?;
    Ok(School { teacher, entity_id, course_id, module, lessons: all })
}

impl School {
    /// So many people who take the course.
    pub async fn learners(&self, platform: &Platform, name: &str, count: usize) -> Result<Vec<Who>, Failure> {
        let all: Vec<Who> = people(platform, name, count).await?.into_iter().map(who).collect();
        let enrolled = all.iter().map(|one| courses::enrol(platform, one, self.course_id, None));
        stream::iter(enrolled).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
        Ok(all)
    }

    /// A quiz at the end of the course.
    pub async fn quiz(&self, platform: &Platform, closes: Option<Moment>) -> Result<LessonId, Failure> {
        let new: NewLesson = serde_json::from_value(json!({"title": "Prov", "kind": "QUIZ"}))?;
        let id = courses::add_lesson(platform, &self.teacher, self.module, new).await?.outline.id;
        let option = |question: i64, n: i64| json!({"id": question + n, "text": format!("Svar {n}")});
        let question = |n: i64| {
            let options: Vec<Value> = (1..=4).map(|m| option(n * 10, m)).collect();
            json!({"id": n * 10, "type": "SINGLE", "text": "Vilket är rätt?", "marks": 1, "options": options})
        };
        let questions: Vec<Value> = (1..=QUESTIONS).map(question).collect();
        let key: Vec<Value> =
            (1..=QUESTIONS).map(|n| json!({"question": n * 10, "options": [n * 10 + 1]})).collect();
        let new: ChangeQuiz = serde_json::from_value(
            json!({"version": 0, "closes": closes, "questions": questions, "key": key}),
        )?;
        quiz::change(platform, &self.teacher, id, new).await?;
        Ok(id)
    }
}

/// An attempt of each.
pub async fn started(
    platform: &Platform,
    learners: &[Who],
    quiz: LessonId,
) -> Result<Vec<(Who, AttemptId)>, Failure> {
    let each = learners.iter().map(async |one| {
        Ok::<_, Failure>((one.clone(), quiz::start(platform, one, quiz).await?.0.summary.id))
    });
    stream::iter(each).buffered(AT_ONCE).try_collect().await
}

/// The right answers to the first so many questions.
pub fn answers(seq: i64, count: i64) -> Result<SaveAnswers, Failure> {
    let all: Vec<Value> = (1..=count).map(|n| json!({"question": n * 10, "options": [n * 10 + 1]})).collect();
    Ok(serde_json::from_value(json!({"seq": seq, "answers": all}))?)
}

/// The answer to one question.
pub fn answer(seq: i64) -> Result<SaveAnswers, Failure> {
    let question = (seq % QUESTIONS + 1) * 10;
    let one = json!({"question": question, "options": [question + 1]});
    Ok(serde_json::from_value(json!({"seq": seq, "answers": [one]}))?)
}
