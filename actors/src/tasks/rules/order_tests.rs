use proptest::prelude::*;

use super::*;

fn sorted(keys: &[String]) -> bool {
    keys.windows(2).all(|pair| pair[0].as_bytes() < pair[1].as_bytes())
}

#[test]
fn a_key_lies_between_its_neighbours() {
    for (previous, next) in [
        (None, None),
        (Some("V"), None),
        (None, Some("V")),
        (Some("V"), Some("W")),
        (Some("V"), Some("V1")),
        (Some("V"), Some("V0001")),
        (Some("Vz"), Some("W")),
        (Some("zzzz"), None),
        (Some("zzzzzzzz"), None),
        (None, Some("1")),
        (None, Some("0001")),
        (None, Some("00010001")),
        (None, Some("000000001")),
    ] {
        let key = between(previous, next).unwrap();
        assert!(previous.is_none_or(|previous| previous.as_bytes() < key.as_bytes()), "{previous:?} {key}");
        assert!(next.is_none_or(|next| key.as_bytes() < next.as_bytes()), "{key} {next:?}");
        assert!(!key.ends_with('0') && !key.is_empty(), "{key}");
    }
}

#[test]
fn what_is_no_key_or_out_of_order_is_refused() {
    for (previous, next) in [
        (Some("V"), Some("V")),
        (Some("W"), Some("V")),
        (Some("V1"), Some("V")),
        (Some(""), None),
        (Some("0"), None),
        (None, Some("V0")),
        (Some("å"), None),
        (None, Some("a b")),
    ] {
        assert!(between(previous, next).is_err(), "{previous:?} {next:?}");
    }
}

#[test]
fn a_hundred_thousand_at_an_end_stay_short() {
    let (mut first, mut last) = ("V".to_owned(), "V".to_owned());
    for _ in 0..100_000 {
        let before = between(None, Some(&first)).unwrap();
        let after = between(Some(&last), None).unwrap();
        assert!(before < first && last < after);
        (first, last) = (before, after);
    }
    assert!(first.len() <= 4 && last.len() <= 4, "{first} {last}");
}

#[test]
fn one_gap_takes_a_hundred_and_fifty_keys() {
    for up in [true, false] {
        let (mut low, mut high) = ("V".to_owned(), "W".to_owned());
        for _ in 0..150 {
            let key = between(Some(&low), Some(&high)).unwrap();
            assert!(low < key && key < high);
            if up { low = key } else { high = key }
        }
        assert!(!is_long(&low) && !is_long(&high), "{low} {high}");
    }
}

#[test]
fn spread_keys_are_short_in_order_and_have_room() {
    for count in [0, 1, 2, 30, 61, 62, 1_000, 10_000] {
        let keys = spread(count);
        assert_eq!(keys.len(), count);
        assert!(sorted(&keys), "{count}");
        assert!(keys.iter().all(|key| !key.is_empty() && key.len() <= 4 && !key.ends_with('0')), "{count}");
        for pair in keys.windows(2) {
            assert!(between(Some(&pair[0]), Some(&pair[1])).unwrap().len() <= 5);
        }
        if let [first, .., last] = keys.as_slice() {
            assert!(
                between(None, Some(first)).unwrap() < *first && between(Some(last), None).unwrap() > *last
            );
        }
    }
}

#[test]
fn neighbours_say_the_place_and_those_gone_do_not() {
    let list = [("A", 1), ("B", 2), ("C", 3)];
    // Where it comes: before the item of this index.
    for (after, before, expected) in [
        (None, None, 3),
        (Some(1), Some(2), 1),
        (Some(1), None, 1),
        (Some(3), None, 3),
        (None, Some(1), 0),
        (None, Some(3), 2),
        // One is gone: the other decides.
        (Some(9), Some(2), 1),
        (Some(2), Some(9), 2),
        // Both are gone.
        (Some(8), Some(9), 3),
        (Some(9), None, 3),
        // Something has come between them.
        (Some(1), Some(3), 1),
        // They have changed places.
        (Some(3), Some(1), 3),
    ] {
        let key = place(&list, after, before).unwrap();
        let found = list.iter().filter(|(one, _)| *one < key.as_str()).count();
        assert_eq!(found, expected, "{after:?} {before:?}: {key}");
    }
    assert_eq!(place::<i64>(&[], Some(1), None).unwrap(), place::<i64>(&[], None, None).unwrap());
}

/// A move: what, after which other (modulo the list's length), and how the neighbours are named.
type Move = (usize, usize, u8);

proptest! {
    /// Keys and a plain list say the same order after any moves, and stay short when long lists are spread.
    #[test]
    fn keys_order_as_a_list_does(count in 1..40_usize, moves in prop::collection::vec(any::<Move>(), 0..300)) {
        let mut keys: Vec<(String, usize)> = spread(count).into_iter().zip(0..).collect();
        let mut list: Vec<usize> = (0..count).collect();
        for (what, to, named) in moves {
            let moved = list.remove(what % count);
            let at = to % count;
            list.insert(at, moved);
            let after = at.checked_sub(1).map(|at| list[at]);
            let before = list.get(at + 1).copied();
            // One neighbour is enough, and one that is gone does not matter.
            let (after, before) = match named % 4 {
                0 if before.is_some() => (None, before),
                1 if after.is_some() => (after, None),
                2 if before.is_some() => (Some(1_000), before),
                _ => (after, before),
            };
            keys.retain(|(_, id)| *id != moved);
            let others: Vec<(&str, usize)> = keys.iter().map(|(key, id)| (key.as_str(), *id)).collect();
            let key = place(&others, after, before).unwrap();
            prop_assert!(key.len() <= LONGEST + STEP, "{}", key);
            let is_long = is_long(&key);
            keys.push((key, moved));
            keys.sort();
            if is_long {
                keys = spread(count).into_iter().zip(keys.iter().map(|(_, id)| *id)).collect();
            }
            let texts: Vec<String> = keys.iter().map(|(key, _)| key.clone()).collect();
            prop_assert!(sorted(&texts));
            prop_assert_eq!(keys.iter().map(|(_, id)| *id).collect::<Vec<_>>(), list.clone());
        }
    }

    /// Between any two keys there is one more.
    #[test]
    fn there_is_always_room(path in prop::collection::vec(any::<bool>(), 1..400)) {
        let (mut low, mut high) = (None::<String>, None::<String>);
        for up in path {
            let key = between(low.as_deref(), high.as_deref()).unwrap();
            prop_assert!(low.as_ref().is_none_or(|low| *low < key));
            prop_assert!(high.as_ref().is_none_or(|high| key < *high));
            if up { low = Some(key) } else { high = Some(key) }
        }
    }
}
