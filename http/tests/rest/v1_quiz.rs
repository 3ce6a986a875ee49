//! Quizzes: revisions, attempts that survive everything, grading, who sees the key when. Contract §10.2.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::engine::Key;
use storage::time::Moment;

use crate::harness::{Org, Person, Value, World, each, id, json};
use crate::v1_courses::{at, course, does, done, enrols, lesson, module, of_lesson};

/// What only those who write the course may read before its time.
const SECRET: &str = "HEMLIGT-FACIT";

fn of_quiz(quiz: &Value, more: &str) -> String {
    format!("/api/v1/quiz/{}{more}", quiz["id"])
}

fn of_attempt(attempt: &Value, more: &str) -> String {
    format!("/api/v1/attempt/{}{more}", attempt["id"])
}

/// Four questions for ten marks: one of two options, two of four, a text, a text for the teacher.
fn four(version: i64, settings: Value) -> Value {
    let option = |id: i64| json!({"id": id, "text": format!("Svar {id}")});
    let options = |ids: &[i64]| ids.iter().map(|id| option(*id)).collect::<Vec<_>>();
    let mut quiz = json!({
        "version": version,
        "questions": [
            {"id": 1, "type": "SINGLE", "text": "Ett eller två?", "marks": 2, "options": options(&[11, 12]), "feedback": format!("{SECRET} därför")},
            {"id": 2, "type": "MULTI", "text": "Vilka två?", "marks": 4, "options": options(&[21, 22, 23, 24]), "feedback": null},
            {"id": 3, "type": "TEXT", "text": "Vad heter staden?", "marks": 4, "options": [], "feedback": null},
        ],
        "key": [
            {"question": 1, "options": [11]}, {"question": 2, "options": [21, 22]}, {"question": 3, "texts": [SECRET, "Göteborg"]},
        ],
    });
    for (name, value) in settings.as_object().unwrap() {
        quiz[name] = value.clone();
    }
    quiz
}

fn open_question() -> Value {
    json!({"id": 4, "type": "OPEN", "text": "Varför?", "marks": 10, "options": [], "feedback": null})
}

/// A published course with one lesson, a quiz that is saved like that; its course and its lesson.
async fn published(org: &Org, quiz: Value) -> (Value, Value) {
    let made = course(&org.owner, json!({"title": "Prov", "idEntity": org.id, "access": "MEMBERS"})).await;
    let part = module(&org.owner, &made, "Delen").await;
    let one = lesson(&org.owner, &part, json!({"title": "Slutprov", "kind": "QUIZ"})).await;
    org.owner.put(&of_quiz(&one, ""), quiz).await.is(200);
    (does(&org.owner, &made, "/publish").await.is(200), one)
}

async fn starts(person: &Person, quiz: &Value) -> Value {
    person.call("POST", &of_quiz(quiz, "/attempt")).send().await.is(201)
}

async fn saves(person: &Person, attempt: &Value, seq: i64, answers: Value) -> Value {
    person.put(&of_attempt(attempt, "/answers"), json!({"seq": seq, "answers": answers})).await.is(200)
}

async fn submits(person: &Person, attempt: &Value) -> Value {
    person.call("POST", &of_attempt(attempt, "/submit")).send().await.is(200)
}

fn right() -> Value {
    json!([{"question": 1, "options": [11]}, {"question": 2, "options": [21, 22]}, {"question": 3, "text": " göteborg"}])
}

/// Makes an attempt with a time limit so old that its deadline passed this long ago.
async fn lapse(world: &World, person: &Person, attempt: &Value, ago: i64) {
    let table = *storage::courses::AREA.tables.iter().find(|table| table.name == "attempts").unwrap();
    let values = [id(&attempt["idQuiz"]), person.id, 0, id(&attempt["number"]), 0].map(Into::into).to_vec();
    let (started, deadline) = (Moment(now() - ago - 3_600_000), Moment(now() - ago));
    let set = [("started", started.into()), ("deadline", deadline.into())];
    world.engine.write(vec![Key { table, values }.update(set)]).await.unwrap();
}

/// What is stored of somebody who has taken a quiz and has a certificate.
pub async fn leave_traces(org: &Org, person: &Person) {
    let (made, quiz) = published(org, four(0, json!({}))).await;
    let settings = json!({"certificate": true, "version": made["version"]});
    org.owner.put(&at(&made, ""), settings).await.is(200);
    enrols(person, &made).await;
    let attempt = starts(person, &quiz).await;
    saves(person, &attempt, 1, right()).await;
    submits(person, &attempt).await;
    person.get(&at(&made, "/certificate")).await.is(200);
}

