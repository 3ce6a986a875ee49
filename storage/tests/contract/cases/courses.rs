//! Courses: one decision after the other, lists, people, removal, and what `check` finds.

use std::sync::Arc;

use storage::Storage;
use storage::courses::{
    Course, CourseAccess, CourseId, CourseList, CourseModule, CoursePicture, CourseProgress, CourseStatus,
    CourseStep, Courses, EnrolmentState, Lesson, LessonId, LessonKind, LessonText, LessonTitle, ModuleId,
    OutlineLesson, OutlineModule,
};
use storage::ids::{AttachmentId, EntityId, UserId};
use storage::record::Stored;
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const ENTITY: EntityId = EntityId(3);
const ANNA: UserId = UserId(5);
const BO: UserId = UserId(6);

fn course(id: i64) -> Course {
    Course {
        course_id: CourseId(id),
        status: CourseStatus::Draft,
        version: 1,
        settings_version: 1,
        outline_version: 1,
        author_id: Some(ANNA),
        entity_id: Some(ENTITY),
        access: CourseAccess::Members,
        sequential: false,
        certificate: false,
        title: "Ny hos oss".to_owned(),
        summary: String::new(),
        created: Moment(1_000),
        updated: Moment(1_000),
        published: None,
        lesson_count: 0,
        channel_id: None,
        outline: Json(Vec::new()),
    }
}

fn place(id: i64) -> OutlineLesson {
    OutlineLesson { id: LessonId(id), preview: false, optional: false, hidden: false }
}

fn module(course: &Course, id: i64) -> CourseModule {
    CourseModule {
        course_id: course.course_id,
        module_id: ModuleId(id),
        title: "Modul".to_owned(),
        version: 1,
    }
}

fn title(course: &Course, id: i64) -> LessonTitle {
    let (course_id, lesson_id) = (course.course_id, LessonId(id));
    LessonTitle { course_id, lesson_id, kind: LessonKind::Text, title: format!("Lektion {id}") }
}

fn text(course: &Course, id: i64) -> Lesson {
    Lesson {
        lesson_id: LessonId(id),
        course_id: course.course_id,
        version: 1,
        body: "Text".to_owned(),
        media: None,
        draft: Json(None),
        updated: Moment(1_000),
    }
}

/// A course with a module of these lessons.
fn filled(old: &Course, ids: &[i64]) -> (Course, CourseStep) {
    let lessons = ids.iter().map(|id| place(*id)).collect();
    let new = Course {
        outline: Json(vec![OutlineModule { id: ModuleId(old.course_id.0 + 1), lessons }]),
        lesson_count: i64::try_from(ids.len()).unwrap(),
        ..old.clone()
    };
    let step = CourseStep {
        modules: vec![module(old, old.course_id.0 + 1)],
        titles: ids.iter().map(|id| title(old, *id)).collect(),
        lessons: ids.iter().map(|id| text(old, *id)).collect(),
        ..CourseStep::default()
    };
    (new, step)
}

/// A stored course with a module of these lessons.
async fn made(storage: &Storage, id: i64, ids: &[i64]) -> Course {
    let courses = Courses::of(storage);
    let blank = course(id);
    assert!(courses.create(&blank).await.unwrap());
    let (new, step) = filled(&blank, ids);
    assert!(courses.decide(&blank, &new, &step, Vec::new()).await.unwrap());
    courses.settled(CourseId(id)).await.unwrap().unwrap()
}

/// A stored course with one lesson, a quiz.
pub async fn with_quiz(storage: &Storage, id: i64, lesson: i64) {
    let courses = Courses::of(storage);
    let old = made(storage, id, &[lesson]).await;
    let quiz = LessonTitle { kind: LessonKind::Quiz, ..title(&old, lesson) };
    let step = CourseStep { titles: vec![quiz], ..CourseStep::default() };
    let new = Course { title: "Med prov".to_owned(), ..old.clone() };
    assert!(courses.decide(&old, &new, &step, Vec::new()).await.unwrap());
}

fn progress(id: i64, user_id: UserId, state: EnrolmentState) -> CourseProgress {
    CourseProgress {
        course_id: CourseId(id),
        user_id,
        state,
        version: 0,
        done: Json(Vec::new()),
        lesson_id: None,
        position: 0,
        created: Moment(1_000),
        changed: Moment(1_000),
        finished: None,
    }
}

