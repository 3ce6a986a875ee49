use TaskStatus::{Cancelled, Done, InProgress, Todo};

use super::*;

const THEN: Moment = Moment(1_000);
const NOW: Moment = Moment(2_000);

fn task(status: TaskStatus, next: Option<Opened>) -> Standing {
    let completed = status.is_closed().then_some(THEN);
    Standing { status, completed, repeats: true, next }
}

#[test]
fn completed_is_set_by_closing_and_cleared_by_opening() {
    for from in TaskStatus::ALL {
        for to in TaskStatus::ALL {
            let expected = match (from == to, to) {
                (true, Done | Cancelled) => Some(THEN),
                (false, Done | Cancelled) => Some(NOW),
                (_, Todo | InProgress) => None,
            };
            assert_eq!(step(&task(*from, None), *to, NOW).completed, expected, "{from} → {to}");
        }
    }
}

#[test]
fn only_being_done_opens_the_next_and_only_once() {
    use NextStep::{Keep, Open};
    for (from, to, next, expected) in [
        (Todo, Done, None, Open),
        (InProgress, Done, None, Open),
        (Cancelled, Done, None, Open),
        (Todo, InProgress, None, Keep),
        (Todo, Cancelled, None, Keep),
        (Done, Done, None, Keep),
        // It was undone after the next one had been changed or deleted.
        (Todo, Done, Some(Opened::Touched), Keep),
        (Todo, Done, Some(Opened::Untouched), Keep),
    ] {
        assert_eq!(step(&task(from, next), to, NOW).next, expected, "{from} → {to} {next:?}");
    }
    let once = Standing { repeats: false, ..task(Todo, None) };
    assert_eq!(step(&once, Done, NOW).next, Keep);
}

#[test]
fn undoing_removes_an_untouched_next() {
    use NextStep::{Keep, Remove};
    for (to, next, expected) in [
        (Todo, Opened::Untouched, Remove),
        (InProgress, Opened::Untouched, Remove),
        (Cancelled, Opened::Untouched, Remove),
        (Todo, Opened::Touched, Keep),
        (Done, Opened::Untouched, Keep),
    ] {
        assert_eq!(step(&task(Done, Some(next)), to, NOW).next, expected, "{to} {next:?}");
    }
    // The rule was taken away meanwhile: what it opened goes all the same.
    let ended = Standing { repeats: false, ..task(Done, Some(Opened::Untouched)) };
    assert_eq!(step(&ended, Todo, NOW).next, Remove);
    // It had been undone before: only then the next one is removed.
    assert_eq!(step(&task(InProgress, Some(Opened::Untouched)), Todo, NOW).next, Keep);
}

#[test]
fn untouched_means_first_version_of_it_and_all_parts() {
    for (versions, opened, expected) in [
        (vec![1], 1, true),
        (vec![1, 1, 1], 3, true),
        (vec![1, 2], 2, false),
        (vec![1], 2, false),
        (vec![], 1, false),
    ] {
        assert_eq!(is_untouched(&versions, opened), expected, "{versions:?} of {opened}");
    }
}