/// A quiz in a module of a draft, and an attempt of `insider` at another, for the table of routes.
pub async fn in_scene(org: &Org, insider: &Person, part: i64, secret: &str) -> (i64, i64) {
    let quiz = lesson(&org.owner, &json!({"id": part}), json!({"title": secret, "kind": "QUIZ"})).await;
    org.owner.put(&of_quiz(&quiz, ""), four(0, json!({}))).await.is(200);
    let (made, other) = published(org, four(0, json!({}))).await;
    enrols(insider, &made).await;
    let attempt = starts(insider, &other).await;
    saves(insider, &attempt, 1, json!([{"question": 3, "text": secret}])).await;
    (id(&quiz["id"]), id(&attempt["id"]))
}

/// [contract 10.2] GET|PUT /quiz/{id}; each saved quiz is a revision that an attempt pins.
#[actix_web::test]
async fn quiz_is_saved_in_revisions() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (editor, anna) = (org.with("TEACHER").await, org.with("MEMBER").await);
    let made = course(&org.owner, json!({"title": "Prov", "idEntity": org.id, "access": "MEMBERS"})).await;
    let part = module(&org.owner, &made, "Delen").await;
    let text = lesson(&org.owner, &part, json!({"title": "Text", "body": "T"})).await;
    let quiz = lesson(&org.owner, &part, json!({"title": "Slutprov", "kind": "QUIZ"})).await;
    does(&org.owner, &made, "/publish").await.is(200);
    let blank = org.owner.get(&of_quiz(&quiz, "")).await.is(200);
    assert_eq!(
        (&blank["version"], &blank["passPercent"], &blank["maxAttempts"]),
        (&json!(0), &json!(60), &json!(0))
    );
    assert_eq!(
        (&blank["gradeMethod"], &blank["questions"], &blank["nextId"]),
        (&json!("HIGHEST"), &json!([]), &json!(1))
    );
    enrols(&anna, &made).await;
    anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await.refused(409, "NO_QUESTIONS");
    // Another kind of lesson has none, and becomes none.
    org.owner.get(&of_quiz(&text, "")).await.refused(404, "NOT_FOUND");
    org.owner
        .put(&of_lesson(&text, ""), json!({"kind": "QUIZ", "version": 1}))
        .await
        .wrong_field("kind", "NOT_CHANGEABLE");
    org.owner
        .put(&of_lesson(&quiz, ""), json!({"kind": "TEXT", "version": 1}))
        .await
        .wrong_field("kind", "NOT_CHANGEABLE");
    done(&anna, &quiz).await.refused(409, "BY_QUIZ");

    let saved = org.owner.put(&of_quiz(&quiz, ""), four(0, json!({"maxAttempts": 3}))).await.is(200);
    assert_eq!(
        (&saved["version"], &saved["questionCount"], &saved["maxScore"]),
        (&json!(1), &json!(3), &json!(10))
    );
    assert_eq!((&saved["nextId"], &saved["key"][1]["options"]), (&json!(25), &json!([21, 22])));
    let seen = anna.get(&of_quiz(&quiz, "")).await.is(200);
    for hidden in ["questions", "key", "nextId", "regrades"] {
        assert_eq!(seen[hidden], Value::Null, "{hidden}");
    }
    assert_eq!((&seen["mine"]["attemptsLeft"], &seen["mine"]["open"]), (&json!(3), &Value::Null));
    // An attempt keeps the questions that it began with.
    let attempt = starts(&anna, &quiz).await;
    let mut less = four(1, json!({"maxAttempts": 3}));
    less["questions"].as_array_mut().unwrap().remove(2);
    less["key"].as_array_mut().unwrap().remove(2);
    assert_eq!(org.owner.put(&of_quiz(&quiz, ""), less.clone()).await.is(200)["version"], 2);
    less["version"] = json!(2);
    assert_eq!(
        org.owner.put(&of_quiz(&quiz, ""), less.clone()).await.is(200)["version"],
        2,
        "the same again"
    );
    less["version"] = json!(1);
    let late = editor.put(&of_quiz(&quiz, ""), less).await.refused(409, "STALE");
    assert_eq!((&late["current"]["version"], &late["current"]["questionCount"]), (&json!(2), &json!(2)));
    assert_eq!(each(&anna.get(&of_attempt(&attempt, "")).await.is(200)["questions"], "id").len(), 3);
    saves(&anna, &attempt, 1, right()).await;
    assert_eq!(submits(&anna, &attempt).await["score"], 10);
    // The number of the question that was removed is not given to another.
    org.owner.put(&of_quiz(&quiz, ""), four(2, json!({}))).await.wrong_field("questions", "ID");
    anna.put(&of_quiz(&quiz, ""), four(2, json!({}))).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 10.2] An open attempt again is the same, and not counted; `seq`; submitted again: the first result. A quiz
