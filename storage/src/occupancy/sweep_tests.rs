use proptest::prelude::*;

use super::*;

const MINUTE: i64 = 60_000;

fn taken(starts: i64, ends: i64, units: u64, most: i64, buffer: i64) -> Taken {
    Taken { starts: starts * MINUTE, ends: ends * MINUTE, units, most, buffer: buffer * MINUTE }
}

/// The rule by the minute, where all have the same buffer and limit: that many use the unit, or would before the buffer
/// after them has passed.
fn peak(all: &[Taken]) -> usize {
    let minutes = 0..200;
    let at = |minute: i64, unit: u64| {
        let at = minute * MINUTE;
        all.iter()
            .filter(|one| one.units & unit != 0 && one.starts <= at && at < one.ends + one.buffer)
            .count()
    };
    minutes.flat_map(|minute| (0..4).map(move |bit| at(minute, 1 << bit))).max().unwrap_or(0)
}

/// Adds each interval that fits; as an operator that decides one request after the other.
fn admitted(wanted: &[Taken]) -> Vec<Taken> {
    let mut stands: Vec<Taken> = Vec::new();
    for one in wanted {
        if fits(one, &stands) {
            stands.push(*one);
        }
    }
    stands
}

#[test]
fn neighbours_stand_where_units_times_and_buffers_allow() {
    // (wanted, the others, whether it fits)
    let hall = |starts, ends| taken(starts, ends, 0b111, 1, 0);
    let third = |starts, ends, unit: u64| taken(starts, ends, unit, 1, 0);
    let table = [
        (hall(60, 120), vec![], true),
        (hall(60, 120), vec![hall(0, 60), hall(120, 180)], true),
        (hall(60, 120), vec![hall(0, 61)], false),
        (hall(60, 120), vec![third(90, 91, 0b010)], false),
        (third(60, 120, 0b001), vec![third(60, 120, 0b010), third(60, 120, 0b100)], true),
        (third(60, 120, 0b001), vec![hall(119, 180)], false),
        // The larger buffer of the two, whoever comes first.
        (taken(60, 120, 1, 1, 15), vec![taken(0, 45, 1, 1, 0), taken(135, 180, 1, 1, 0)], true),
        (taken(60, 120, 1, 1, 15), vec![taken(0, 46, 1, 1, 0)], false),
        (taken(60, 120, 1, 1, 0), vec![taken(134, 180, 1, 1, 15)], false),
        (taken(60, 120, 1, 1, 10), vec![taken(0, 45, 1, 1, 15)], true),
        (taken(60, 120, 1, 1, 10), vec![taken(0, 46, 1, 1, 15)], false),
        // The peak counts, not the number of rows that overlap.
        (taken(540, 660, 1, 2, 0), vec![taken(540, 600, 1, 2, 0), taken(600, 660, 1, 2, 0)], true),
        (taken(540, 660, 1, 2, 0), vec![taken(540, 601, 1, 2, 0), taken(600, 660, 1, 2, 0)], false),
        (
            taken(540, 660, 1, 2, 0),
            vec![taken(540, 600, 1, 2, 0), taken(600, 660, 1, 2, 0), taken(540, 660, 1, 2, 0)],
            false,
        ),
        // The strictest of those that are there decides.
        (taken(0, 60, 1, 3, 0), vec![taken(0, 60, 1, 1, 0)], false),
        (taken(0, 60, 1, 1, 0), vec![taken(0, 60, 1, 3, 0)], false),
    ];
    for (wanted, others, expected) in table {
        assert_eq!(fits(&wanted, &others), expected, "{wanted:?} among {others:?}");
    }
}

#[test]
fn conflicts_name_those_in_the_way() {
    let others = [taken(0, 60, 1, 1, 0), taken(60, 120, 1, 1, 0), taken(300, 360, 1, 1, 0)];
    assert_eq!(conflicts(&taken(30, 90, 1, 1, 0), &others), [0, 1]);
    assert!(conflicts(&taken(120, 300, 1, 1, 0), &others).is_empty());
}

fn any_taken() -> impl Strategy<Value = Taken> {
    (0_i64..120, 1_i64..60, 1_u64..8, 1_i64..3, 0_i64..20)
        .prop_map(|(start, length, units, most, buffer)| taken(start, start + length, units, most, buffer))
}

