//! Moderation queue of an organisation: cases, and messages that wait in its channels, for those who decide.

use storage::chat::{Channel, Message};
use storage::entities::RelationType;
use storage::ids::{CaseId, EntityId, MessageId, UserId};
use storage::moderation::{Case, CaseState, Report, ReportTarget};

use super::deciding::ground;
use super::rules::{self, Ability, Act};
use super::targets;
use super::view::{CaseView, ObjectionView, ReportView, TargetId, TargetType};
use crate::Platform;
use crate::accounts::Who;
use crate::chat::reported;
use crate::entities::PLATFORM;
use crate::entities::rules::manages;
use crate::feed::view::Speaker;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::Moment;

/// Most rounds of reading for one page.
const ROUNDS: usize = 8;
/// Reports shown with a case.
const SHOWN: usize = 20;
/// Highest count.
const COUNTED: usize = 100;

/// The requested page.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub state: CaseState,
    /// The cursor returned with the previous page.
    pub cursor: Option<i64>,
    pub limit: usize,
}

/// A page.
pub struct Page {
    pub cases: Vec<CaseView>,
    /// The cursor of the next page; none: there is none.
    pub cursor: Option<i64>,
}

/// A moderator of an organisation.
pub(super) struct Desk {
    who: Who,
    entity_id: EntityId,
    /// Decides about everything: OWNER and ADMINISTRATOR.
    manages: bool,
    /// The channels that they moderate now.
    channels: Vec<Channel>,
}

impl Desk {
    /// 404: no such organisation; 403: nothing to decide there.
    pub async fn open(platform: &Platform, who: &Who, entity_id: EntityId) -> Result<Self> {
        let relation = relation(platform, entity_id, who.user_id).await?;
        let channels = reported::moderated(platform, who.user_id, entity_id).await?;
        let manages = manages(relation);
        if !manages && channels.is_empty() {
            return Err(too_low());
        }
        Ok(Self { who: who.clone(), entity_id, manages, channels })
    }

    /// Only for those who decide about everything.
    pub async fn of_manager(platform: &Platform, who: &Who, entity_id: EntityId) -> Result<()> {
        if manages(relation(platform, entity_id, who.user_id).await?) { Ok(()) } else { Err(too_low()) }
    }

    /// Whether they may decide a case: all for managers, otherwise messages in channels that they moderate.
    pub async fn decides(&self, platform: &Platform, case: &Case) -> Result<bool> {
        if self.manages {
            return Ok(true);
        }
        if case.target_type != ReportTarget::Message {
            return Ok(false);
        }
        let message = reported::shown(platform, MessageId(case.target_id)).await?;
        Ok(message.is_some_and(|it| self.channels.iter().any(|channel| channel.channel_id == it.channel_id)))
    }
}

async fn relation(platform: &Platform, id: EntityId, user: UserId) -> Result<Option<RelationType>> {
    // The platform decides even if its organisation does not exist.
    if id != PLATFORM {
        crate::entities::existing(platform, id).await?;
    }
    crate::entities::relation(platform, id, user).await
}

fn too_low() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen.")
}

/// An entry of the queue.
enum Waiting {
    Case(Case),
    Message(Box<(Message, String)>),
}

impl Waiting {
    fn id(&self) -> i64 {
        match self {
            Self::Case(case) => case.case_id.0,
            Self::Message(it) => it.0.message_id.0,
        }
    }
}

/// Cases that the moderator decides about, after a cursor: at most `limit`, and whether there are more.
async fn found(platform: &Platform, desk: &Desk, asked: Asked, limit: usize) -> Result<(Vec<Case>, bool)> {
    let cases = &platform.storage.moderation;
    let (mut seen, mut from) = (Vec::new(), asked.cursor.map(CaseId));
    for _ in 0..ROUNDS {
        let ids = match asked.state {
            CaseState::Open => cases.waiting(desk.entity_id, from, limit + 1).await?,
            CaseState::Closed => cases.decided(desk.entity_id, from, limit + 1).await?,
        };
        let is_over = ids.len() <= limit;
        from = ids.last().copied().or(from);
        let mut some = cases.cases(&ids).await?;
        some.retain(|case| case.state == asked.state);
        some.sort_unstable_by_key(|case| ids.iter().position(|id| *id == case.case_id));
        for case in some {
            if desk.decides(platform, &case).await? {
                seen.push(case);
            }
        }
        if is_over || seen.len() > limit {
            let has_more = seen.len() > limit;
            seen.truncate(limit);
            return Ok((seen, has_more));
        }
    }
    Ok((seen, true))
}