/// lesson is done when passed.
#[actix_web::test]
async fn an_attempt_survives_reloads_and_two_tabs() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) = published(&org, four(0, json!({"maxAttempts": 2}))).await;
    anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await.refused(403, "NOT_ENROLLED");
    enrols(&anna, &made).await;
    let attempt = starts(&anna, &quiz).await;
    assert_eq!(
        (&attempt["number"], &attempt["state"], &attempt["seq"]),
        (&json!(1), &json!("inprogress"), &json!(0))
    );
    let again = anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await.is(200);
    assert_eq!(again["id"], attempt["id"], "a reload is no new attempt");
    assert_eq!(anna.get(&of_quiz(&quiz, "")).await.is(200)["mine"]["attemptsLeft"], 1);

    let saved = saves(&anna, &attempt, 5, json!([{"question": 1, "options": [11]}])).await;
    assert_eq!((&saved["accepted"], &saved["seq"]), (&json!(true), &json!(5)));
    assert!(saved["daSaved"].is_string());
    // Another tab that is behind changes nothing, and is told what stands; so is a call that is sent again.
    for seq in [4, 5] {
        let late = saves(&anna, &attempt, seq, json!([{"question": 1, "options": [12]}])).await;
        assert_eq!(
            (&late["accepted"], &late["seq"], &late["daSaved"]),
            (&json!(false), &json!(5), &saved["daSaved"])
        );
        assert_eq!(late["answers"], json!([{"question": 1, "options": [11], "text": ""}]));
    }
    saves(
        &anna,
        &attempt,
        6,
        json!([{"question": 2, "options": [21, 23]}, {"question": 3, "text": "Borås"}]),
    )
    .await;
    saves(&anna, &attempt, 7, json!([{"question": 3}])).await;
    let now = anna.get(&of_attempt(&attempt, "")).await.is(200);
    assert_eq!(
        now["answers"],
        json!([{"question": 1, "options": [11], "text": ""}, {"question": 2, "options": [21, 23], "text": ""}])
    );
    anna.put(
        &of_attempt(&attempt, "/answers"),
        json!({"seq": 8, "answers": [{"question": 1, "options": [21]}]}),
    )
    .await
    .wrong_field("answers", "UNKNOWN");

    let result = submits(&anna, &attempt).await;
    // One right and one wrong of two is nothing.
    let expected =
        json!({"score": 2, "max": 10, "percentage": 20, "passed": false, "attemptsLeft": 1, "waiting": 0});
    assert_eq!(result, expected);
    assert_eq!(submits(&anna, &attempt).await, expected, "again: the first result");
    let late = anna.put(&of_attempt(&attempt, "/answers"), json!({"seq": 9, "answers": right()})).await;
    assert_eq!(late.refused(409, "ENDED")["current"], expected);
    assert_eq!(anna.get(&at(&made, "/progress")).await.is(200)["percent"], 0, "not passed");

    let second = starts(&anna, &quiz).await;
    assert_eq!(second["number"], 2);
    saves(&anna, &second, 1, right()).await;
    assert_eq!(submits(&anna, &second).await["passed"], true);
    let progress = anna.get(&at(&made, "/progress")).await.is(200);
    assert_eq!((&progress["percent"], &progress["done"]), (&json!(100), &json!([quiz["id"]])));
    anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await.refused(409, "NO_ATTEMPTS_LEFT");
    let mine = anna.get(&of_quiz(&quiz, "")).await.is(200)["mine"].take();
    assert_eq!(
        (&mine["attemptsLeft"], &mine["percentage"], &mine["passed"]),
        (&json!(0), &json!(100), &json!(true))
    );
    assert_eq!(each(&mine["attempts"], "number"), [2, 1]);
    // Nobody else's.
    org.with("MEMBER").await.get(&of_attempt(&attempt, "")).await.refused(404, "NOT_FOUND");
    org.owner
        .put(&of_attempt(&attempt, "/answers"), json!({"seq": 9, "answers": []}))
        .await
        .refused(404, "NOT_FOUND");
    world.done("quiz-passed").await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// N starts at once: attempts ≤ max, one open, numbered without gaps.
