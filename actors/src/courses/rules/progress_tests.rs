use storage::courses::ModuleId;

use super::*;

/// Lessons by number; `o` optional, `h` not published, `p` open to everybody.
fn outline(modules: &[&[&str]]) -> Vec<OutlineModule> {
    let lesson = |text: &&str| {
        let id = text.trim_end_matches(char::is_alphabetic).parse().unwrap();
        OutlineLesson {
            id: LessonId(id),
            preview: text.contains('p'),
            optional: text.contains('o'),
            hidden: text.contains('h'),
        }
    };
    let module = |(n, lessons): (i64, &&[&str])| OutlineModule {
        id: ModuleId(n),
        lessons: lessons.iter().map(lesson).collect(),
    };
    (1..).zip(modules).map(module).collect()
}

fn ids(all: &[i64]) -> Vec<LessonId> {
    all.iter().map(|id| LessonId(*id)).collect()
}

/// [contract 10.1] Percent = done ∩ required now over required now, never above 100.
#[test]
fn percent_of_what_is_required_now() {
    let cases: [(&[&[&str]], &[i64], i64); 11] = [
        (&[], &[], 0),
        (&[&["1", "2", "3"]], &[], 0),
        (&[&["1", "2", "3"]], &[1, 2, 3], 100),
        // One lesson was added after all three were done.
        (&[&["1", "2", "3"], &["4"]], &[1, 2, 3], 75),
        // One of the three was removed: what is gone counts for nothing.
        (&[&["1", "2"]], &[1, 2, 3], 100),
        (&[&["1", "2"]], &[3], 0),
        (&[&["1", "2", "3"]], &[2, 2], 33),
        (&[&["1", "2o", "3"]], &[1, 2], 50),
        (&[&["1", "2h"]], &[1], 100),
        (&[&["1o", "2o"]], &[1], 50),
        (&[&["1h"]], &[1], 0),
    ];
    for (modules, done, expected) in cases {
        let found = part(&outline(modules), &ids(done));
        assert_eq!(found.percent(), expected, "{modules:?} {done:?}");
        assert_eq!(found.is_whole(), expected == 100, "{modules:?} {done:?}");
    }
}

#[test]
fn percent_is_100_only_when_nothing_is_left() {
    let all: Vec<String> = (1..=500).map(|n| n.to_string()).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let outline = outline(&all.chunks(100).collect::<Vec<_>>());
    let done: Vec<i64> = (1..500).collect();
    assert_eq!(part(&outline, &ids(&done)).percent(), 99);
}

/// [contract 10.1] sequential: a locked lesson.
#[test]
fn lessons_after_the_first_undone_one_are_locked() {
    let cases: [(&[&[&str]], &[i64], &[i64]); 7] = [
        (&[&["1", "2"], &["3"]], &[], &[2, 3]),
        (&[&["1", "2"], &["3"]], &[1], &[3]),
        (&[&["1", "2"], &["3"]], &[1, 2, 3], &[]),
        // What was done stays open when one before it is added.
        (&[&["1", "2"], &["3"]], &[1, 3], &[]),
        (&[&["1o", "2"], &["3"]], &[], &[3]),
        (&[&["1", "2p"], &["3"]], &[], &[3]),
        (&[&["1h", "2"], &["3"]], &[], &[3]),
    ];
    for (modules, done, expected) in cases {
        let mut found: Vec<LessonId> = locked(&outline(modules), &ids(done)).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ids(expected), "{modules:?} {done:?}");
    }
}

/// [contract 10.1] Resume: last opened, else first not done.
#[test]
fn place_to_go_on_from() {
    let course = outline(&[&["1", "2"], &["3"]]);
    let cases: [(&[i64], Option<i64>, &[i64], Option<i64>); 6] = [
        (&[], None, &[], Some(1)),
        (&[1], None, &[], Some(2)),
        (&[1, 2], Some(1), &[], Some(1)),
        // The lesson that was opened last is gone, or closed again.
        (&[1], Some(9), &[], Some(2)),
        (&[1], Some(3), &[3], Some(2)),
        (&[1, 2, 3], None, &[], Some(1)),
    ];
    for (done, last, closed, expected) in cases {
        let closed = ids(closed).into_iter().collect();
        let found = resume(&course, &ids(done), last.map(LessonId), &closed);
        assert_eq!(found, expected.map(LessonId), "{done:?} {last:?}");
    }
    assert_eq!(resume(&[], &[], None, &HashSet::new()), None);
}

#[test]
fn neighbours_cross_modules_and_leave_out_what_is_not_shown() {
    let course = outline(&[&["1", "2h"], &[], &["3"]]);
    let of = |id| neighbours(&course, LessonId(id), |lesson| !lesson.hidden);
    assert_eq!(of(1), (None, Some(LessonId(3))));
    assert_eq!(of(3), (Some(LessonId(1)), None));
    assert_eq!(of(2), (None, None), "it is not shown itself");
}
