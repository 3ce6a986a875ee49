//! What lies on a new board: lists, and cards whose dates are counted from a day.

use serde::Deserialize;
use storage::tasks::{ListType, TaskStatus};
use utoipa::ToSchema;

/// Which lists and cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[schema(as = BoardTemplate)]
pub enum Template {
    /// Three lists and an archive.
    #[default]
    #[serde(rename = "EMPTY")]
    Empty,
    /// The weeks before school begins.
    #[serde(rename = "TERMINSSTART")]
    TermStart,
    /// A tournament.
    #[serde(rename = "CUP")]
    Cup,
    /// A parents' evening.
    #[serde(rename = "FORALDRAMOTE")]
    ParentsEvening,
    /// A new version of something.
    #[serde(rename = "RELEASE")]
    Release,
}

/// A list of a new board.
pub struct NewList {
    pub name: &'static str,
    pub kind: ListType,
    pub status: Option<TaskStatus>,
}

const LISTS: &[NewList] = &[
    NewList { name: "Att göra", kind: ListType::Active, status: Some(TaskStatus::Todo) },
    NewList { name: "Pågår", kind: ListType::Active, status: Some(TaskStatus::InProgress) },
    NewList { name: "Klart", kind: ListType::Closed, status: Some(TaskStatus::Done) },
    NewList { name: "Arkiv", kind: ListType::Archive, status: None },
];

/// A card of a new board: what is to be done, and how many days after the board's day (negative: before it).
pub type NewCard = (&'static str, i32);

impl Template {
    /// The lists of a new board, in their order.
    pub const fn lists(self) -> &'static [NewList] {
        LISTS
    }

    /// The cards in its first list, in their order.
    pub const fn cards(self) -> &'static [NewCard] {
        match self {
            Self::Empty => &[],
            Self::TermStart => &[
                ("Lägg schemat", -42),
                ("Beställ läromedel", -35),
                ("Boka salar och lokaler", -28),
                ("Klasslistor till mentorerna", -14),
                ("Planeringsdagar för personalen", -5),
                ("Välkomstbrev till vårdnadshavare", -7),
                ("Första skoldagen", 0),
                ("Uppföljning med arbetslagen", 14),
            ],
            Self::Cup => &[
                ("Boka planer och hallar", -120),
                ("Öppna anmälan", -90),
                ("Bjud in domare", -60),
                ("Lotta grupper och lägg spelschema", -21),
                ("Bemanna kiosk och sekretariat", -14),
                ("Handla till kiosken", -2),
                ("Cupdag", 0),
                ("Tacka funktionärerna", 2),
            ],
            Self::ParentsEvening => &[
                ("Boka sal", -28),
                ("Skicka inbjudan", -21),
                ("Samla in frågor", -10),
                ("Förbered presentation", -3),
                ("Ordna fika", -1),
                ("Föräldramöte", 0),
                ("Skicka minnesanteckningar", 3),
            ],
            Self::Release => &[
                ("Bestäm vad som ska med", -28),
                ("Testa med några kunder", -14),
                ("Skriv nyheterna", -5),
                ("Genomgång före släpp", -1),
                ("Släpp", 0),
                ("Följ upp frågor och fel", 7),
            ],
        }
    }
}