#[actix_web::test]
async fn fifty_starts_at_once_are_one_attempt() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) = published(&org, four(0, json!({"maxAttempts": 2}))).await;
    enrols(&anna, &made).await;
    let path = of_quiz(&quiz, "/attempt");
    for number in 1..=2 {
        let answers = join_all((0..50).map(|_| anna.call("POST", &path).send())).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        let all: Vec<Value> = answers
            .into_iter()
            .map(|answer| if answer.status == 201 { answer.is(201) } else { answer.is(200) })
            .collect();
        assert!(all.iter().all(|one| one["id"] == all[0]["id"] && one["number"] == number));
        // One end as well, whoever submits.
        let ends = join_all((0..10).map(|_| submits(&anna, &all[0]))).await;
        assert!(ends.iter().all(|end| *end == ends[0] && end["attemptsLeft"] == 2 - number));
    }
    for answer in join_all((0..10).map(|_| anna.call("POST", &path).send())).await {
        answer.refused(409, "NO_ATTEMPTS_LEFT");
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Any interleaving of saves, submit and deadline: one end, and what was saved is what is graded.
#[actix_web::test]
async fn saves_and_ends_at_once_grade_what_was_saved() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) = published(&org, four(0, json!({"timeLimit": 3600}))).await;
    enrols(&anna, &made).await;
    for round in 0..4 {
        let attempt = starts(&anna, &quiz).await;
        let options = [json!([21, 22]), json!([21]), json!([21, 23])];
        let save = async |seq: i64| {
            let answers = json!([{"question": 2, "options": options[usize::try_from(seq % 3).unwrap()]}]);
            let answer =
                anna.put(&of_attempt(&attempt, "/answers"), json!({"seq": seq, "answers": answers})).await;
            assert!([200, 409].contains(&answer.status), "{}", answer.text());
            answer.status == 200 && answer.json()["accepted"] == true
        };
        assert!(save(1).await);
        let by_time = async {
            // Every other round the time is over while it is written.
            if round % 2 == 1 {
                lapse(&world, &anna, &attempt, 60_000).await;
                world.come("quiz-deadline").await;
            }
        };
        let submit = async {
            tokio::task::yield_now().await;
            submits(&anna, &attempt).await
        };
        let (accepted, first, ()) = futures_util::join!(join_all((2..20).map(save)), submit, by_time);
        let last = (2..20).zip(&accepted).filter(|(_, is)| **is).map(|(seq, _)| seq).max().unwrap_or(1);
        let ended = anna.get(&of_attempt(&attempt, "")).await.is(200);
        assert_eq!(ended["seq"], last, "no accepted answer is lost, none comes after the end");
        assert_eq!(ended["answers"][0]["options"], options[usize::try_from(last % 3).unwrap()]);
        assert_eq!(ended["result"]["score"], [4, 2, 0][usize::try_from(last % 3).unwrap()]);
        assert_eq!(first, ended["result"], "the first result");
        assert!(["finished", "overdue"].contains(&ended["state"].as_str().unwrap()));
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 10.2] overdue: what was saved is graded, `finishedAt` = deadline; abandoned: nothing saved, it counts. Late
/// answers 409 TIME_OVER with the result. The deadline is only ever lengthened.
#[actix_web::test]
async fn time_ends_attempts_and_takes_nothing_back() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) = published(&org, four(0, json!({"timeLimit": 600, "maxAttempts": 4}))).await;
    enrols(&anna, &made).await;
    let until = |attempt: &Value| {
        let at = |name: &str| attempt[name].as_str().unwrap().parse::<Moment>().unwrap().0;
        at("daDeadline") - at("daStarted")
    };
    let attempt = starts(&anna, &quiz).await;
    assert_eq!(until(&attempt), 600_000);
    // Extra time, also in the attempt that is in progress; and a shorter limit takes nothing from it.
    let extra = of_quiz(&quiz, &format!("/people/{}", anna.id));
    assert_eq!(org.owner.put(&extra, json!({"extraTime": 50})).await.is(200)["extraTime"], 50);
    assert_eq!(until(&anna.get(&of_attempt(&attempt, "")).await.is(200)), 900_000);
    let closes = Moment(now() - 1_000);
    let closed = four(1, json!({"timeLimit": 60, "closes": closes, "maxAttempts": 4}));
    org.owner.put(&of_quiz(&quiz, ""), closed).await.is(200);
    assert_eq!(until(&anna.get(&of_attempt(&attempt, "")).await.is(200)), 900_000);
    saves(&anna, &attempt, 1, right()).await;
    // A job that comes too early waits.
    world.come("quiz-deadline").await;
    assert_eq!(anna.get(&of_attempt(&attempt, "")).await.is(200)["state"], "inprogress");
    lapse(&world, &anna, &attempt, 20_000).await;
    saves(&anna, &attempt, 2, json!([{"question": 1, "options": [12]}])).await;
    lapse(&world, &anna, &attempt, 31_000).await;
    let late = anna.put(&of_attempt(&attempt, "/answers"), json!({"seq": 3, "answers": right()})).await;
    let late = late.refused(409, "TIME_OVER");
    assert_eq!((&late["current"]["score"], &late["current"]["passed"]), (&json!(8), &json!(true)));
    let ended = anna.get(&of_attempt(&attempt, "")).await.is(200);
    assert_eq!((&ended["state"], &ended["daFinished"]), (&json!("overdue"), &ended["daDeadline"]));
    assert_eq!(submits(&anna, &attempt).await, late["current"]);
    anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await.refused(409, "CLOSED");

    let opens = Moment(now() + 3_600_000);
    org.owner.put(&of_quiz(&quiz, ""), four(2, json!({"opens": opens}))).await.is(200);
    anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await.refused(409, "NOT_OPEN");
    org.owner.put(&of_quiz(&quiz, ""), four(3, json!({"timeLimit": 600}))).await.is(200);
    let second = starts(&anna, &quiz).await;
    lapse(&world, &anna, &second, 31_000).await;
    world.come("quiz-deadline").await;
    let mine = anna.get(&of_quiz(&quiz, "")).await.is(200)["mine"].take();
    assert_eq!((&mine["attempts"][0]["state"], &mine["open"]), (&json!("abandoned"), &Value::Null));
    assert_eq!((&mine["attemptsLeft"], &mine["attempts"][0]["result"]["score"]), (&json!(2), &json!(0)));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 10.2] No answer or frame holds the key earlier: every body that a learner gets is searched.
