use super::*;

#[test]
fn only_open_cards_fill_a_board_and_all_of_them_are_bounded() {
    for (cards, archived, expected) in [
        (0, 0, false),
        (10_000, 0, false),
        (10_001, 0, true),
        (10_001, 1, false),
        (10_500, 499, true),
        (20_000, 10_000, false),
        (20_001, 10_000, true),
        (20_001, 10_001, true),
    ] {
        assert_eq!(is_over(cards, archived), expected, "{cards} cards, {archived} archived");
    }
}

#[test]
fn growth_opens_cards_only_where_it_adds_or_brings_back() {
    let growth = |cards, archived| Growth { cards, archived };
    for (growth, expected) in [
        (growth(1, 0), true),
        (growth(1, 1), false),
        (growth(0, -1), true),
        (growth(0, 0), false),
        (growth(0, 1), false),
    ] {
        assert_eq!(growth.opens(), expected, "{growth:?}");
    }
}
