//! Stored records of quizzes and attempts.

use serde::{Deserialize, Serialize};

use crate::courses::{CourseId, LessonId};
use crate::platform::ids::UserId;
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

crate::ids! {
    /// An attempt at a quiz.
    AttemptId,
}

text_enum! {
    /// How a question is answered.
    QuestionType {
        /// One of several options.
        Single = "SINGLE",
        /// Any number of several options.
        Multi = "MULTI",
        /// A short text or a number.
        Text = "TEXT",
        /// A text that a teacher grades.
        Open = "OPEN",
    }
}

text_enum! {
    /// Which of somebody's attempts count.
    GradeMethod {
        Highest = "HIGHEST",
        Average = "AVERAGE",
        First = "FIRST",
        Last = "LAST",
    }
}

text_enum! {
    /// When learners see the key.
    ShowAnswers {
        Never = "NEVER",
        /// When the attempt has ended.
        AfterAttempt = "AFTER_ATTEMPT",
        /// When they have passed.
        AfterPass = "AFTER_PASS",
        /// When the quiz has closed.
        AfterClose = "AFTER_CLOSE",
    }
}

text_enum! {
    /// By what a question is graded again.
    RegradeMode {
        /// By the key as it is now.
        CurrentOnly = "CURRENT_ONLY",
        /// By the key as it is now or as it was, whichever gives more.
        Either = "EITHER",
        /// Everybody gets its marks.
        FullMarks = "FULL_MARKS",
    }
}

text_enum! {
    /// Where an attempt is.
    AttemptState {
        InProgress = "inprogress",
        /// Submitted by the learner.
        Finished = "finished",
        /// Ended by its deadline; what was saved is graded.
        Overdue = "overdue",
        /// Ended by its deadline with nothing saved.
        Abandoned = "abandoned",
    }
}

/// How a quiz is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuizSettings {
    pub pass_percent: i64,
    /// 0: no limit.
    pub max_attempts: i64,
    pub grade_method: GradeMethod,
    /// In seconds.
    pub time_limit: Option<i64>,
    pub opens: Option<Moment>,
    pub closes: Option<Moment>,
    /// Questions and options come in another order in each attempt.
    pub shuffle: bool,
    pub show_answers: ShowAnswers,
}

impl Default for QuizSettings {
    fn default() -> Self {
        Self {
            pass_percent: 60,
            max_attempts: 0,
            grade_method: GradeMethod::Highest,
            time_limit: None,
            opens: None,
            closes: None,
            shuffle: false,
            show_answers: ShowAnswers::AfterAttempt,
        }
    }
}

/// An option of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Unique among the questions and options that the quiz ever had.
    pub id: i64,
    pub text: String,
}

/// A question, without its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Unique among the questions and options that the quiz ever had.
    pub id: i64,
    #[serde(rename = "type")]
    pub kind: QuestionType,
    /// Markdown.
    pub text: String,
    pub marks: i64,
    pub options: Vec<Choice>,
    /// The explanation: shown with the key and not before.
    pub feedback: Option<String>,
}

/// What is right.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QuestionKey {
    pub question: i64,
    /// The right options.
    pub options: Vec<i64>,
    /// Texts of which any is right.
    pub texts: Vec<String>,
    /// A number that is right.
    pub number: Option<String>,
    /// How far from it an answer may be.
    pub tolerance: Option<String>,
}

/// A question is graded otherwise in the attempts that began before a revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regrade {
    pub question: i64,
    pub mode: RegradeMode,
    /// The revision whose key counts.
    pub revision: i64,
    pub at: Moment,
}

/// What an attempt got for a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub question: i64,
    /// None: it waits for a teacher.
    pub score: Option<i64>,
    pub max: i64,
}

/// What a teacher gave for a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    pub question: i64,
    pub score: i64,
    pub comment: Option<String>,
}

record! {
    /// A quiz: its settings, and which revision of its questions counts. Every change is decided by `version`.
    pub struct Quiz;
    pub(crate) static QUIZZES: "quizzes", Ascending;
    partition {
        /// Its lesson, which has no other.
        quiz_id: LessonId => bigint,
    }
    clustering {}
    columns {
        course_id: CourseId => bigint,
        /// Raised by every change.
        version: i64 => bigint,
        /// The version that saved the questions as they are.
        revision: i64 => bigint,
        /// The smallest id that no question or option has had.
        next_id: i64 => bigint,
        question_count: i64 => int,
        /// The sum of the questions' marks.
        max_score: i64 => bigint,
        settings: Json<QuizSettings> => text,
        /// At most one for each question.
        regrades: Json<Vec<Regrade>> => text,
    }
}

