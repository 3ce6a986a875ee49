//! Typing indicators: who is typing in one channel.

use std::collections::HashMap;

use storage::ids::UserId;

/// Typing ends this long after the last indicator (ms).
pub const TYPING_ENDS: i64 = 6_000;
/// Throttle: repeated indicators within this time are not published (ms).
pub const TYPING_REPEAT: i64 = 2_000;
/// Most people tracked as typing in one channel.
const TYPISTS: usize = 200;

struct Typist {
    name: String,
    last_sign: i64,
    /// When it was last published that this person types. Kept for a while after the end, so that alternating starts
    /// and ends are throttled as well.
    passed_on: i64,
    /// The last published state.
    types: bool,
}

/// The people who are typing.
#[derive(Default)]
pub struct Typing(HashMap<UserId, Typist>);

/// A change to be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypingChange {
    pub user_id: UserId,
    pub user_name: String,
    pub is_typing: bool,
}

impl Typing {
    /// A typing indicator, or its end; returns what is to be published.
    pub fn sign(&mut self, user_id: UserId, name: &str, is_typing: bool, now: i64) -> Option<TypingChange> {
        if !is_typing {
            let gone = self.0.get_mut(&user_id).filter(|typist| typist.types)?;
            gone.types = false;
            return Some(TypingChange { user_id, user_name: gone.name.clone(), is_typing: false });
        }
        if self.0.len() >= TYPISTS && !self.0.contains_key(&user_id) {
            return None;
        }
        let typist = self.0.entry(user_id).or_insert_with(|| Typist {
            name: name.to_owned(),
            last_sign: now,
            passed_on: i64::MIN,
            types: false,
        });
        typist.last_sign = now;
        if now.saturating_sub(typist.passed_on) < TYPING_REPEAT {
            return None;
        }
        typist.passed_on = now;
        typist.types = true;
        Some(TypingChange { user_id, user_name: typist.name.clone(), is_typing: true })
    }

    /// People without an indicator for [`TYPING_ENDS`].
    pub fn over(&mut self, now: i64) -> Vec<TypingChange> {
        self.0
            .extract_if(|_, typist| now - typist.last_sign >= TYPING_ENDS)
            .filter(|(_, typist)| typist.types)
            .map(|(user_id, typist)| TypingChange { user_id, user_name: typist.name, is_typing: false })
            .collect()
    }

    pub fn anybody(&self) -> bool {
        !self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_is_throttled_to_two_seconds_and_ends_after_six() {
        let mut state = Typing::default();
        let anna = UserId(1);
        assert!(state.sign(anna, "Anna", true, 0).is_some() && state.anybody());
        assert_eq!(state.sign(anna, "Anna", true, 1_999), None);
        assert!(state.sign(anna, "Anna", true, 2_000).is_some());
        assert_eq!(state.over(7_999), vec![]);
        let over = state.over(8_000);
        assert_eq!(over, vec![TypingChange { user_id: anna, user_name: "Anna".into(), is_typing: false }]);
        assert!(!state.anybody());
    }

    #[test]
    fn alternating_starts_and_stops_are_throttled() {
        let mut state = Typing::default();
        let anna = UserId(1);
        let told = (0..100).filter_map(|n| state.sign(anna, "Anna", n % 2 == 0, n * 100)).count();
        // Ten seconds: one start and one end every two seconds.
        assert_eq!(told, 10);
        assert!(state.over(100_000).is_empty() && !state.anybody());
    }

    #[test]
    fn only_the_first_200_typing_people_are_published() {
        let mut state = Typing::default();
        for n in 0..200 {
            assert!(state.sign(UserId(n), "En", true, 0).is_some(), "{n}");
        }
        assert_eq!(state.sign(UserId(200), "En till", true, 1_000), None);
        assert!(state.sign(UserId(7), "En", true, 3_000).is_some(), "who is in goes on");
        assert_eq!(state.over(9_000).len(), 200);
        assert!(state.sign(UserId(200), "En till", true, 9_000).is_some(), "there is room again");
    }

    #[test]
    fn stop_without_a_start_is_ignored() {
        assert_eq!(Typing::default().sign(UserId(1), "Anna", false, 0), None);
    }
}
