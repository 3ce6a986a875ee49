//! The test harness: a [`World`], its [`Person`]s and [`Org`]s, and their [`Answer`]s.

mod answer;
mod call;
mod contract;
mod cost;
mod dice;
mod due;
mod mailed;
mod org;
mod outbox;
mod outside;
mod person;
mod picture;
#[path = "../../../../storage/tests/cassandra/pool.rs"]
#[allow(dead_code, reason = "shared with the tests of the storage, which use more of it")]
mod pool;
mod search;
mod specification;
mod watchdog;
mod world;

pub use answer::Answer;
pub use call::Call;
pub use cost::{Cost, cost_of, cost_with_decision};
pub use dice::Dice;
pub use mailed::MailedEvent;
pub use org::Org;
pub use outside::{Called, Outside};
pub use person::Person;
pub use picture::{files_form, form, jpeg_with_exif, png, written};
pub use search::search_part;
pub use serde_json::{Value, json};
pub use specification::{count, piece, pieces};
pub use world::{Limits, PASSWORD, World};

/// The number in an id field.
#[track_caller]
pub fn id(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no id: {value}"))
}

/// Longest wait for effects beside an answer: two minutes, so that a test waits for the condition even on the busiest
/// machine.
pub struct Patience {
    until: Option<std::time::Instant>,
}

impl Patience {
    pub fn new() -> Self {
        Self { until: None }
    }

    /// Whether to try again; pauses from the second try on.
    pub async fn lasts(&mut self) -> bool {
        let Some(until) = self.until else {
            self.until = Some(std::time::Instant::now() + std::time::Duration::from_secs(120));
            return true;
        };
        actix_web::rt::time::sleep(std::time::Duration::from_millis(20)).await;
        std::time::Instant::now() < until
    }
}

/// Waits for an effect beside an answer.
pub async fn until<T, F: Future<Output = Option<T>>>(mut look: impl FnMut() -> F) -> T {
    let mut patience = Patience::new();
    while patience.lasts().await {
        if let Some(seen) = look().await {
            return seen;
        }
    }
    panic!("it does not come");
}

/// The ids of a list of objects.
#[track_caller]
pub fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap_or_else(|| panic!("no list: {list}")).iter().map(|item| id(&item["id"])).collect()
}

/// One field of every object of a list.
#[track_caller]
pub fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a Value> {
    list.as_array().unwrap_or_else(|| panic!("no list: {list}")).iter().map(|item| &item[field]).collect()
}
