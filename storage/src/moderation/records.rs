//! Stored records of reports, cases and the log.

use crate::platform::ids::{CaseId, CaseStepId, EntityId, ReportId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;

text_enum! {
    /// What can be reported.
    ReportTarget {
        Message = "MESSAGE",
        Post = "POST",
        Comment = "COMMENT",
        Article = "ARTICLE",
        Infopoint = "INFOPOINT",
        Person = "PERSON",
    }
}

text_enum! {
    /// Whether a case waits for a moderator.
    CaseState {
        Open = "OPEN",
        Closed = "CLOSED",
    }
}

text_enum! {
    /// What became of a case.
    Outcome {
        /// Nothing is done.
        Dismissed = "DISMISSED",
        /// It is out of sight.
        Hidden = "HIDDEN",
        /// It is gone.
        Removed = "REMOVED",
        /// Its author was warned.
        Warned = "WARNED",
        /// Its author is barred from the organisation.
        Banned = "BANNED",
    }
}

text_enum! {
    /// A step in the log.
    CaseAction {
        Dismiss = "DISMISS",
        Hide = "HIDE",
        Remove = "REMOVE",
        Warn = "WARN",
        Ban = "BAN",
        /// The author objects: the case is open again.
        Object = "OBJECT",
        /// A message that waited is let through.
        Approve = "APPROVE",
        /// A message that waited is refused.
        Reject = "REJECT",
    }
}

text_enum! {
    /// What somebody has to do with a case.
    CasePart {
        Reporter = "REPORTER",
        Author = "AUTHOR",
    }
}

record! {
    /// One person's report about a thing.
    pub struct Report;
    pub(crate) static REPORTS: "moderation_reports", Ascending has CASES;
    partition {
        /// Of which case.
        case_id: CaseId => bigint,
    }
    clustering {
        /// Who reports.
        user_id: UserId => bigint,
    }
    columns {
        report_id: ReportId => bigint,
        reason: String => text,
        created: Moment => timestamp,
    }
}

record! {
    /// All reports about one thing until it is decided, with the decision.
    pub struct Case;
    pub(crate) static CASES: "moderation_cases" of REPORTS;
    partition {
        case_id: CaseId => bigint,
    }
    columns {
        /// The organisation that decides.
        entity_id: EntityId => bigint,
        target_type: ReportTarget => text,
        target_id: i64 => bigint,
        /// The thing's author; none: not any more.
        author_id: Option<UserId> => bigint,
        state: CaseState => text,
        /// The last decision.
        outcome: Option<Outcome> => text,
        /// Number of people who reported it.
        nr_reports: i64 => bigint,
        /// Time of the first report.
        opened: Moment => timestamp,
        closed: Option<Moment> => timestamp,
        closed_by: Option<UserId> => bigint,
        /// The author's appeal.
        objection: Option<String> => text,
        objected: Option<Moment> => timestamp,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

record! {
    /// The newest case of a thing.
    pub struct CaseTarget;
    pub(crate) static CASE_TARGETS: "moderation_targets", Ascending;
    partition {
        target_type: ReportTarget => text,
        target_id: i64 => bigint,
    }
    clustering {}
    columns {
        case_id: CaseId => bigint,
    }
}

record! {
    /// A case in an organisation's list.
    pub struct QueuedCase;
    pub(crate) static QUEUE: "moderation_queue", Ascending;
    partition {
        entity_id: EntityId => bigint,
        state: CaseState => text,
    }
    clustering {
        case_id: CaseId => bigint,
    }
    columns {}
}

record! {
    /// A step in an organisation's log. Written once, never changed.
    pub struct CaseStep;
    pub(crate) static LOG: "moderation_log", Descending;
    partition {
        entity_id: EntityId => bigint,
        /// The year in UTC.
        year: i64 => int,
    }
    clustering {
        step_id: CaseStepId => bigint,
    }
    columns {
        /// None: approving a message that waited is no case.
        case_id: Option<CaseId> => bigint,
        action: CaseAction => text,
        target_type: ReportTarget => text,
        target_id: i64 => bigint,
        /// Who decided; none: the author's own step.
        done_by: Option<UserId> => bigint,
        note: String => text,
        created: Moment => timestamp,
    }
}

record! {
    /// A person's part in a case, for export and erasure.
    pub struct CaseTrace;
    pub(crate) static TRACES: "moderation_traces", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        part: CasePart => text,
        case_id: CaseId => bigint,
    }
    columns {}
}