#[actix_web::test]
async fn key_is_in_no_byte_before_its_time() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) =
        published(&org, four(0, json!({"showAnswers": "AFTER_PASS", "passPercent": 80}))).await;
    enrols(&anna, &made).await;
    let attempt = anna.call("POST", &of_quiz(&quiz, "/attempt")).send().await;
    let mut bodies = vec![attempt.text()];
    let attempt = attempt.is(201);
    let answers = json!({"seq": 1, "answers": [{"question": 1, "options": [12]}]});
    for answer in [
        anna.put(&of_attempt(&attempt, "/answers"), answers.clone()).await,
        anna.put(&of_attempt(&attempt, "/answers"), answers).await,
        anna.call("POST", &of_attempt(&attempt, "/submit")).send().await,
        anna.get(&of_attempt(&attempt, "")).await,
        anna.get(&of_quiz(&quiz, "")).await,
        anna.get(&of_lesson(&quiz, "")).await,
        anna.get(&at(&made, "/modules")).await,
        anna.get(&at(&made, "/progress")).await,
        anna.get(&of_quiz(&quiz, "/results")).await,
        anna.get(&of_quiz(&quiz, "/results.csv")).await,
    ] {
        bodies.push(answer.text());
    }
    for body in &bodies {
        assert!(!body.contains(SECRET), "{body}");
    }
    // The marks of single questions tell it as well.
    let ended = anna.get(&of_attempt(&attempt, "")).await.is(200);
    assert_eq!((&ended["marks"], &ended["key"]), (&json!([]), &Value::Null));
    let second = starts(&anna, &quiz).await;
    saves(&anna, &second, 1, right()).await;
    assert_eq!(submits(&anna, &second).await["passed"], true);
    for one in [&attempt, &second] {
        let shown = anna.get(&of_attempt(one, "")).await.is(200);
        assert_eq!(shown["key"][2]["texts"], json!([SECRET, "Göteborg"]));
        assert_eq!(shown["questions"][0]["feedback"], format!("{SECRET} därför"));
        assert_eq!(each(&shown["marks"], "question"), [1, 2, 3]);
    }
    // With another attempt in progress it is hidden again.
    starts(&anna, &quiz).await;
    assert!(!anna.get(&of_attempt(&second, "")).await.text().contains(SECRET));
}

