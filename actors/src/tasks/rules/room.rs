//! How many cards a board takes: open ones count, and as many archived ones lie beside them. Pure.

use storage::tasks::{BoardList, ListType, MOST_CARDS};

/// How many cards more a board gets, and how many more of its cards are archived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Growth {
    pub cards: i64,
    pub archived: i64,
}

impl Growth {
    /// Of a card that is put into a list.
    pub fn into(list: &BoardList) -> Self {
        Self { cards: 1, archived: archived(list) }
    }

    /// Of a card that goes from one list to another.
    pub fn between(from: Option<&BoardList>, to: &BoardList) -> Self {
        Self { cards: 0, archived: archived(to) - from.map(archived).unwrap_or_default() }
    }

    /// Of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { cards: self.cards + other.cards, archived: self.archived + other.archived }
    }

    /// Whether more cards are open after it than before.
    pub fn opens(self) -> bool {
        self.cards > self.archived
    }
}

fn archived(list: &BoardList) -> i64 {
    i64::from(list.list_type == ListType::Archive)
}

/// Whether a board has more cards than it may have. Archived ones beyond as many as may be open count too, so that a
/// board has a bound.
pub fn is_over(cards: i64, archived: i64) -> bool {
    let most = MOST_CARDS as i64;
    cards - archived.min(most) > most
}

#[cfg(test)]
#[path = "room_tests.rs"]
mod tests;
