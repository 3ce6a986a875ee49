//! What is done with notices: facts, rules, one write, announce.

use actors::entities::{of_mine, relation};
use actors::prelude::*;

use super::rules::{self, Ability};
use super::storage::{Notice, NoticeId};

const POSTED: &str = "NOTICE_POSTED";
const REMINDER: &str = "NOTICE_REMINDER";

/// The area as the platform runs it.
pub static AREA: Area = Area {
    jobs: &[REMIND],
    rooms: &[&Of::<Board>::KIND],
    bells: &[Kinds {
        types: &[(NotificationType::Announcement, &[POSTED]), (NotificationType::Event, &[REMINDER])],
        always: &[],
        mailed: &[POSTED],
        missed: &[],
        say: |p, it, who| Box::pin(say(p, it, who)),
    }],
    export: Some(|platform, who| Box::pin(export(platform, who))),
    ..Area::named("notices")
};

/// A notice to put up, or as it shall be.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    #[garde(length(chars, min = 1, max = 120))]
    #[schema(min_length = 1, max_length = 120)]
    title: String,
    #[garde(length(chars, min = 1, max = 4000))]
    #[schema(min_length = 1, max_length = 4000)]
    text: String,
    /// When everybody is reminded; in the future.
    #[garde(skip)]
    remind_at: Option<Moment>,
}

/// A notice as one person sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    #[serde(flatten)]
    notice: Notice,
    author_name: String,
    /// Absent in live events: they are the same for everybody who listens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    abilities: Option<&'static [Ability]>,
}

impl NoticeView {
    /// Where it stands on its board.
    pub fn place(&self) -> i64 {
        self.notice.notice_id.0
    }
}

async fn view(platform: &Platform, notice: Notice) -> Result<NoticeView> {
    Ok(NoticeView { author_name: platform.people.name(notice.author_id).await?, notice, abilities: None })
}

/// A notice that somebody may change.
async fn load(platform: &Platform, who: &Who, board: EntityId, id: NoticeId) -> Result<Notice> {
    let relation = relation(platform, board, who.user_id).await?;
    rules::read(relation)?;
    let notice = platform.storage.engine().find(Notice::at(board, id)).await?;
    let notice = notice.ok_or_else(|| Refusal::not_found("Anslaget finns inte."))?;
    rules::change(relation, who.user_id, &notice).map(|()| notice)
}

/// A board, newest first; whether there is more.
pub async fn list(
    platform: &Platform,
    who: &Who,
    board: EntityId,
    before: Option<NoticeId>,
    limit: usize,
) -> Result<(Vec<NoticeView>, bool)> {
    let relation = relation(platform, board, who.user_id).await?;
    rules::read(relation)?;
    let page = Notice::of(board).before_any(before);
    let (notices, more): (Vec<Notice>, _) = platform.storage.engine().page(page, limit).await?;
    let mut seen = Vec::with_capacity(notices.len());
    for notice in notices {
        let abilities = Some(rules::abilities(relation, who.user_id, &notice));
        seen.push(NoticeView { abilities, ..view(platform, notice).await? });
    }
    Ok((seen, more))
}

/// Puts a notice up; everybody of the organisation is told.
pub async fn create(platform: &Platform, who: &Who, board: EntityId, draft: Draft) -> Result<NoticeView> {
    let at = now();
    rules::write(relation(platform, board, who.user_id).await?)?;
    rules::remind_at(draft.remind_at, at)?;
    let notice = Notice {
        entity_id: board,
        notice_id: NoticeId(platform.ids.next(at)?),
        author_id: who.user_id,
        title: draft.title,
        text: draft.text,
        created: Moment(at),
        updated: Moment(at),
        remind_at: draft.remind_at,
        version: 1,
    };
    let mut writes = vec![notice.insert(), bell(platform, POSTED, &notice)?];
    writes.extend(reminder(platform, &notice)?);
    let seen = view(platform, notice).await?;
    platform.storage.engine().write(writes).await?;
    platform.jobs.wake();
    platform.publish::<Board>(board.0, &Event::Created { notice: &seen });
    Ok(NoticeView { abilities: Some(rules::OWN), ..seen })
}

