//! The order of questions and options in an attempt: another for each attempt, and the same whenever it is shown.

use storage::courses::quiz::{AttemptId, Question};

/// SplitMix64: a small generator whose numbers do not change with a library.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Fisher–Yates.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let at = usize::try_from(self.next() % (last as u64 + 1)).unwrap_or_default();
            items.swap(last, at);
        }
    }
}

/// The questions and their options in the order of an attempt.
pub fn shuffled(mut questions: Vec<Question>, attempt: AttemptId) -> Vec<Question> {
    let mut numbers = Numbers(attempt.0.unsigned_abs());
    numbers.shuffle(&mut questions);
    for question in &mut questions {
        numbers.shuffle(&mut question.options);
    }
    questions
}
