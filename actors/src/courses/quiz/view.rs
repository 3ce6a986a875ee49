//! Quizzes on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::courses::quiz::{
    Attempt, AttemptId, AttemptState, Choice, GradeMethod, Mark, Question, QuestionKey, QuestionType, Quiz,
    QuizSettings, Regrade, RegradeMode, SavedAnswer, ShowAnswers,
};
use storage::courses::{CourseId, LessonId};
use storage::ids::UserId;
use storage::time::Moment;
use utoipa::ToSchema;

use super::rules;
use super::rules::grading::Overall;

/// An option of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = QuizOption)]
pub struct OptionView {
    /// Unique among the questions and options of the quiz.
    #[garde(range(min = 1, max = 2_147_483_647))]
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    pub id: i64,
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    pub text: String,
}

/// A question, without what is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = QuizQuestion)]
pub struct QuestionView {
    /// Unique among the questions and options of the quiz; a new one is from `nextId` on.
    #[garde(range(min = 1, max = 2_147_483_647))]
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    pub id: i64,
    #[serde(rename = "type")]
    #[garde(skip)]
    pub kind: QuestionType,
    /// Markdown.
    #[garde(length(chars, min = 1, max = 4_000))]
    #[schema(min_length = 1, max_length = 4000)]
    pub text: String,
    #[garde(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100)]
    pub marks: i64,
    /// Of SINGLE and MULTI: 2–20.
    #[serde(default)]
    #[garde(length(max = 20), dive)]
    #[schema(max_items = 20)]
    pub options: Vec<OptionView>,
    /// The explanation. Null to learners until they see the key.
    #[garde(inner(length(chars, max = 2_000)))]
    #[schema(max_length = 2000)]
    pub feedback: Option<String>,
}

impl From<Question> for QuestionView {
    fn from(it: Question) -> Self {
        let options = it.options.into_iter().map(|Choice { id, text }| OptionView { id, text }).collect();
        Self { id: it.id, kind: it.kind, text: it.text, marks: it.marks, options, feedback: it.feedback }
    }
}

impl From<QuestionView> for Question {
    fn from(it: QuestionView) -> Self {
        let options = it.options.into_iter().map(|OptionView { id, text }| Choice { id, text }).collect();
        Self { id: it.id, kind: it.kind, text: it.text, marks: it.marks, options, feedback: it.feedback }
    }
}

/// What is right. Of OPEN there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = QuizKey)]
pub struct KeyView {
    #[garde(range(min = 1, max = 2_147_483_647))]
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    pub question: i64,
    /// The right options: of SINGLE one, of MULTI at least one.
    #[serde(default)]
    #[garde(length(max = 20))]
    #[schema(max_items = 20)]
    pub options: Vec<i64>,
    /// TEXT: any of them is right; blanks and case do not count, accents do.
    #[serde(default)]
    #[garde(length(max = 20), inner(length(chars, max = 200)))]
    #[schema(max_items = 20)]
    pub texts: Vec<String>,
    /// TEXT: a number that is right, with a comma or a point.
    #[garde(inner(length(chars, max = 30)))]
    #[schema(max_length = 30)]
    pub number: Option<String>,
    /// How far an answer may be from the number.
    #[garde(inner(length(chars, max = 30)))]
    #[schema(max_length = 30)]
    pub tolerance: Option<String>,
}

impl From<QuestionKey> for KeyView {
    fn from(it: QuestionKey) -> Self {
        let QuestionKey { question, options, texts, number, tolerance } = it;
        Self { question, options, texts, number, tolerance }
    }
}

impl From<KeyView> for QuestionKey {
    fn from(it: KeyView) -> Self {
        let KeyView { question, options, texts, number, tolerance } = it;
        Self { question, options, texts, number, tolerance }
    }
}

/// How a quiz is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizSettings)]
pub struct SettingsView {
    pub pass_percent: i64,
    /// 0: no limit.
    pub max_attempts: i64,
    pub grade_method: GradeMethod,
    /// In seconds; null: none.
    pub time_limit: Option<i64>,
    pub opens: Option<Moment>,
    pub closes: Option<Moment>,
    pub shuffle: bool,
    pub show_answers: ShowAnswers,
}

