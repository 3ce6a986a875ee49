use proptest::prelude::*;

use super::*;

fn edges(of: &[(i64, &[i64])]) -> Edges {
    let ids = |ids: &[i64]| ids.iter().copied().map(TaskId).collect();
    of.iter().map(|(id, others)| (TaskId(*id), ids(others))).collect()
}

/// The code with which `task` becomes a part of `parent`.
fn attached(task: i64, parent: i64, parents: &[(i64, &[i64])], children: &[(i64, &[i64])]) -> &'static str {
    let found = attach(TaskId(task), TaskId(parent), &edges(parents), &edges(children));
    found.map_or_else(|refusal| refusal.fields[0].code, |()| "")
}

#[test]
fn no_task_is_a_part_of_itself() {
    assert_eq!(attached(1, 1, &[], &[]), "TASK_CYCLE");
    assert_eq!(attached(1, 2, &[(2, &[])], &[]), "");
    // 1 ← 2 ← 3, and now 3 ← 1.
    assert_eq!(attached(1, 3, &[(3, &[2]), (2, &[1]), (1, &[])], &[(1, &[2]), (2, &[3])]), "TASK_CYCLE");
    // Only the parts say so.
    assert_eq!(attached(1, 3, &[(3, &[])], &[(1, &[2]), (2, &[3])]), "TASK_CYCLE");
}

#[test]
fn a_possible_parent_counts_as_one() {
    // 2 lies under 9, and somebody has noted that it comes under 1: then 1 does not come under 2.
    let noted: &[(i64, &[i64])] = &[(2, &[9, 1]), (9, &[]), (1, &[])];
    assert_eq!(attached(1, 2, noted, &[]), "TASK_CYCLE");
    assert_eq!(attached(3, 2, noted, &[]), "");
    // Of two possible parents the deeper one counts.
    let deep: &[(i64, &[i64])] = &[(2, &[9, 14]), (9, &[]), (14, &[13]), (13, &[12]), (12, &[])];
    assert_eq!(attached(3, 2, deep, &[]), "");
    assert_eq!(attached(3, 2, deep, &[(3, &[4])]), "TASK_DEPTH");
}

#[test]
fn five_levels_are_allowed_wherever_they_are_joined() {
    // A chain of `above` tasks ends in 10, one of `below` begins with 20.
    for above in 1..=6_i64 {
        for below in 1..=6_i64 {
            let up: Edges = (0..above)
                .map(|n| (TaskId(10 - n), if n + 1 < above { vec![TaskId(9 - n)] } else { vec![] }))
                .collect();
            let down: Edges = (0..below)
                .map(|n| (TaskId(20 + n), if n + 1 < below { vec![TaskId(21 + n)] } else { vec![] }))
                .collect();
            let found = attach(TaskId(20), TaskId(10), &up, &down);
            let code = found.map_or_else(|refusal| refusal.fields[0].code, |()| "");
            assert_eq!(code, if above + below <= 5 { "" } else { "TASK_DEPTH" }, "{above} + {below}");
        }
    }
}

#[test]
fn a_circle_that_is_stored_already_ends_the_walk() {
    let circle: &[(i64, &[i64])] = &[(2, &[3]), (3, &[2])];
    assert_eq!(attached(1, 2, circle, &[]), "TASK_DEPTH");
    assert!(unread(TaskId(2), &edges(circle)).is_empty());
}

#[test]
fn what_must_still_be_read_is_asked_level_by_level() {
    let mut known = Edges::new();
    let stored = edges(&[(1, &[2, 3]), (2, &[4]), (3, &[]), (4, &[])]);
    let mut rounds = Vec::new();
    loop {
        let missing = unread(TaskId(1), &known);
        if missing.is_empty() {
            break;
        }
        rounds.push(missing.iter().map(|id| id.0).collect::<Vec<_>>());
        known.extend(missing.iter().map(|id| (*id, stored[id].clone())));
    }
    assert_eq!(rounds, [vec![1], vec![2, 3], vec![4]]);
}

proptest! {
    /// Whatever is attached in whatever order, no circle and no sixth level comes about.
    #[test]
    fn a_tree_stays_a_tree(moves in prop::collection::vec((0..12_i64, 0..12_i64), 0..80)) {
        let mut parent: HashMap<i64, i64> = HashMap::new();
        for (task, under) in moves {
            let parents: Edges = (0..12)
                .map(|id| (TaskId(id), parent.get(&id).copied().map(TaskId).into_iter().collect()))
                .collect();
            let children: Edges = (0..12)
                .map(|id| (TaskId(id), (0..12).filter(|one| parent.get(one) == Some(&id)).map(TaskId).collect()))
                .collect();
            let found = attach(TaskId(task), TaskId(under), &parents, &children);
            let before = parent.insert(task, under);
            // Walked naively: from each task up, at most five.
            let is_tree = (0..12).all(|id| {
                let mut at = Some(id);
                for _ in 0..LEVELS {
                    at = at.and_then(|id| parent.get(&id).copied());
                }
                at.is_none()
            });
            prop_assert_eq!(found.is_ok(), is_tree, "{} under {}", task, under);
            if !is_tree {
                match before {
                    Some(before) => parent.insert(task, before),
                    None => parent.remove(&task),
                };
            }
        }
    }
}
