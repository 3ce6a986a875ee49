//! The rules of direct messages: pure functions over facts. Contract §3.5.

use storage::ids::UserId;

use crate::chat::view::PERSON;
use crate::platform::error::{Refusal, Result};

/// Most people in a conversation.
pub const PEOPLE_MAX: usize = 8;

/// Only people can be in conversations.
pub fn kind(id_type: i64) -> Result<()> {
    if id_type == PERSON {
        return Ok(());
    }
    Err(Refusal::field("idType", "ID_TYPE", "Det går bara att skriva till personer."))
}

/// The people of a requested conversation including `me`, by ascending id.
pub fn circle(me: UserId, asked: &[UserId]) -> Result<Vec<UserId>> {
    let mut people: Vec<UserId> = asked.iter().copied().chain([me]).collect();
    people.sort_unstable();
    people.dedup();
    if (2..=PEOPLE_MAX).contains(&people.len()) {
        return Ok(people);
    }
    Err(Refusal::field("userIds", "PEOPLE", "En konversation har 2–8 personer."))
}

/// The person does not exist or the caller may not know of them.
pub fn unknown() -> Refusal {
    Refusal::field("userIds", "UNKNOWN", "Personen finns inte.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_to_eight_people() {
        let ids = |ids: &[i64]| ids.iter().map(|id| UserId(*id)).collect::<Vec<_>>();
        let me = UserId(5);
        assert_eq!(circle(me, &ids(&[9, 5, 1, 9])).unwrap(), ids(&[1, 5, 9]));
        assert_eq!(circle(me, &ids(&[9])).unwrap(), ids(&[5, 9]));
        assert_eq!(circle(me, &ids(&[1, 2, 3, 4, 6, 7, 8])).unwrap().len(), 8);
        for wrong in [&[][..], &[5], &[1, 2, 3, 4, 6, 7, 8, 9]] {
            assert_eq!(circle(me, &ids(wrong)).unwrap_err().fields[0].field, "userIds");
        }
    }

    #[test]
    fn only_people() {
        assert!(kind(1).is_ok());
        for other in [0, 2, 114, -1] {
            assert_eq!(kind(other).unwrap_err().fields[0].field, "idType");
        }
    }
}