record! {
    /// The questions of a quiz and their key as they were saved once. Never changed.
    pub struct QuizRevision;
    pub(crate) static QUIZ_REVISIONS: "quiz_revisions", Ascending;
    partition {
        quiz_id: LessonId => bigint,
        revision: i64 => bigint,
    }
    clustering {}
    columns {
        pass_percent: i64 => int,
        questions: Json<Vec<Question>> => text,
        key: Json<Vec<QuestionKey>> => text,
        created: Moment => timestamp,
    }
}

record! {
    /// A row of somebody's attempts at a quiz: an attempt or a saved answer.
    pub(crate) struct AttemptRow;
    pub(crate) static ATTEMPTS: "attempts", Ascending has ATTEMPT_HEADS;
    partition {
        quiz_id: LessonId => bigint,
        user_id: UserId => bigint,
    }
    clustering {
        /// [`super::ATTEMPT`] or [`super::ANSWER`].
        shelf: i64 => int,
        /// The attempt's, from 1 on.
        number: i64 => int,
        /// The question of an answer; of an attempt 0.
        question: i64 => bigint,
    }
    columns {
        attempt_id: Option<AttemptId> => bigint,
        revision: Option<i64> => bigint,
        state: Option<AttemptState> => text,
        started: Option<Moment> => timestamp,
        /// Only ever later.
        deadline: Option<Moment> => timestamp,
        finished: Option<Moment> => timestamp,
        /// Of the answers that were saved last.
        seq: Option<i64> => bigint,
        saved: Option<Moment> => timestamp,
        score: Option<i64> => bigint,
        max: Option<i64> => bigint,
        percentage: Option<i64> => int,
        passed: Option<bool> => boolean,
        waiting: Option<i64> => int,
        marks: Json<Vec<Mark>> => text,
        grades: Json<Vec<Grade>> => text,
        grades_version: Option<i64> => bigint,
        options: Json<Vec<i64>> => text,
        answer: Option<String> => text,
    }
}

record! {
    /// An attempt.
    pub struct Attempt {
        quiz_id: LessonId,
        user_id: UserId,
        shelf: i64,
        number: i64,
        question: i64,
        attempt_id: AttemptId,
        /// The revision that it answers.
        revision: i64,
        state: AttemptState,
        started: Moment,
        /// None: it has no limit.
        deadline: Option<Moment>,
        finished: Option<Moment>,
        /// 0: nothing was saved.
        seq: i64,
        saved: Option<Moment>,
        score: i64,
        max: i64,
        percentage: i64,
        /// None: it has not ended, or an answer waits for a teacher.
        passed: Option<bool>,
        /// Answers that wait for a teacher.
        waiting: i64,
        /// Empty until it has ended.
        marks: Json<Vec<Mark>>,
        /// What teachers gave; it stands above the key.
        grades: Json<Vec<Grade>>,
        /// Raised when a teacher grades.
        grades_version: i64,
    }
}

record! {
    /// A saved answer.
    pub struct SavedAnswer {
        quiz_id: LessonId,
        user_id: UserId,
        shelf: i64,
        number: i64,
        question: i64,
        saved: Option<Moment>,
        /// The chosen options.
        options: Json<Vec<i64>>,
        answer: Option<String>,
    }
}

record! {
    /// What somebody's attempts at a quiz are decided by.
    pub struct AttemptHead;
    pub(crate) static ATTEMPT_HEADS: "attempt_heads" of ATTEMPTS;
    partition {
        quiz_id: LessonId => bigint,
        user_id: UserId => bigint,
    }
    columns {
        /// Raised by every change of an attempt or an answer.
        version: i64 => bigint,
        /// Attempts that were begun.
        count: i64 => int,
        /// The number of the attempt in progress; 0: none is.
        open: i64 => int,
        /// Percent of the time limit that they have beyond it.
        extra_time: i64 => int,
    }
}

record! {
    /// Whose and which an attempt is.
    pub struct AttemptPlace;
    pub(crate) static ATTEMPT_PLACES: "attempt_places", Ascending;
    partition {
        attempt_id: AttemptId => bigint,
    }
    clustering {}
    columns {
        quiz_id: LessonId => bigint,
        user_id: UserId => bigint,
        number: i64 => int,
    }
}

record! {
    /// Somebody who has attempted a quiz, or has extra time for it.
    pub struct QuizPerson;
    pub(crate) static QUIZ_PEOPLE: "quiz_people", Ascending;
    partition {
        quiz_id: LessonId => bigint,
        /// The person's id modulo [`crate::courses::BUCKETS`].
        bucket: i64 => int,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {}
}

record! {
    /// A quiz that a person has attempted, or has extra time for.
    pub struct PersonQuiz;
    pub(crate) static PERSON_QUIZZES: "person_quizzes", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        quiz_id: LessonId => bigint,
    }
    columns {}
}
