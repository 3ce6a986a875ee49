//! Checks that quizzes belong to lessons, and that people's attempts are numbered without gaps and listed.

use super::records::{ATTEMPT_HEADS, ATTEMPT_PLACES, PERSON_QUIZZES, QUIZ_PEOPLE, QUIZ_REVISIONS, QUIZZES};
use super::{ANSWER, Attempt, AttemptHead, AttemptState, MOST_ATTEMPTS, Quiz, QuizRevision, attempts};
use crate::courses::LessonKind;
use crate::courses::records::LessonTitle;
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;

impl Check<'_> {
    /// Every quiz with its questions, and everybody's attempts.
    pub(crate) async fn quizzes(&mut self) -> Result<()> {
        let mut walk = Walk::over(&QUIZZES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                self.quiz(&Quiz::read(row)?).await?;
            }
        }
        let mut walk = Walk::over(&QUIZ_REVISIONS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let revision = QuizRevision::read(row)?;
                self.listed(Quiz::at(revision.quiz_id), &format!("a revision of quiz {}", revision.quiz_id))
                    .await?;
            }
        }
        let (mut people, mut numbered) = (0, 0);
        let mut walk = Walk::over(&ATTEMPT_HEADS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                people += 1;
                numbered += self.attempts(&AttemptHead::read(row)?).await?;
            }
        }
        self.rows_of(&QUIZ_PEOPLE, people).await?;
        self.rows_of(&PERSON_QUIZZES, people).await?;
        self.rows_of(&ATTEMPT_PLACES, numbered).await
    }

    async fn quiz(&mut self, quiz: &Quiz) -> Result<()> {
        let (id, what) = (quiz.quiz_id, format!("quiz {}", quiz.quiz_id));
        let title: Option<LessonTitle> = self.db.find(LessonTitle::at(quiz.course_id, id)).await?;
        if title.is_none_or(|title| title.kind != LessonKind::Quiz) {
            self.say(format!("{what} belongs to no lesson of that kind"));
        }
        let revision: Option<QuizRevision> = self.db.find(QuizRevision::at(id, quiz.revision)).await?;
        let count = revision.as_ref().map(|one| one.questions.0.len());
        let sum = revision.as_ref().map(|one| one.questions.0.iter().map(|it| it.marks).sum::<i64>());
        if count.and_then(|count| i64::try_from(count).ok()) != Some(quiz.question_count)
            || sum != Some(quiz.max_score)
        {
            self.say(format!("{what} counts other questions than its revision {} has", quiz.revision));
        }
        Ok(())
    }

    /// Somebody's attempts; how many there are.
    async fn attempts(&mut self, head: &AttemptHead) -> Result<usize> {
        let what = format!("the attempts of {} at quiz {}", head.user_id, head.quiz_id);
        self.listed(head.person().key(), &what).await?;
        self.listed(head.of_person().key(), &what).await?;
        let all: Vec<Attempt> = self.db.list(attempts(head.quiz_id, head.user_id)).await?;
        let is_numbered = all.iter().map(|one| one.number).eq(1..=head.count.min(MOST_ATTEMPTS));
        if !is_numbered {
            self.say(format!("{what} are not numbered from 1 to {}", head.count));
        }
        let open: Vec<i64> =
            all.iter().filter(|one| one.state == AttemptState::InProgress).map(|one| one.number).collect();
        if open != Vec::from_iter((head.open != 0).then_some(head.open)) {
            self.say(format!("{what} are in progress: {open:?}, and {} should be", head.open));
        }
        for one in &all {
            self.listed(one.place().key(), &what).await?;
            let sum: i64 = one.marks.0.iter().filter_map(|mark| mark.score).sum();
            let ended = one.state != AttemptState::InProgress;
            if one.score != sum || !(0..=one.max).contains(&one.score) || ended != one.finished.is_some() {
                self.say(format!("{what} count {} of {} in number {}", one.score, one.max, one.number));
            }
        }
        let span = super::records::AttemptRow::of(head.quiz_id, head.user_id).prefix([ANSWER.into()]);
        let stray = self.db.list::<super::SavedAnswer>(span.ascending(10_000)).await?;
        if stray.iter().any(|one| one.number > head.count) {
            self.say(format!("{what} have answers of none of them"));
        }
        Ok(all.len())
    }
}