/// A page of the queue: open cases and waiting messages, oldest first; closed cases, newest first.
pub async fn cases(platform: &Platform, who: &Who, entity: EntityId, asked: Asked) -> Result<Page> {
    let desk = Desk::open(platform, who, entity).await?;
    let (cases, mut has_more) = found(platform, &desk, asked, asked.limit).await?;
    let mut all: Vec<Waiting> = cases.into_iter().map(Waiting::Case).collect();
    if asked.state == CaseState::Open {
        let after = asked.cursor.map(MessageId);
        let last = all.last().map(Waiting::id).filter(|_| has_more);
        let waiting = reported::waiting(platform, &desk.channels, after).await?;
        let in_page =
            waiting.into_iter().filter(|(message, _)| last.is_none_or(|last| message.message_id.0 < last));
        all.extend(in_page.map(|it| Waiting::Message(Box::new(it))));
        all.sort_by_key(Waiting::id);
        has_more |= all.len() > asked.limit;
        all.truncate(asked.limit);
    }
    let cursor = all.last().map(Waiting::id).filter(|_| has_more);
    let mut cases = Vec::with_capacity(all.len());
    for one in &all {
        cases.push(match one {
            Waiting::Case(case) => view(platform, &desk, case).await?,
            Waiting::Message(it) => waiting_view(platform, &desk, &it.0, it.1.clone()).await?,
        });
    }
    Ok(Page { cases, cursor })
}

/// The number of entries that wait for the person's decision, up to 100.
pub async fn open(platform: &Platform, who: &Who, entity: EntityId) -> Result<usize> {
    let desk = Desk::open(platform, who, entity).await?;
    let cases = if desk.manages {
        platform.storage.moderation.waiting(entity, None, COUNTED).await?.len()
    } else {
        let asked = Asked { state: CaseState::Open, cursor: None, limit: COUNTED };
        found(platform, &desk, asked, COUNTED).await?.0.len()
    };
    let messages = reported::waiting(platform, &desk.channels, None).await?.len();
    Ok((cases + messages).min(COUNTED))
}

/// A person in a case; without a name if the account is gone.
pub(super) async fn speaker(platform: &Platform, id: Option<UserId>) -> Result<Option<Speaker>> {
    let Some(id) = id else { return Ok(None) };
    let user = platform.people.get(id).await?;
    Ok(Some(user.map_or_else(|| Speaker::gone(None), |user| Speaker::from(&*user))))
}

pub(super) fn objection(case: &Case) -> Option<ObjectionView> {
    let text = case.objection.clone()?;
    Some(ObjectionView { text, created: case.objected.unwrap_or(case.opened) })
}

/// A case as a moderator sees it.
pub(super) async fn view(platform: &Platform, desk: &Desk, case: &Case) -> Result<CaseView> {
    let shown = targets::shown(platform, case.target_type, case.target_id).await?;
    let reports: Vec<Report> = platform.storage.moderation.reports(case.case_id, None, SHOWN).await?;
    let mut seen = Vec::with_capacity(reports.len());
    for report in reports {
        let reporter = speaker(platform, Some(report.user_id)).await?;
        let reporter = reporter.unwrap_or_else(|| Speaker::gone(None));
        seen.push(ReportView { reason: report.reason, created: report.created, reporter });
    }
    let ground = ground(platform, &desk.who, case).await?;
    let is_open = case.state == CaseState::Open;
    let abilities = Act::ALL.into_iter().filter(|act| is_open && rules::fits(*act, ground));
    Ok(CaseView {
        id_case: Some(case.case_id),
        id_entity: case.entity_id,
        target_type: case.target_type.into(),
        target_id: targets::named(case.target_id, &shown),
        state: case.state,
        outcome: case.outcome,
        nr_reports: case.nr_reports,
        reports: seen,
        author: speaker(platform, case.author_id).await?,
        content: shown.content,
        created: case.opened,
        closed: case.closed,
        moderator: speaker(platform, case.closed_by).await?,
        objection: objection(case),
        path: shown.path,
        abilities: abilities.map(Ability::from).collect(),
    })
}

async fn waiting_view(platform: &Platform, desk: &Desk, message: &Message, path: String) -> Result<CaseView> {
    Ok(CaseView {
        id_case: None,
        id_entity: desk.entity_id,
        target_type: TargetType::WaitingMessage,
        target_id: TargetId::Number(message.message_id.0),
        state: CaseState::Open,
        outcome: None,
        nr_reports: 0,
        reports: Vec::new(),
        author: speaker(platform, Some(message.user_id)).await?,
        content: Some(crate::chat::view::formatted(message).to_owned()),
        created: Moment(message.created),
        closed: None,
        moderator: None,
        objection: None,
        path: Some(path),
        abilities: vec![Ability::Approve, Ability::Reject],
    })
}