/// [contract 10.2] OPEN waits for a teacher (`passed` null); PUT grades; results and their table.
#[actix_web::test]
async fn open_answers_are_graded_by_a_teacher() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (teacher, anna, bo) = (org.with("TEACHER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let mut asked = four(0, json!({"showAnswers": "NEVER"}));
    asked["questions"].as_array_mut().unwrap().push(open_question());
    let (made, quiz) = published(&org, asked).await;
    for person in [&anna, &bo] {
        enrols(person, &made).await;
    }
    let attempt = starts(&anna, &quiz).await;
    let grades = |version: i64, score: i64| json!({"version": version, "grades": [{"question": 4, "score": score, "comment": "Bra tänkt."}]});
    teacher.put(&of_attempt(&attempt, "/grades"), grades(0, 5)).await.refused(409, "IN_PROGRESS");
    let mut answers = right();
    answers.as_array_mut().unwrap().push(json!({"question": 4, "text": "=Därför;att"}));
    saves(&anna, &attempt, 1, answers).await;
    let result = submits(&anna, &attempt).await;
    // Whoever made the course is told that something waits, once for all that does (below).
    let told = org.owner.bell(1).await;
    assert_eq!(
        (&told[0]["type"], &told[0]["title"]),
        (&json!("QUIZ_WAITING"), &json!("Svar på provet Slutprov i Prov väntar på rättning"))
    );
    let grading = format!("/klyftig/admin/redigera/{}?lektion={}&flik=ratta", made["id"], quiz["id"]);
    assert_eq!(told[0]["path"], grading);
    assert_eq!(
        (&result["score"], &result["max"], &result["passed"], &result["waiting"]),
        (&json!(10), &json!(20), &Value::Null, &json!(1))
    );
    assert_eq!(anna.get(&at(&made, "/progress")).await.is(200)["percent"], 0);
    anna.put(&of_attempt(&attempt, "/grades"), grades(0, 10)).await.refused(403, "ROLE_TOO_LOW");
    teacher.put(&of_attempt(&attempt, "/grades"), grades(0, 11)).await.wrong_field("grades", "RANGE");
    let waiting = teacher.get(&of_quiz(&quiz, "/results")).await.is(200);
    assert_eq!(each(&waiting["content"], "waitingAttempts"), [&json!([attempt["id"]])]);
    let graded = teacher.put(&of_attempt(&attempt, "/grades"), grades(0, 2)).await.is(200);
    assert_eq!(
        (&graded["version"], &graded["result"]["score"], &graded["result"]["passed"]),
        (&json!(1), &json!(12), &json!(true))
    );
    assert_eq!(graded["key"][0]["options"], json!([11]), "a teacher sees the key");
    let late = org.owner.put(&of_attempt(&attempt, "/grades"), grades(0, 0)).await.refused(409, "STALE");
    assert_eq!(late["current"]["result"]["score"], 12);
    let bell = anna.bell(1).await;
    assert_eq!(
        (&bell[0]["type"], &bell[0]["title"]),
        (&json!("QUIZ_GRADED"), &json!("Provet Slutprov i Prov är rättat"))
    );
    assert_eq!(bell[0]["path"], format!("/klyftig/{}/lektion/{}", made["id"], quiz["id"]));
    assert_eq!(anna.get(&at(&made, "/progress")).await.is(200)["percent"], 100);
    let seen = anna.get(&of_attempt(&attempt, "")).await.is(200);
    assert_eq!(seen["marks"], json!([{"question": 4, "score": 2, "max": 10, "comment": "Bra tänkt."}]));

    let running = starts(&bo, &quiz).await;
    let rows = teacher.get(&of_quiz(&quiz, "/results")).await.is(200);
    let row = |person: &Person| {
        let all = rows["content"].as_array().unwrap();
        all.iter().find(|row| row["idAuthUser"] == person.id).unwrap().clone()
    };
    assert_eq!((&row(&anna)["percentage"], &row(&anna)["passed"]), (&json!(60), &json!(true)));
    assert_eq!(each(&row(&anna)["marks"], "score"), [2, 4, 4, 2]);
    assert_eq!((&row(&bo)["percentage"], &row(&bo)["attempt"]["id"]), (&Value::Null, &running["id"]));
    let first = teacher.get(&of_quiz(&quiz, "/results?limit=1")).await.is(200);
    let rest =
        teacher.get(&of_quiz(&quiz, &format!("/results?limit=1&cursor={}", first["cursor"]))).await.is(200);
    assert_eq!((&first["hasMore"], &rest["hasMore"]), (&json!(true), &json!(false)));
    let table = teacher.get(&of_quiz(&quiz, "/results.csv")).await;
    assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
    let text = table.text();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(
        lines[0],
        "Namn;Försök;Status;Poäng;Av;Procent;Godkänd;Började;Klar;Fråga 1;Fråga 2;Fråga 3;Fråga 4"
    );
    assert!(
        lines.iter().any(|line| line.contains(";1;Inlämnat;12;20;60;Ja;") && line.ends_with(";2;4;4;2")),
        "{text}"
    );
    anna.get(&of_quiz(&quiz, "/results")).await.refused(403, "ROLE_TOO_LOW");

    // One notification for all that waits, until it is read.
    let hands_in = async |person: &Person, attempt: &Value| {
        saves(person, attempt, 1, json!([{"question": 4, "text": "Därför"}])).await;
        submits(person, attempt).await;
        world.done("quiz-waiting").await;
    };
    hands_in(&bo, &running).await;
    org.owner.bell(1).await;
    org.owner.post("/api/v1/notifications/read", json!({"all": true})).await.is(200);
    hands_in(&anna, &starts(&anna, &quiz).await).await;
    org.owner.bell(2).await;
}

/// [contract 10.2] POST regrade: a job; twice is once.
#[actix_web::test]
async fn regrading_twice_is_regrading_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let (made, quiz) = published(&org, four(0, json!({}))).await;
    let mut attempts = Vec::new();
    for (person, option) in [(&anna, 11), (&bo, 12)] {
        enrols(person, &made).await;
        let attempt = starts(person, &quiz).await;
        saves(
            person,
            &attempt,
            1,
            json!([{"question": 1, "options": [option]}, {"question": 2, "options": [21, 22]}]),
        )
        .await;
        submits(person, &attempt).await;
        attempts.push(attempt);
    }
    let scores = async || {
        let mut scores = Vec::new();
        for (person, attempt) in [&anna, &bo].into_iter().zip(&attempts) {
            let it = person.get(&of_attempt(attempt, "")).await.is(200);
            scores.push((id(&it["result"]["score"]), it["result"]["passed"] == true));
        }
        scores
    };
    assert_eq!(scores().await, [(6, true), (4, false)]);
    let mut other = four(1, json!({}));
    other["key"][0]["options"] = json!([12]);
    org.owner.put(&of_quiz(&quiz, ""), other).await.is(200);
    assert_eq!(scores().await, [(6, true), (4, false)], "saving alone changes nobody's result");
    let regrade = async |version: i64, mode: &str| {
        let asked = json!({"version": version, "mode": mode, "questions": [1]});
        let answer = org.owner.post(&of_quiz(&quiz, "/regrade"), asked).await;
        world.done("quiz-regrade").await;
        answer
    };
    let now = regrade(2, "CURRENT_ONLY").await.is(200);
    assert_eq!((&now["version"], &now["regrades"][0]["mode"]), (&json!(3), &json!("CURRENT_ONLY")));
    assert_eq!(scores().await, [(4, false), (6, true)]);
    regrade(2, "EITHER").await.refused(409, "STALE");
    regrade(3, "EITHER").await.is(200);
    assert_eq!(scores().await, [(6, true), (6, true)]);
    let before = world.dump().await;
    world.come("quiz-regrade").await;
    regrade(4, "EITHER").await.is(200);
    let after = world.dump().await;
    assert_eq!(before["attempts"], after["attempts"], "twice is once");
    regrade(5, "FULL_MARKS").await.is(200);
    assert_eq!(scores().await, [(6, true), (6, true)]);
    // What was earned stays, and whoever passes by it has done the lesson.
    for person in [&anna, &bo] {
        assert_eq!(person.get(&at(&made, "/progress")).await.is(200)["percent"], 100);
    }
    org.owner
        .post(&of_quiz(&quiz, "/regrade"), json!({"version": 6, "mode": "EITHER", "questions": [77]}))
        .await
        .wrong_field("questions", "UNKNOWN");
    world.done("quiz-passed").await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 10.2] GET certificate as page and PDF, under a public code.