impl From<QuizSettings> for SettingsView {
    fn from(it: QuizSettings) -> Self {
        Self {
            pass_percent: it.pass_percent,
            max_attempts: it.max_attempts,
            grade_method: it.grade_method,
            time_limit: it.time_limit,
            opens: it.opens,
            closes: it.closes,
            shuffle: it.shuffle,
            show_answers: it.show_answers,
        }
    }
}

/// A quiz as somebody sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quiz)]
pub struct QuizView {
    /// Its lesson's.
    pub id: LessonId,
    pub id_course: CourseId,
    pub title: String,
    /// What a change names; 0: nothing was saved yet.
    pub version: i64,
    #[serde(flatten)]
    pub settings: SettingsView,
    pub question_count: i64,
    pub max_score: i64,
    /// For those who write the course, to others null: learners get the questions with their attempt.
    pub questions: Option<Vec<QuestionView>>,
    /// For those who write the course, to others null.
    pub key: Option<Vec<KeyView>>,
    /// From here on ids of questions and options are free. For those who write the course, to others null.
    pub next_id: Option<i64>,
    /// What was graded again. For those who write the course, to others null.
    pub regrades: Option<Vec<RegradeView>>,
    /// My attempts; null: I do not take the course.
    pub mine: Option<MineView>,
}

/// A question that is graded otherwise than when it was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizRegrade)]
pub struct RegradeView {
    pub question: i64,
    pub mode: RegradeMode,
    /// The version whose key counts.
    pub revision: i64,
    pub da_regraded: Moment,
}

impl From<Regrade> for RegradeView {
    fn from(it: Regrade) -> Self {
        Self { question: it.question, mode: it.mode, revision: it.revision, da_regraded: it.at }
    }
}

/// My attempts at a quiz.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizMine)]
pub struct MineView {
    /// Newest first.
    pub attempts: Vec<SummaryView>,
    /// Null: there is no limit.
    pub attempts_left: Option<i64>,
    /// The attempt in progress.
    pub open: Option<AttemptId>,
    /// Percent of the time limit that I have beyond it.
    pub extra_time: i64,
    /// By `gradeMethod`; null: no attempt has ended.
    pub percentage: Option<i64>,
    /// Null: no attempt has ended, or an answer waits for a teacher.
    pub passed: Option<bool>,
}

/// What an attempt is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizResult)]
pub struct ResultView {
    pub score: i64,
    pub max: i64,
    /// Rounded down.
    pub percentage: i64,
    /// Null: an answer waits for a teacher.
    pub passed: Option<bool>,
    /// Null: there is no limit.
    pub attempts_left: Option<i64>,
    /// Answers that wait for a teacher.
    pub waiting: i64,
}

impl ResultView {
    /// None: the attempt has not ended.
    pub(super) fn of(it: &Attempt, settings: &QuizSettings, count: i64) -> Option<Self> {
        (it.state != AttemptState::InProgress).then(|| Self {
            score: it.score,
            max: it.max,
            percentage: it.percentage,
            passed: it.passed,
            attempts_left: rules::attempts_left(settings, count),
            waiting: it.waiting,
        })
    }
}

/// An attempt without its questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizAttemptSummary)]
pub struct SummaryView {
    pub id: AttemptId,
    /// From 1 on.
    pub number: i64,
    pub state: AttemptState,
    pub da_started: Moment,
    /// Null: it has no end.
    pub da_deadline: Option<Moment>,
    pub da_finished: Option<Moment>,
    /// Null: it has not ended.
    pub result: Option<ResultView>,
}

impl SummaryView {
    pub(super) fn of(it: &Attempt, settings: &QuizSettings, count: i64) -> Self {
        Self {
            id: it.attempt_id,
            number: it.number,
            state: it.state,
            da_started: it.started,
            da_deadline: it.deadline,
            da_finished: it.finished,
            result: ResultView::of(it, settings, count),
        }
    }
}