/// Changes a notice. 409 MOVED_ON: somebody else has meanwhile.
pub async fn change(
    platform: &Platform,
    who: &Who,
    board: EntityId,
    id: NoticeId,
    Draft { title, text, remind_at }: Draft,
) -> Result<NoticeView> {
    let (old, at) = (load(platform, who, board, id).await?, now());
    let new = Notice { title, text, remind_at, updated: Moment(at), version: old.version + 1, ..old.clone() };
    let mut then = Vec::new();
    if new.remind_at != old.remind_at {
        rules::remind_at(new.remind_at, at)?;
        then.extend(reminder(platform, &new)?);
    }
    let guard = old.change_whole_to(&new).ok_or_else(Refusal::internal)?;
    let seen = view(platform, new).await?;
    ensure_applied(platform.storage.engine().decide(guard, then).await?)?;
    platform.publish::<Board>(board.0, &Event::Updated { notice: &seen });
    Ok(NoticeView { abilities: Some(rules::OWN), ..seen })
}

/// Takes a notice down. 409 MOVED_ON: somebody else has changed it meanwhile.
pub async fn remove(platform: &Platform, who: &Who, board: EntityId, id: NoticeId) -> Result<()> {
    let notice = load(platform, who, board, id).await?;
    let guard = notice.key().delete_if([("version", notice.version.into())]);
    ensure_applied(platform.storage.engine().decide(guard, Vec::new()).await?)?;
    platform.publish::<Board>(board.0, &Event::Deleted { notice_id: id, version: notice.version + 1 });
    Ok(())
}

/// What whoever has the board open is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = NoticeEvent)]
pub enum Event<'a> {
    #[serde(rename = "NOTICE_CREATED")]
    Created { notice: &'a NoticeView },
    #[serde(rename = "NOTICE_UPDATED")]
    Updated { notice: &'a NoticeView },
    #[serde(rename = "NOTICE_DELETED", rename_all = "camelCase")]
    Deleted { notice_id: NoticeId, version: i64 },
}

/// The board of an organisation as it is listened to.
#[derive(Clone, Default)]
pub struct Board;

/// Where it is told.
pub const BOARD: &str = "/topic/entity/{id}/notices";

impl EntityRoom for Board {
    const NAME: &'static str = "notices";
    const PLACE: &'static str = BOARD;

    fn may_listen(relation: Option<RelationType>) -> bool {
        rules::read(relation).is_ok()
    }
}

/// What tells everybody of the organisation of a notice.
fn bell(platform: &Platform, kind: &str, notice: &Notice) -> Result<Write> {
    let subject = ("notice", notice.notice_id.0);
    Ok(to_members(platform, notice.entity_id, kind, subject, notice.author_id)?.insert())
}

fn reminder(platform: &Platform, notice: &Notice) -> Result<Option<Write>> {
    let job = |at: Moment| jobs::job(platform, REMIND.name, at.0, &(notice.entity_id, notice.notice_id));
    Ok(notice.remind_at.map(job).transpose()?.map(|job| job.insert()))
}

/// Reminds everybody at a notice's moment, unless that was put off or the notice is gone.
const REMIND: JobKind = JobKind {
    name: "notice-reminder",
    class: jobs::Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (board, id): (EntityId, NoticeId) = serde_json::from_str(&job.payload)?;
            let db = platform.storage.engine();
            let notice: Option<Notice> = db.find(Notice::at(board, id)).await?;
            if let Some(notice) = notice.filter(|notice| notice.remind_at == Some(Moment(job.due))) {
                db.write(vec![bell(&platform, REMINDER, &notice)?]).await?;
                platform.jobs.wake();
            }
            Ok(())
        })
    },
};

/// What the bell, push messages and mails say.
async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let board = entry.entity_id.ok_or_else(Refusal::internal)?;
    let reads = rules::read(relation(platform, board, entry.user_id).await?).is_ok();
    let id = NoticeId(entry.subject_id);
    let notice: Option<Notice> = platform.storage.engine().find(Notice::at(board, id)).await?;
    let verb = if entry.kind == REMINDER { "påminner om ett anslag" } else { "har satt upp ett anslag" };
    let title = notice.filter(|_| reads).map(|notice| notice.title);
    Ok(NotificationText {
        aloud: title.is_some(),
        ..NotificationText::of(format!("{who} {verb}"), format!("/anslag/{board}"), title)
    })
}

/// What I have put up.
async fn export(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let boards: Vec<Notice> = of_mine(platform, who.user_id, Notice::of).await?;
    let mine: Vec<_> = boards.into_iter().filter(|notice| notice.author_id == who.user_id).collect();
    Ok(vec![file("notices.json", mine)?])
}