pub async fn decision_on_a_stale_course_is_refused(world: &World) {
    let courses = Courses::of(&world.storage);
    let blank = course(100);
    assert!(courses.create(&blank).await.unwrap());
    assert!(!courses.create(&blank).await.unwrap(), "there is one with that id");
    let (one, with_one) = filled(&blank, &[11]);
    let (two, with_two) = filled(&blank, &[12]);
    assert!(courses.decide(&blank, &one, &with_one, Vec::new()).await.unwrap());
    assert!(!courses.decide(&blank, &two, &with_two, Vec::new()).await.unwrap());
    let now = courses.settled(CourseId(100)).await.unwrap().unwrap();
    assert_eq!(now, Course { version: 2, ..one });
    assert_eq!(courses.lesson(LessonId(12)).await.unwrap(), None, "a refusal leaves nothing behind");
    let titles = courses.titles(CourseId(100)).await.unwrap();
    assert_eq!((titles.modules, titles.lessons), (vec![module(&now, 101)], vec![title(&now, 11)]));
    assert_eq!(courses.of_module(ModuleId(101)).await.unwrap(), Some(CourseId(100)));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn courses_stand_in_the_lists_of_their_state(world: &World) {
    let courses = Courses::of(&world.storage);
    let old = made(&world.storage, 200, &[21]).await;
    made(&world.storage, 300, &[31]).await;
    let listed = async || {
        let mut found = Vec::new();
        for list in [CourseList::All, CourseList::Members, CourseList::Public] {
            let ids = courses.listed(ENTITY, list, 10).await.unwrap();
            found.push(ids.into_iter().map(|id| id.0).collect::<Vec<_>>());
        }
        found
    };
    assert_eq!(listed().await, [vec![300, 200], vec![], vec![]]);
    let steps = [
        (CourseStatus::Published, CourseAccess::Members, [vec![300, 200], vec![200], vec![]]),
        (CourseStatus::Published, CourseAccess::Public, [vec![300, 200], vec![200], vec![200]]),
        (CourseStatus::Published, CourseAccess::Invited, [vec![300, 200], vec![], vec![]]),
        (CourseStatus::Archived, CourseAccess::Public, [vec![300, 200], vec![], vec![]]),
    ];
    let mut now = old;
    for (status, access, expected) in steps {
        let new = Course { status, access, ..now.clone() };
        assert!(courses.decide(&now, &new, &CourseStep::default(), Vec::new()).await.unwrap());
        now = courses.settled(now.course_id).await.unwrap().unwrap();
        assert_eq!(listed().await, expected, "{status} {access}");
    }
    assert_eq!(courses.written_by(ANNA, 10).await.unwrap(), [CourseId(300), CourseId(200)]);
    let nobodys = Course { author_id: None, ..now.clone() };
    assert!(courses.decide(&now, &nobodys, &CourseStep::default(), Vec::new()).await.unwrap());
    assert_eq!(courses.written_by(ANNA, 10).await.unwrap(), [CourseId(300)]);
    let heads = courses.heads(&[CourseId(300), CourseId(9), CourseId(200)]).await.unwrap();
    assert_eq!(heads.iter().map(|head| head.course_id.0).collect::<Vec<_>>(), [300, 200]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn people_of_a_course_are_listed_by_their_state(world: &World) {
    let courses = Courses::of(&world.storage);
    made(&world.storage, 400, &[41, 42]).await;
    let id = CourseId(400);
    for user in 5..45 {
        let invited = progress(400, UserId(user), EnrolmentState::Invited);
        assert!(courses.decide_progress(None, &invited, Vec::new()).await.unwrap());
        assert!(!courses.decide_progress(None, &invited, Vec::new()).await.unwrap(), "there is one");
    }
    assert!(!courses.has_learners(id).await.unwrap());
    let old = courses.progress(id, BO).await.unwrap().unwrap();
    let new = CourseProgress { state: EnrolmentState::Active, done: Json(vec![LessonId(41)]), ..old.clone() };
    assert!(courses.decide_progress(Some(&old), &new, Vec::new()).await.unwrap());
    assert!(!courses.decide_progress(Some(&old), &new, Vec::new()).await.unwrap(), "that version is over");
    assert!(courses.has_learners(id).await.unwrap());
    let (mut after, mut all) = (None, Vec::new());
    loop {
        let some = courses.people(id, after, 7).await.unwrap();
        after = some.last().map(|one| one.user_id).or(after);
        let is_over = some.len() < 7;
        all.extend(some.into_iter().map(|one| one.user_id.0));
        if is_over {
            break;
        }
    }
    all.sort_unstable();
    assert_eq!(all, (5..45).collect::<Vec<_>>(), "each once, over all pages");
    assert_eq!(courses.taken_by(BO).await.unwrap(), [id]);
    let of = courses.progress_of(id, &[ANNA, UserId(999), BO]).await.unwrap();
    assert_eq!(
        of.iter().map(|one| (one.user_id, one.done.0.len())).collect::<Vec<_>>(),
        [(ANNA, 0), (BO, 1)]
    );
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());

    assert!(!courses.forget(&old).await.unwrap(), "that version is over");
    let now = courses.progress(id, BO).await.unwrap().unwrap();
    assert!(courses.forget(&now).await.unwrap());
    assert_eq!(
        (courses.progress(id, BO).await.unwrap(), courses.taken_by(BO).await.unwrap()),
        (None, vec![])
    );
    assert!(!courses.has_learners(id).await.unwrap());
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn a_removed_course_takes_its_lessons_along(world: &World) {
    let courses = Courses::of(&world.storage);
    let ids: Vec<i64> = (510..560).collect();
    let old = made(&world.storage, 500, &ids).await;
    let stale = Course { version: 1, ..old.clone() };
    assert!(!courses.remove(&stale, Vec::new()).await.unwrap());
    assert_eq!(courses.titles(old.course_id).await.unwrap().lessons.len(), 50);
    assert!(courses.remove(&old, Vec::new()).await.unwrap());
    assert_eq!(courses.course(old.course_id).await.unwrap(), None);
    assert_eq!(courses.lessons(&[LessonId(510), LessonId(559)]).await.unwrap(), []);
    assert_eq!(courses.of_module(ModuleId(501)).await.unwrap(), None);
    assert_eq!(courses.written_by(ANNA, 10).await.unwrap(), []);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Processes add, move and remove lessons of one course at random; none is lost and none is there twice.
pub async fn random_edits_of_processes_lose_no_lesson(world: &World) {
    const EACH: i64 = 12;
    made(&world.storage, 600, &[610]).await;
    let edit = async |storage: Arc<Storage>, first: i64| {
        let courses = Courses::of(&storage);
        let mut kept = Vec::new();
        for id in first..first + EACH {
            for _ in 0..500 {
                let old = courses.settled(CourseId(600)).await.unwrap().unwrap();
                let (mut new, mut step) = (old.clone(), CourseStep::default());
                // Every third lesson takes the one before it away again; every second one turns the order.
                let gone = kept.last().copied().filter(|_| id % 3 == 0);
                // The decision before was made although its answer was lost.
                if old.lessons().any(|lesson| lesson.id == LessonId(id)) {
                    kept.retain(|one| Some(*one) != gone);
                    kept.push(id);
                    break;
                }
                let lessons = &mut new.outline.0[0].lessons;
                if let Some(gone) = gone {
                    lessons.retain(|lesson| lesson.id != LessonId(gone));
                    step.removed_lessons.push(LessonId(gone));
                }
                lessons.push(place(id));
                if id % 2 == 0 {
                    lessons.reverse();
                }
                new.lesson_count = i64::try_from(lessons.len()).unwrap();
                step.titles.push(title(&old, id));
                step.lessons.push(text(&old, id));
                if courses.decide(&old, &new, &step, Vec::new()).await.unwrap_or(false) {
                    kept.retain(|one| Some(*one) != gone);
                    kept.push(id);
                    break;
                }
            }
        }
        kept
    };
    let storages: Vec<Arc<Storage>> = (0..3).map(|_| Arc::new((world.reopen)())).collect();
    let all = storages.into_iter().zip([1_000, 2_000, 3_000]).map(|(storage, first)| edit(storage, first));
    let mut expected = futures_util::future::join_all(all).await.concat();
    expected.push(610);
    expected.sort_unstable();
    let now = Courses::of(&world.storage).settled(CourseId(600)).await.unwrap().unwrap();
    let mut found: Vec<i64> = now.lessons().map(|lesson| lesson.id.0).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// A picture is found by the lessons that show it, and a course's in order; a row that no text speaks for is a fault.
pub async fn lessons_say_which_pictures_they_show(world: &World) {
    let courses = Courses::of(&world.storage);
    let old = made(&world.storage, 800, &[810, 811]).await;
    let shown = |picture: i64, lesson: i64, shown: bool| CoursePicture {
        course_id: CourseId(800),
        attachment_id: AttachmentId(picture),
        lesson_id: LessonId(lesson),
        shown,
        width: 4,
        height: 3,
    };
    let draft = LessonText { title: "Ny".to_owned(), body: "![B](bild:9)".to_owned(), media: None };
    let first = Lesson { body: "Se\n![A](bild:8)".to_owned(), draft: Json(Some(draft)), ..text(&old, 810) };
    let second = Lesson { body: "![A](bild:8)".to_owned(), ..text(&old, 811) };
    assert_eq!(first.pictures(), [AttachmentId(8), AttachmentId(9)]);
    let step = CourseStep { lessons: vec![first, second], ..CourseStep::default() };
    let rows = [shown(8, 810, true), shown(8, 811, true), shown(9, 810, false)];
    let then = rows.iter().map(Stored::insert).collect();
    assert!(courses.decide(&old, &old, &step, then).await.unwrap());
    let [a, b, c] = rows;
    let id = CourseId(800);
    let at = |lesson: i64, pictures: &[i64]| {
        let ids: Vec<AttachmentId> = pictures.iter().map(|id| AttachmentId(*id)).collect();
        let courses = courses.clone();
        async move { courses.pictures_of(id, LessonId(lesson), &ids).await.unwrap() }
    };
    assert_eq!(at(811, &[8, 9]).await, std::slice::from_ref(&b));
    assert_eq!(courses.showing(id, AttachmentId(8)).await.unwrap(), [a.clone(), b.clone()]);
    assert_eq!(courses.pictures(id, None, 2).await.unwrap(), [a, b.clone()]);
    let after = Some((AttachmentId(8), LessonId(811)));
    assert_eq!(courses.pictures(id, after, 2).await.unwrap(), std::slice::from_ref(&c));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    // The draft's is not published, and the text of 811 does not show 9.
    let wrong = [CoursePicture { shown: true, ..c.clone() }, shown(9, 811, false)];
    world.storage.engine().write(wrong.iter().map(Stored::insert).collect()).await.unwrap();
    assert_eq!(world.storage.check().await.unwrap().len(), 2);
    courses.forget_pictures(&wrong).await.unwrap();
    courses.forget_pictures(&[b]).await.unwrap();
    assert_eq!(courses.showing(id, AttachmentId(9)).await.unwrap(), []);
}

pub async fn check_finds_a_course_that_does_not_add_up(world: &World) {
    made(&world.storage, 700, &[710, 711]).await;
    let courses = Courses::of(&world.storage);
    let begun = progress(700, BO, EnrolmentState::Active);
    assert!(courses.decide_progress(None, &begun, Vec::new()).await.unwrap());
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    let engine = world.storage.engine();
    for table in storage::courses::AREA.tables {
        let lists = ["course_modules", "course_lessons", "lessons", "course_module_places", "courses_listed"];
        let people = ["written_courses", "person_courses", "course_people"];
        if !lists.iter().chain(&people).any(|name| *name == table.name) {
            continue;
        }
        let row = engine.scan(table, None, 10).await.unwrap().pop().unwrap();
        let key = storage::engine::Key { table, values: row.key().to_vec() };
        engine.write(vec![key.delete()]).await.unwrap();
        let faults = world.storage.check().await.unwrap();
        assert_eq!(faults.len(), 2, "a row is missing, and the table is short: {faults:?}");
        engine.write(vec![row.insert()]).await.unwrap();
    }
    // A lesson twice, a wrong count, a lesson that is done twice.
    let old = courses.settled(CourseId(700)).await.unwrap().unwrap();
    let mut new = old.clone();
    new.outline.0[0].lessons.push(place(710));
    assert!(courses.decide(&old, &new, &CourseStep::default(), Vec::new()).await.unwrap());
    let faults = world.storage.check().await.unwrap();
    assert!(
        faults.iter().any(|fault| fault.contains("twice"))
            && faults.iter().any(|fault| fault.contains("counts 2")),
        "{faults:?}"
    );
    let now = courses.settled(CourseId(700)).await.unwrap().unwrap();
    assert!(courses.decide(&now, &old, &CourseStep::default(), Vec::new()).await.unwrap());
    let begun = courses.progress(CourseId(700), BO).await.unwrap().unwrap();
    let twice = CourseProgress { done: Json(vec![LessonId(710), LessonId(710)]), ..begun.clone() };
    assert!(courses.decide_progress(Some(&begun), &twice, Vec::new()).await.unwrap());
    let faults = world.storage.check().await.unwrap();
    assert_eq!(faults, ["the progress of 6 in course 700 has a lesson twice"]);
    let twice = courses.progress(CourseId(700), BO).await.unwrap().unwrap();
    assert!(courses.decide_progress(Some(&twice), &begun, Vec::new()).await.unwrap());
}