#[actix_web::test]
async fn a_finished_course_gives_a_certificate() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) = published(&org, four(0, json!({}))).await;
    enrols(&anna, &made).await;
    anna.get(&at(&made, "/certificate")).await.refused(404, "NOT_FOUND");
    org.owner.put(&at(&made, ""), json!({"certificate": true, "version": made["version"]})).await.is(200);
    org.owner.get(&at(&made, "/certificate")).await.refused(403, "NOT_ENROLLED");
    anna.get(&at(&made, "/certificate")).await.refused(409, "NOT_FINISHED");
    let attempt = starts(&anna, &quiz).await;
    saves(&anna, &attempt, 1, right()).await;
    submits(&anna, &attempt).await;
    let path = at(&made, "/certificate");
    let all = join_all((0..5).map(|_| anna.get(&path))).await;
    let all: Vec<Value> = all.into_iter().map(|answer| answer.is(200)).collect();
    assert!(all.iter().all(|one| one == &all[0]), "one is issued");
    let mine = &all[0];
    assert_eq!(
        (&mine["course"], &mine["issuer"], &mine["name"]),
        (&json!("Prov"), &json!("Skolan"), &json!(anna.called().await))
    );
    let code = mine["code"].as_str().unwrap();
    assert_eq!(mine["path"], format!("/klyftig/intyg/{code}"));
    let open =
        async |code: &str| world.anyone("GET", &format!("/api/public/certificates/{code}")).send().await;
    assert_eq!(open(&code.to_lowercase()).await.is(200), *mine);
    for wrong in ["ABCDEFGH23456789", "kort", "%00"] {
        open(wrong).await.refused(404, "NOT_FOUND");
    }
    let pdf = anna.get(&at(&made, "/certificate.pdf")).await;
    assert_eq!((pdf.status, pdf.header("content-type")), (200, "application/pdf"));
    assert!(pdf.body.starts_with(b"%PDF-"));
    // It stays as it was issued, whatever becomes of the course.
    let now = org.owner.get(&at(&made, "")).await.is(200);
    let other = json!({"title": "Annat", "certificate": false, "version": now["version"]});
    org.owner.put(&at(&made, ""), other).await.is(200);
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    assert_eq!(anna.get(&at(&made, "/certificate")).await.is(200), *mine);
    assert_eq!(open(code).await.is(200), *mine);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// A quiz goes with its lesson, and a copy of a course has one of its own.
