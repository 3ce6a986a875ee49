//! Notifications of a decision: for those who reported, and the author of the reported thing.

use storage::accounts::NotificationType;
use storage::ids::{CaseId, NotificationId, UserId};
use storage::moderation::{Case, ReportTarget};
use storage::notifications::Notification;

use super::deciding::Decision;
use super::rules::Act;
use crate::Platform;
use crate::notifications::view::InChat;
use crate::notifications::{Kinds, NotificationText, about, notify_missing};
use crate::platform::error::Result;
use crate::platform::time::now;

const HANDLED: &str = "REPORT_HANDLED";
const HIDDEN: &str = "MODERATION_HIDDEN";
const REMOVED: &str = "MODERATION_REMOVED";
const WARNED: &str = "MODERATION_WARNED";
const BANNED: &str = "MODERATION_BANNED";
/// The subject and scope of notifications.
const CASE: &str = "moderation_case";
/// Reports per read.
const SLICE: usize = 200;
/// Longest displayed note, in characters.
const PREVIEW: usize = 140;

/// The kinds of notifications about decisions.
pub(super) const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Moderation, &[HANDLED, HIDDEN, REMOVED, WARNED, BANNED])],
    always: &[],
    mailed: &[],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

/// The kind for the author; none: nothing was done.
fn kind_of(act: Act) -> Option<&'static str> {
    match act {
        Act::Dismiss => None,
        Act::Hide => Some(HIDDEN),
        Act::Remove => Some(REMOVED),
        Act::Warn => Some(WARNED),
        Act::Ban => Some(BANNED),
    }
}

/// One notification per decision and person: a repetition makes the same one.
fn entry(to: UserId, kind: &str, decision: &Decision, at: i64) -> Notification {
    // Without who decided.
    let entry = about(to, NotificationId(decision.step_id.0), kind, (CASE, decision.step_id.0), at);
    Notification { scope_id: decision.case_id.0, ..entry }
}

/// Notifies everybody concerned.
pub(super) async fn notify_concerned(platform: &Platform, case: &Case, decision: &Decision) -> Result<()> {
    let at = now();
    if let (Some(author), Some(kind)) = (case.author_id, kind_of(decision.act)) {
        notify_missing(platform, vec![entry(author, kind, decision, at)]).await?;
    }
    let mut after = None;
    loop {
        let some = platform.storage.moderation.reports(case.case_id, after, SLICE).await?;
        after = some.last().map(|report| report.user_id);
        let rows = some.iter().map(|report| entry(report.user_id, HANDLED, decision, at)).collect();
        notify_missing(platform, rows).await?;
        if some.len() < SLICE {
            return Ok(());
        }
    }
}

fn what(target: ReportTarget) -> &'static str {
    match target {
        ReportTarget::Message => "Ditt meddelande",
        ReportTarget::Post => "Ditt inlägg",
        ReportTarget::Comment => "Din kommentar",
        ReportTarget::Article => "Din artikel",
        ReportTarget::Infopoint => "Din plats",
        ReportTarget::Person => "Ditt konto",
    }
}

async fn say(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let id = CaseId(entry.scope_id);
    let tag = format!("moderation-{id}");
    let none = |title: String| NotificationText {
        title,
        preview: None,
        path: None,
        tag: tag.clone(),
        aloud: false,
        in_chat: InChat::default(),
    };
    let case = platform.storage.moderation.case(id).await?;
    if entry.kind == HANDLED {
        let title = "Din rapport har behandlats".to_owned();
        return Ok(NotificationText { aloud: true, ..none(title) });
    }
    let Some(case) = case.filter(|case| case.author_id == Some(entry.user_id)) else {
        return Ok(none("En moderator har fattat ett beslut".to_owned()));
    };
    let what = what(case.target_type);
    let participle = |common: &'static str, neuter: &'static str| match case.target_type {
        ReportTarget::Comment | ReportTarget::Article | ReportTarget::Infopoint => common,
        _ => neuter,
    };
    let title = match entry.kind.as_str() {
        HIDDEN => format!("{what} har dolts av en moderator"),
        REMOVED => format!("{what} har tagits bort av en moderator"),
        BANNED => "Du har stängts av från en organisation".to_owned(),
        _ => format!("{what} är {} och du har fått en varning", participle("rapporterad", "rapporterat")),
    };
    let warning = match entry.kind.as_str() {
        WARNED => note(platform, &case, entry.subject_id).await?,
        _ => None,
    };
    let path = Some(format!("/moderering/arende/{id}"));
    Ok(NotificationText { preview: warning, path, aloud: true, ..none(title) })
}

/// The note of a warning.
async fn note(platform: &Platform, case: &Case, step: i64) -> Result<Option<String>> {
    let step = platform.storage.moderation.step_of(case.entity_id, storage::ids::CaseStepId(step)).await?;
    let text = step.map(|step| step.note.chars().take(PREVIEW).collect::<String>());
    Ok(text.filter(|text| !text.is_empty()))
}