proptest! {
    #[test]
    fn reach_is_the_last_end_that_fits(longest in any_taken(), others in prop::collection::vec(any_taken(), 0..6)) {
        if let Reach::Until(until) = reach(&longest, &others) {
            for ends in (longest.starts + MINUTE..=longest.ends).step_by(usize::try_from(MINUTE).unwrap()) {
                let shorter = Taken { ends, ..longest };
                prop_assert_eq!(fits(&shorter, &others), ends <= until, "{:?} among {:?}", shorter, others);
            }
        } else {
            prop_assert!(others.iter().any(|other| longest.touches(other) && other.most > 1));
        }
    }
}

fn intervals(most: i64, buffer: i64) -> impl Strategy<Value = Vec<Taken>> {
    let one = (0_i64..120, 1_i64..60, 1_u64..16);
    prop::collection::vec(one, 1..14).prop_map(move |all| {
        all.into_iter()
            .map(|(start, length, units)| taken(start, start + length, units, most, buffer))
            .collect()
    })
}

fn mixed() -> impl Strategy<Value = Vec<Taken>> {
    let one = (0_i64..120, 1_i64..60, 1_u64..8, 0_i64..20, 1_i64..4);
    let taken = |(start, length, units, buffer, most)| taken(start, start + length, units, most, buffer);
    prop::collection::vec(one.prop_map(taken), 1..14)
}

proptest! {
    #[test]
    fn what_fits_conflicts_with_nothing(all in mixed()) {
        let (wanted, others) = all.split_first().expect("at least one");
        prop_assert_eq!(fits(wanted, others), conflicts(wanted, others).is_empty());
    }

    #[test]
    fn around_an_interval_are_all_that_it_touches(all in mixed()) {
        let (wanted, others) = all.split_first().expect("at least one");
        let touched = |among: &[Taken]| -> Vec<Taken> {
            among.iter().copied().filter(|other| wanted.touches(other)).collect()
        };
        let timeline = Timeline::of(others.to_vec());
        prop_assert_eq!(touched(timeline.around(wanted)), touched(timeline.all()));
        prop_assert_eq!(timeline.all().len(), others.len());
    }

    #[test]
    fn peak_never_exceeds_the_limit(
        (most, all) in (1_i64..4, 0_i64..20).prop_flat_map(|(most, buffer)| (Just(most), intervals(most, buffer))),
    ) {
        let stands = admitted(&all);
        prop_assert!(peak(&stands) as i64 <= most);
        // And whatever is refused would have exceeded it.
        for one in &all {
            let with: Vec<Taken> = stands.iter().copied().chain([*one]).collect();
            prop_assert_eq!(fits(one, &stands), peak(&with) as i64 <= most);
        }
    }

    #[test]
    fn gaps_are_the_larger_buffer(
        all in prop::collection::vec((0_i64..120, 1_i64..40, 1_u64..8, 0_i64..20), 1..12),
    ) {
        let all: Vec<Taken> =
            all.into_iter().map(|(start, length, units, buffer)| taken(start, start + length, units, 1, buffer)).collect();
        let stands = admitted(&all);
        let apart = |one: &Taken, two: &Taken| {
            let gap = one.buffer.max(two.buffer);
            one.units & two.units == 0 || one.ends + gap <= two.starts || two.ends + gap <= one.starts
        };
        for (at, one) in stands.iter().enumerate() {
            prop_assert!(stands[..at].iter().all(|two| apart(one, two)));
        }
        for one in &all {
            prop_assert_eq!(fits(one, &stands), stands.iter().all(|two| apart(one, two)));
        }
    }

    #[test]
    fn order_of_admission_leaves_a_valid_set(
        all in prop::collection::vec((0_i64..100, 1_i64..40, 1_u64..8, 0_i64..15, 1_i64..4), 1..10),
    ) {
        let all: Vec<Taken> = all
            .into_iter()
            .map(|(start, length, units, buffer, most)| taken(start, start + length, units, most, buffer))
            .collect();
        let stands = admitted(&all);
        // Each of those that stand would be admitted last as well.
        for (at, one) in stands.iter().enumerate() {
            let others: Vec<Taken> =
                stands.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| *other).collect();
            prop_assert!(fits(one, &others), "{one:?} among {others:?}");
        }
    }
}
