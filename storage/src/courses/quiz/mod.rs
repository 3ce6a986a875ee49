//! Quizzes: their questions in revisions, and people's attempts. Contract §10.2.
//!
//! A quiz is its lesson's and has the lesson's number. Each save of its questions is a revision of its own, which never
//! changes, so that an attempt keeps what it began with. All attempts of a person at a quiz and the answers in them are
//! one partition: every start, save and end is decided by its head's version, one after the other on any node.

mod check;
mod records;

use std::sync::Arc;

pub(super) use records::ATTEMPT_HEADS;
pub(super) use records::{ATTEMPT_PLACES, ATTEMPTS, PERSON_QUIZZES, QUIZ_PEOPLE, QUIZ_REVISIONS, QUIZZES};
pub use records::{
    Attempt, AttemptHead, AttemptId, AttemptPlace, AttemptState, Choice, Grade, GradeMethod, Mark,
    PersonQuiz, Question, QuestionKey, QuestionType, Quiz, QuizPerson, QuizRevision, QuizSettings, Regrade,
    RegradeMode, SavedAnswer, ShowAnswers,
};

use super::LessonId;
use super::learners::{BUCKETS, bucket};
use crate::Storage;
use crate::platform::engine::{Db, Key, Range, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Record, Stored};

/// The shelf of attempts.
pub const ATTEMPT: i64 = 0;
/// The shelf of saved answers.
pub const ANSWER: i64 = 1;
/// Most questions of a quiz.
pub const MOST_QUESTIONS: usize = 200;
/// Most attempts of a person at a quiz, also where it has no limit.
pub const MOST_ATTEMPTS: i64 = 1_000;
/// Most quizzes of a person that export and erasure look at in one go.
const MANY: usize = 1_000;

impl Attempt {
    /// Writes it as it is.
    pub fn insert(&self) -> Write {
        self.row_in(&ATTEMPTS).insert()
    }

    /// Whose and which it is.
    pub fn place(&self) -> AttemptPlace {
        let Self { attempt_id, quiz_id, user_id, number, .. } = *self;
        AttemptPlace { attempt_id, quiz_id, user_id, number }
    }
}

impl SavedAnswer {
    /// Writes it.
    pub fn insert(&self) -> Write {
        self.row_in(&ATTEMPTS).insert()
    }

    /// Whether there is something in it.
    pub fn is_empty(&self) -> bool {
        self.options.0.is_empty() && self.answer.as_deref().unwrap_or_default().is_empty()
    }
}

impl AttemptHead {
    /// Of somebody who has not begun.
    pub fn blank(quiz_id: LessonId, user_id: UserId) -> Self {
        Self { quiz_id, user_id, version: 0, count: 0, open: 0, extra_time: 0 }
    }

    fn person(&self) -> QuizPerson {
        QuizPerson { quiz_id: self.quiz_id, bucket: bucket(self.user_id), user_id: self.user_id }
    }

    fn of_person(&self) -> PersonQuiz {
        PersonQuiz { user_id: self.user_id, quiz_id: self.quiz_id }
    }
}

/// The repository of quizzes.
#[derive(Clone)]
pub struct Quizzes {
    db: Db,
}

impl Quizzes {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A quiz; none: nothing was saved yet.
    pub async fn quiz(&self, id: LessonId) -> Result<Option<Quiz>> {
        self.db.find(Quiz::at(id)).await
    }

    /// As [`Self::quiz`], for a decision: the revision that it names is there.
    pub async fn settled(&self, id: LessonId) -> Result<Option<Quiz>> {
        self.db.find_settled(Quiz::at(id)).await
    }

    /// The questions of a quiz as they were saved once.
    pub async fn revision(&self, id: LessonId, revision: i64) -> Result<Option<QuizRevision>> {
        self.db.find(QuizRevision::at(id, revision)).await
    }

    /// Some revisions of a quiz; those that do not exist are left out.
    pub async fn revisions(&self, id: LessonId, revisions: &[i64]) -> Result<Vec<QuizRevision>> {
        self.db.find_all(revisions.iter().map(|one| QuizRevision::at(id, *one)).collect()).await
    }

    /// Sets a quiz if it still has the version of `old` (none: there is none), and what follows; answers whether it had.
    /// `new` has a larger version.
    pub async fn decide(&self, old: Option<&Quiz>, new: &Quiz, then: Vec<Write>) -> Result<bool> {
        let guard = old.map_or_else(|| new.if_absent(), |old| old.change_version_to(new));
        self.db.decide(guard, then).await
    }

    /// What somebody's attempts are decided by, with all that earlier decisions wrote.
    pub async fn head(&self, id: LessonId, user_id: UserId) -> Result<AttemptHead> {
        let found = self.db.find_settled(AttemptHead::at(id, user_id)).await?;
        Ok(found.unwrap_or_else(|| AttemptHead::blank(id, user_id)))
    }