#[actix_web::test]
async fn a_quiz_is_copied_and_goes_with_its_lesson() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, quiz) = published(&org, four(0, json!({"passPercent": 75}))).await;
    enrols(&anna, &made).await;
    starts(&anna, &quiz).await;
    let copy = does(&org.owner, &made, "/copy").await.is(201);
    let outline = org.owner.get(&at(&copy, "/modules")).await.is(200);
    let own = org.owner.get(&of_quiz(&outline["content"][0]["lessons"][0], "")).await.is(200);
    let first = org.owner.get(&of_quiz(&quiz, "")).await.is(200);
    assert_ne!(own["id"], first["id"]);
    for field in ["questions", "key", "passPercent", "nextId", "maxScore"] {
        assert_eq!(own[field], first[field], "{field}");
    }
    let part = outline["content"][0]["id"].clone();
    org.owner.delete(&of_lesson(&own, "")).await.is(204);
    let again = lesson(&org.owner, &json!({"id": part}), json!({"title": "Prov", "kind": "QUIZ"})).await;
    org.owner.put(&of_quiz(&again, ""), four(0, json!({}))).await.is(200);
    org.owner.delete(&format!("/api/v1/modules/{part}")).await.is(204);
    org.owner.get(&of_quiz(&again, "")).await.refused(404, "NOT_FOUND");
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    org.owner.delete(&at(&made, "")).await.is(204);
    world.come("course-clear").await;
    world.come("quiz-clear").await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    let left = world.dump().await;
    for table in [
        "quizzes",
        "quiz_revisions",
        "attempts",
        "attempt_heads",
        "attempt_places",
        "quiz_people",
        "person_quizzes",
    ] {
        assert_eq!(left[table], Vec::<String>::new(), "{table}");
    }
}