impl MineView {
    pub(super) fn of(
        quiz: &Quiz,
        head: &storage::courses::quiz::AttemptHead,
        attempts: &[Attempt],
        overall: Option<Overall>,
    ) -> Self {
        let settings = &quiz.settings.0;
        let open = attempts.iter().find(|one| one.state == AttemptState::InProgress);
        Self {
            attempts: attempts.iter().rev().map(|it| SummaryView::of(it, settings, head.count)).collect(),
            attempts_left: rules::attempts_left(settings, head.count),
            open: open.map(|one| one.attempt_id),
            extra_time: head.extra_time,
            percentage: overall.map(|it| it.percentage),
            passed: overall.and_then(|it| it.passed),
        }
    }
}

/// An answer as it was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = QuizAnswer)]
pub struct AnswerView {
    pub question: i64,
    /// The chosen options.
    pub options: Vec<i64>,
    pub text: String,
}

impl From<SavedAnswer> for AnswerView {
    fn from(it: SavedAnswer) -> Self {
        Self { question: it.question, options: it.options.0, text: it.answer.unwrap_or_default() }
    }
}

/// What an attempt got for a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = QuizMark)]
pub struct MarkView {
    pub question: i64,
    /// Null: it waits for a teacher.
    pub score: Option<i64>,
    pub max: i64,
    /// A teacher's.
    pub comment: Option<String>,
}

/// The marks of an attempt, with the teachers' comments.
pub(super) fn marks(attempt: &Attempt) -> Vec<MarkView> {
    let mark = |Mark { question, score, max }: &Mark| {
        let grade = attempt.grades.0.iter().find(|grade| grade.question == *question);
        let comment = grade.and_then(|grade| grade.comment.clone());
        MarkView { question: *question, score: *score, max: *max, comment }
    };
    attempt.marks.0.iter().map(mark).collect()
}

/// An attempt with its questions and the saved answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizAttempt)]
pub struct AttemptView {
    #[serde(flatten)]
    pub summary: SummaryView,
    pub id_quiz: LessonId,
    pub id_course: CourseId,
    pub id_auth_user: UserId,
    pub display_name: String,
    /// The server's clock: what the time that is left is counted from.
    pub da_now: Moment,
    /// Of what was saved last; 0: nothing was.
    pub seq: i64,
    pub da_saved: Option<Moment>,
    /// In the order of this attempt.
    pub questions: Vec<QuestionView>,
    pub answers: Vec<AnswerView>,
    /// Once it has ended: of all questions as soon as the key is shown, before that of the open ones.
    pub marks: Option<Vec<MarkView>>,
    /// Once it is shown.
    pub key: Option<Vec<KeyView>>,
    /// Of its grades: what a teacher who grades names.
    pub version: i64,
}

/// What was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizSaved)]
pub struct SavedView {
    /// False: what stands is newer, and `answers` is all of it.
    pub accepted: bool,
    pub seq: i64,
    pub da_saved: Option<Moment>,
    pub da_deadline: Option<Moment>,
    pub da_now: Moment,
    pub answers: Vec<AnswerView>,
}

/// Somebody's results in a quiz.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizRow)]
pub struct RowView {
    pub id_auth_user: UserId,
    pub display_name: String,
    /// Percent of the time limit that they have beyond it.
    pub extra_time: i64,
    /// How many they have begun.
    pub attempts: i64,
    /// By `gradeMethod`; null: no attempt has ended.
    pub percentage: Option<i64>,
    pub passed: Option<bool>,
    /// The attempt that is shown; null: they have begun none.
    pub attempt: Option<SummaryView>,
    /// What it got, question by question.
    pub marks: Vec<MarkView>,
    /// Answers of all attempts that wait for a teacher.
    pub waiting: i64,
    /// The attempts that they are in.
    pub waiting_attempts: Vec<AttemptId>,
}