    /// The heads and attempts of some people, in their order, without their answers; in one round trip.
    pub async fn attempts_of(
        &self,
        id: LessonId,
        people: &[UserId],
    ) -> Result<Vec<(AttemptHead, Vec<Attempt>)>> {
        let keys = people.iter().map(|user_id| AttemptHead::at(id, *user_id)).collect();
        let heads: Vec<AttemptHead> = self.db.find_all(keys).await?;
        let lists = self.db.list_many(people.iter().map(|user_id| attempts(id, *user_id)).collect()).await?;
        let head = |user_id: UserId| heads.iter().find(|head| head.user_id == user_id).cloned();
        let of = |user_id: UserId| head(user_id).unwrap_or_else(|| AttemptHead::blank(id, user_id));
        Ok(people.iter().map(|user_id| of(*user_id)).zip(lists).collect())
    }

    /// Somebody's attempts at a quiz, the first first.
    pub async fn attempts(&self, id: LessonId, user_id: UserId) -> Result<Vec<Attempt>> {
        self.db.list(attempts(id, user_id)).await
    }

    /// An attempt. For a decision, read it after the head.
    pub async fn attempt(&self, id: LessonId, user_id: UserId, number: i64) -> Result<Option<Attempt>> {
        let key = records::AttemptRow::at(id, user_id, ATTEMPT, number, 0);
        self.db.find(key).await
    }

    /// The saved answers of an attempt. For a decision, read them after the head.
    pub async fn answers(&self, id: LessonId, user_id: UserId, number: i64) -> Result<Vec<SavedAnswer>> {
        let span = records::AttemptRow::of(id, user_id).prefix([ANSWER.into(), number.into()]);
        self.db.list(span.ascending(MOST_QUESTIONS)).await
    }

    /// Whose and which an attempt is.
    pub async fn place(&self, id: AttemptId) -> Result<Option<AttemptPlace>> {
        self.db.find(AttemptPlace::at(id)).await
    }

    /// Changes somebody's attempts if their head still has the version of `old`, and what follows; answers whether it
    /// had. Raises the version. Who is new is listed.
    pub async fn decide_attempts(
        &self,
        old: &AttemptHead,
        new: &AttemptHead,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        let new = AttemptHead { version: old.version + 1, ..new.clone() };
        if old.version == 0 {
            then.extend([new.person().insert(), new.of_person().insert()]);
            return self.db.decide(new.if_absent(), then).await;
        }
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// The people of a quiz after one, by bucket and id; the next `limit`.
    pub async fn people(&self, id: LessonId, after: Option<UserId>, limit: usize) -> Result<Vec<UserId>> {
        let mut found: Vec<QuizPerson> = Vec::new();
        for at in after.map_or(0, bucket)..BUCKETS {
            let span = QuizPerson::of(id, at);
            let span =
                if after.is_some_and(|after| bucket(after) == at) { span.after_any(after) } else { span };
            found.extend(self.db.list::<QuizPerson>(span.ascending(limit - found.len())).await?);
            if found.len() >= limit {
                break;
            }
        }
        Ok(found.into_iter().map(|one| one.user_id).collect())
    }

    /// The quizzes that somebody has attempted after one, newest first; the next of them.
    pub async fn of_person(&self, user_id: UserId, before: Option<LessonId>) -> Result<Vec<LessonId>> {
        let span = PersonQuiz::of(user_id).before_any(before);
        let rows: Vec<PersonQuiz> = self.db.list(span.descending(MANY)).await?;
        Ok(rows.into_iter().map(|row| row.quiz_id).collect())
    }

    /// Deletes all that is stored about a person in a quiz. May be repeated; false: they acted meanwhile.
    pub async fn forget(&self, id: LessonId, user_id: UserId) -> Result<bool> {
        let head = self.head(id, user_id).await?;
        let attempts = self.attempts(id, user_id).await?;
        let lists = [head.person().key(), head.of_person().key()].map(Key::delete).to_vec();
        let mut rows: Vec<Write> = attempts.iter().map(|attempt| attempt.place().key().delete()).collect();
        rows.push(Write::DeleteRange { span: records::AttemptRow::of(id, user_id) });
        // The rows go first: what a process leaves that dies in between is found again by the lists.
        if head.version == 0 {
            rows.extend(lists);
            return self.db.write(rows).await.map(|()| true);
        }
        let emptied = AttemptHead { open: 0, count: 0, ..head.clone() };
        if !self.decide_attempts(&head, &emptied, Vec::new()).await? {
            return Ok(false);
        }
        self.db.write(rows).await?;
        self.db.decide(head.key().delete_if([("version", (head.version + 1).into())]), lists).await
    }

    /// Deletes a quiz with its revisions; of its people nothing is left. May be repeated.
    pub async fn remove(&self, quiz: &Quiz) -> Result<()> {
        let revisions = (1..=quiz.revision).map(|revision| QuizRevision::at(quiz.quiz_id, revision));
        let mut gone: Vec<Write> = revisions.map(Key::delete).collect();
        gone.push(quiz.key().delete());
        self.db.write(gone).await
    }
}

fn attempts(id: LessonId, user_id: UserId) -> Range {
    let most = usize::try_from(MOST_ATTEMPTS).unwrap_or(usize::MAX);
    records::AttemptRow::of(id, user_id).prefix([ATTEMPT.into()]).ascending(most).columns(Attempt::FIELDS)
}
