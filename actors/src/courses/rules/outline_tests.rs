use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn lesson(id: i64) -> OutlineLesson {
    OutlineLesson { id: LessonId(id), preview: id % 2 == 0, optional: false, hidden: false }
}

fn outline(modules: &[(i64, &[i64])]) -> Vec<OutlineModule> {
    let module = |(id, lessons): &(i64, &[i64])| OutlineModule {
        id: ModuleId(*id),
        lessons: lessons.iter().map(|id| lesson(*id)).collect(),
    };
    modules.iter().map(module).collect()
}

fn wanted(modules: &[(i64, &[i64])]) -> Arrangement {
    let ids = |lessons: &[i64]| lessons.iter().map(|id| LessonId(*id)).collect();
    modules.iter().map(|(id, lessons)| (ModuleId(*id), ids(lessons))).collect()
}

#[test]
fn an_arrangement_holds_each_part_once() {
    let old = outline(&[(1, &[10, 11]), (2, &[12])]);
    let cases: [(&str, &[(i64, &[i64])], bool); 8] = [
        ("as it was", &[(1, &[10, 11]), (2, &[12])], true),
        ("a lesson moved", &[(1, &[11]), (2, &[12, 10])], true),
        ("modules moved", &[(2, &[]), (1, &[12, 10, 11])], true),
        ("a lesson lost", &[(1, &[10]), (2, &[12])], false),
        ("a lesson twice", &[(1, &[10, 11, 10]), (2, &[12])], false),
        ("a module lost", &[(1, &[10, 11, 12])], false),
        ("a module twice", &[(1, &[10, 11]), (1, &[]), (2, &[12])], false),
        ("an unknown lesson", &[(1, &[10, 11]), (2, &[12, 13])], false),
    ];
    for (what, modules, expected) in cases {
        assert_eq!(arranged(&old, &wanted(modules)).is_ok(), expected, "{what}");
    }
    let new = arranged(&old, &wanted(&[(2, &[12, 10]), (1, &[11])])).unwrap();
    assert_eq!(new, outline(&[(2, &[12, 10]), (1, &[11])]), "marks go with their lessons");
}

/// [contract 10.1] At most 50 modules, 100 lessons each, 500 a course.
#[test]
fn limits_of_an_outline() {
    let ids: Vec<i64> = (1..=500).collect();
    let parts: Vec<&[i64]> = ids.chunks(100).collect();
    let full: Vec<(i64, &[i64])> = (1..).zip(parts).chain((6..=50).map(|n| (n, &[][..]))).collect();
    let full = outline(&full);
    assert_eq!(with_module(&full, ModuleId(51)).unwrap_err().code, "QUOTA_REACHED");
    assert_eq!(with_lesson(&full, ModuleId(6), lesson(501)).unwrap_err().code, "QUOTA_REACHED");
    let wide = outline(&[(1, &ids[..100]), (2, &[101])]);
    assert_eq!(with_lesson(&wide, ModuleId(1), lesson(102)).unwrap_err().code, "QUOTA_REACHED");
    assert!(with_lesson(&wide, ModuleId(2), lesson(102)).is_ok());
    assert_eq!(
        arranged(&wide, &wanted(&[(1, &ids[..101]), (2, &[])])).unwrap_err().fields[0].code,
        "TOO_MANY"
    );
    assert_eq!(with_lesson(&wide, ModuleId(9), lesson(102)).unwrap_err().code, "NOT_FOUND");
}

#[test]
fn a_module_goes_with_its_lessons() {
    let (rest, gone) = without_module(&outline(&[(1, &[10, 11]), (2, &[12])]), ModuleId(1));
    assert_eq!((rest, gone), (outline(&[(2, &[12])]), vec![LessonId(10), LessonId(11)]));
}

fn parts(outline: &[OutlineModule]) -> (usize, BTreeSet<i64>, usize) {
    let lessons: Vec<i64> = outline.iter().flat_map(|module| &module.lessons).map(|one| one.id.0).collect();
    (outline.len(), lessons.iter().copied().collect(), lessons.len())
}

proptest! {
    /// Random edits: no lesson is lost and none is there twice.
    #[test]
    fn random_edits_lose_and_double_nothing(edits in prop::collection::vec((0u8..5, any::<usize>(), any::<usize>()), 0..60)) {
        let (mut now, mut next) = (outline(&[(1, &[10, 11]), (2, &[12])]), 100);
        let mut expected: BTreeSet<i64> = [10, 11, 12].into();
        for (kind, a, b) in edits {
            next += 1;
            let count = now.len();
            match kind {
                0 => now = with_module(&now, ModuleId(next)).unwrap_or(now),
                1 if count > 0 => {
                    let into = now[a % count].id;
                    if let Ok(new) = with_lesson(&now, into, lesson(next)) {
                        now = new;
                        expected.insert(next);
                    }
                }
                2 if count > 0 => {
                    let (rest, gone) = without_module(&now, now[a % count].id);
                    now = rest;
                    expected.retain(|id| !gone.contains(&LessonId(*id)));
                }
                3 if !expected.is_empty() => {
                    let id = *expected.iter().nth(a % expected.len()).unwrap();
                    now = without_lesson(&now, LessonId(id));
                    expected.remove(&id);
                }
                4 if count > 0 => {
                    let mut order: Arrangement = now.iter()
                        .map(|module| (module.id, module.lessons.iter().map(|one| one.id).collect())).collect();
                    let from = a % count;
                    if let Some(moved) = order[from].1.pop() {
                        order[b % count].1.insert(0, moved);
                    }
                    order.rotate_left(b % count);
                    now = arranged(&now, &order).unwrap_or(now);
                }
                _ => {}
            }
            let (_, distinct, all) = parts(&now);
            prop_assert_eq!(all, distinct.len());
            prop_assert_eq!(&distinct, &expected);
        }
    }
}