/// A quiz as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeQuiz)]
pub struct ChangeQuiz {
    /// The `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
    /// Absent: it stays, at first 60.
    #[garde(inner(range(min = 0, max = 100)))]
    #[schema(minimum = 0, maximum = 100)]
    pub pass_percent: Option<i64>,
    /// 0: no limit. Absent: it stays, at first 0.
    #[garde(inner(range(min = 0, max = 100)))]
    #[schema(minimum = 0, maximum = 100)]
    pub max_attempts: Option<i64>,
    /// Absent: it stays, at first HIGHEST.
    #[garde(skip)]
    pub grade_method: Option<GradeMethod>,
    /// In seconds, up to a week. Absent: none.
    #[garde(inner(range(min = 1, max = 604_800)))]
    #[schema(minimum = 1, maximum = 604_800)]
    pub time_limit: Option<i64>,
    /// Absent: it is open.
    #[garde(skip)]
    pub opens: Option<Moment>,
    /// Absent: it does not close.
    #[garde(skip)]
    pub closes: Option<Moment>,
    /// Absent: it stays, at first no.
    #[garde(skip)]
    pub shuffle: Option<bool>,
    /// Absent: it stays, at first AFTER_ATTEMPT.
    #[garde(skip)]
    pub show_answers: Option<ShowAnswers>,
    #[garde(length(max = 200), dive)]
    #[schema(max_items = 200)]
    pub questions: Vec<QuestionView>,
    #[garde(length(max = 200), dive)]
    #[schema(max_items = 200)]
    pub key: Vec<KeyView>,
}

impl ChangeQuiz {
    pub(super) fn settings(&self, old: &QuizSettings) -> QuizSettings {
        QuizSettings {
            pass_percent: self.pass_percent.unwrap_or(old.pass_percent),
            max_attempts: self.max_attempts.unwrap_or(old.max_attempts),
            grade_method: self.grade_method.unwrap_or(old.grade_method),
            time_limit: self.time_limit,
            opens: self.opens,
            closes: self.closes,
            shuffle: self.shuffle.unwrap_or(old.shuffle),
            show_answers: self.show_answers.unwrap_or(old.show_answers),
        }
    }
}

/// Answers to save.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = SaveQuizAnswers)]
pub struct SaveAnswers {
    /// Larger than that of what is saved; else it is ignored.
    #[garde(range(min = 1, max = 9_007_199_254_740_991))]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub seq: i64,
    #[garde(length(max = 200), dive)]
    #[schema(max_items = 200)]
    pub answers: Vec<AnswerDraft>,
}

/// An answer; an empty one takes back what was answered.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = QuizAnswerDraft)]
pub struct AnswerDraft {
    #[garde(range(min = 1, max = 2_147_483_647))]
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    pub question: i64,
    #[serde(default)]
    #[garde(length(max = 20))]
    #[schema(max_items = 20)]
    pub options: Vec<i64>,
    #[serde(default)]
    #[garde(length(chars, max = 5_000))]
    #[schema(max_length = 5000)]
    pub text: String,
}

/// What a teacher gives for answers of an attempt.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = QuizGrades)]
pub struct GradesDraft {
    /// The attempt's `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
    #[garde(length(min = 1, max = 200), dive)]
    #[schema(min_items = 1, max_items = 200)]
    pub grades: Vec<GradeDraft>,
}

/// What a teacher gives for an answer.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = QuizGrade)]
pub struct GradeDraft {
    #[garde(range(min = 1, max = 2_147_483_647))]
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    pub question: i64,
    /// At most the question's marks.
    #[garde(range(min = 0, max = 100))]
    #[schema(minimum = 0, maximum = 100)]
    pub score: i64,
    #[garde(inner(length(chars, max = 2_000)))]
    #[schema(max_length = 2000)]
    pub comment: Option<String>,
}

/// Somebody's extra time.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuizExtraTime)]
pub struct ExtraTimeDraft {
    /// Percent of the time limit beyond it.
    #[garde(range(min = 0, max = 300))]
    #[schema(minimum = 0, maximum = 300)]
    pub extra_time: i64,
}

/// Questions that are to be graded again.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = QuizRegradeDraft)]
pub struct RegradeDraft {
    /// The quiz's `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
    #[garde(skip)]
    pub mode: RegradeMode,
    #[garde(length(min = 1, max = 200))]
    #[schema(min_items = 1, max_items = 200)]
    pub questions: Vec<i64>,
}
