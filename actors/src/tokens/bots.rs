//! Bots: programs with an account that belongs to an organisation, and a token to act with. Contract §1.
//!
//! Decisions: a bot belongs to its organisation and not to its creator. All managers of the organisation see its bots,
//! are notified when one is created or removed, and may remove each of them; so nothing stops when somebody leaves. A
//! bot has the relation BOT: it reads and writes in public channels like a member, in private ones to which it is
//! added, and acts on nobody's behalf. Nobody can sign in with its account, write to it or have it as a contact. It may
//! not have a member's name: if a member later gets the same name, the bot is marked before it acts again. Bots cannot
//! be renamed.

use storage::accounts::NotificationType;
use storage::accounts::{ProfileChange, WhoMayMessage};
use storage::audit::{AuditKind, AuditSubjectKind};
use storage::ids::NotificationId;
use storage::tokens::{Bot, MOST_BOTS, Scope};

use super::{NAME_MAX, ended, ending, new_secret};
use crate::accounts::{call_bot, make_bot};
use crate::area::Way;
use crate::audit::{self, Act};
use crate::entities::{self, rules};
use crate::notifications;
use crate::notifications::view::InChat;
use crate::platform::people::is_bot;
use crate::platform::quotas::below;
use crate::platform::text::display_name;
use crate::prelude::*;
use crate::webhooks::is_a_members_name;

/// A bot was created or removed in an organisation that the recipient manages.
pub const BOT_CREATED: &str = "BOT_CREATED";
pub const BOT_REMOVED: &str = "BOT_REMOVED";
/// The subject of such a notification.
const BOT: &str = "bot";
/// Most administrators notified of a bot.
const TOLD: usize = 50;

/// Scopes of a bot's token. Not those for a person's own things: profile, contacts, organisations, posts or reports.
const GIVEN: &[Scope] = &[
    Scope::Read,
    Scope::ProfileRead,
    Scope::EntitiesRead,
    Scope::ChatRead,
    Scope::ChatWrite,
    Scope::CalendarRead,
    Scope::CalendarWrite,
    Scope::FeedRead,
    Scope::NotificationsRead,
    Scope::NotificationsWrite,
];

fn given(scopes: &[Scope]) -> Result<()> {
    if scopes.iter().all(|scope| GIVEN.contains(scope)) {
        return Ok(());
    }
    Err(Refusal::field("scopes", "NOT_FOR_BOTS", "En bot får inte göra det som hör till en person."))
}

/// The kinds of notifications about bots.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Membership, &[BOT_CREATED, BOT_REMOVED])],
    always: &[BOT_CREATED, BOT_REMOVED],
    mailed: &[],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// A bot that is to be made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct NewBot {
    /// What it is called: 1–80 characters after trimming, and no member's name.
    #[garde(skip)]
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What its token may do; at least one. `read`, and of the areas `profile:read`, `entities:read`, `chat:read`, `chat:write`,
    /// `calendar:read`, `calendar:write`, `feed:read`, `notifications:read` and `notifications:write`.
    #[garde(length(min = 1, max = 18))]
    #[schema(min_items = 1, max_items = 18)]
    pub scopes: Vec<Scope>,
    /// When its token ends: within a year; absent: not before the bot is removed.
    #[garde(skip)]
    pub expires: Option<Moment>,
}

/// A bot, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bot)]
pub struct BotView {
    /// Its account.
    pub id: UserId,
    pub name: String,
    /// The name in addresses and after `@`.
    pub user_name: String,
    /// Always true.
    pub is_bot: bool,
    /// What its token may do; none once that has ended.
    pub scopes: Vec<Scope>,
    pub created: Moment,
    /// Who made it.
    pub created_by: UserId,
    /// What they are called; null once they are gone.
    pub created_by_name: Option<String>,
    /// When its token ends; null: not before the bot is removed.
    pub expires: Option<Moment>,
    /// The last use that was noted, once a minute at most; null: none yet.
    pub last_used: Option<Moment>,
}

/// A bot that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BotMade {
    #[serde(flatten)]
    pub bot: BotView,
    /// The secret of its token, to be sent as `Authorization: Bearer kal_…`. Shown this once: only its hash is kept.
    pub token: String,
}

/// Refuses people who do not manage an organisation. 404: there is none.
async fn run_by(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    entities::existing(platform, id).await?;
    rules::require_manager(entities::relation(platform, id, who.user_id).await?)
}

/// Creates a bot of an organisation. 403 below ADMINISTRATOR, 409 too many, 422 a member has that name.
pub async fn create(platform: &Platform, who: &Who, id: EntityId, new: NewBot) -> Result<BotMade> {
    run_by(platform, who, id).await?;
    let name = display_name("name", &new.name, 1, NAME_MAX)?;
    given(&new.scopes)?;
    let expires = new.expires.map(|at| ending(at, now())).transpose()?;
    let _turn = platform.turns.of(id.0).await;
    below(platform.storage.tokens.bots(id).await?.len(), MOST_BOTS, "botar i organisationen")?;
    if is_a_members_name(platform, id, &name, None).await? {
        return Err(Refusal::field("name", "NAME_TAKEN", "Någon i organisationen heter redan så."));
    }
    let bot_id = account(platform, &name).await?;
    let (secret, token) = new_secret(platform, bot_id, name.clone(), &new.scopes, expires)?;
    let bot = Bot { entity_id: id, bot_id, name, created_by: who.user_id, created: token.created };
    let rows = entries(platform, who, &bot, BOT_CREATED).await?;
    let mut with = notifications::writes(platform, &rows)?;
    with.push(bot.insert());
    let act = Act::of(AuditKind::TokenCreated).subject(AuditSubjectKind::Bot, bot_id.0, Some(&bot.name));
    with.extend(audit::writes(platform, id, Some(who.user_id), act)?);
    platform.storage.tokens.create(&token, with).await?;
    // Last: an interrupted creation leaves a bot that is listed, has no rights and can be removed.
    entities::admit(platform, id, bot_id, RelationType::Bot, (Some(who.user_id), Way::Bot)).await?;
    notifications::announce(platform, &rows);
    Ok(BotMade { bot: seen(platform, bot).await?, token: secret })
}

/// Appended to the name of a bot that a member has by now.
const MARK: &str = " (bot)";

/// Marks a bot whose name a member has. Checked when its token is used, at most once a minute.
pub(super) async fn give_way(platform: &Platform, bot_id: UserId) -> Result<()> {
    let Some(account) = platform.storage.accounts.user(bot_id).await?.filter(is_bot) else { return Ok(()) };
    let name = &account.display_name;
    if name.ends_with(MARK) {
        return Ok(());
    }
    for relation in platform.storage.entities.relations_of(bot_id).await? {
        if is_a_members_name(platform, relation.entity_id, name, Some(bot_id)).await? {
            return call_bot(platform, bot_id, format!("{name}{MARK}")).await;
        }
    }
    Ok(())
}

/// An account without a sign-in, to which nobody can write.
async fn account(platform: &Platform, name: &str) -> Result<UserId> {
    let user = make_bot(platform, name, None).await?;
    let private = ProfileChange {
        who_may_message: Some(WhoMayMessage::Contacts),
        discoverable: Some(false),
        ..ProfileChange::default()
    };
    platform.storage.accounts.change_profile(user.user_id, private, None, Vec::new()).await?;
    Ok(user.user_id)
}

async fn seen(platform: &Platform, bot: Bot) -> Result<BotView> {
    let token = platform.storage.tokens.of(bot.bot_id).await?.pop();
    let account = platform.people.get(bot.bot_id).await?;
    let maker = platform.people.get(bot.created_by).await?;
    Ok(BotView {
        id: bot.bot_id,
        name: bot.name,
        user_name: account.map(|user| user.user_name.clone()).unwrap_or_default(),
        is_bot: true,
        scopes: token.as_ref().map(|token| token.scopes.clone()).unwrap_or_default(),
        created: bot.created,
        created_by: bot.created_by,
        created_by_name: maker.map(|user| user.display_name.clone()).filter(|name| !name.is_empty()),
        expires: token.as_ref().and_then(|token| token.expires),
        last_used: token.and_then(|token| token.last_used),
    })
}

/// An organisation's bots, newest first. 403 below ADMINISTRATOR.
pub async fn list(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<BotView>> {
    run_by(platform, who, id).await?;
    let mut all = Vec::new();
    for bot in platform.storage.tokens.bots(id).await?.into_iter().rev() {
        all.push(seen(platform, bot).await?);
    }
    Ok(all)
}

/// Removes a bot: its token at once on every node, then its relation to the organisation. What it wrote stays. 403
/// below ADMINISTRATOR, 404.
pub async fn remove(platform: &Platform, who: &Who, id: EntityId, bot_id: UserId) -> Result<()> {
    run_by(platform, who, id).await?;
    let absent = || Refusal::not_found("Boten finns inte.");
    let bot = platform.storage.tokens.bot(id, bot_id).await?.ok_or_else(absent)?;
    ended(platform, bot_id, &platform.storage.tokens.revoke_all(bot_id).await?);
    if entities::relation(platform, id, bot_id).await? == Some(RelationType::Bot) {
        let by = (Some(who.user_id), Way::Bot);
        entities::end_relation(platform, id, bot_id, RelationType::Bot, by, None).await?;
    }
    // Last, so that an interrupted attempt is repeated.
    let rows = entries(platform, who, &bot, BOT_REMOVED).await?;
    let mut writes = notifications::writes(platform, &rows)?;
    let act = Act::of(AuditKind::TokenRemoved).subject(AuditSubjectKind::Bot, bot_id.0, Some(&bot.name));
    writes.extend(audit::writes(platform, id, Some(who.user_id), act)?);
    if platform.storage.tokens.remove_bot(&bot, writes).await? {
        notifications::announce(platform, &rows);
    }
    Ok(())
}

/// A notification for every other manager of the organisation.
async fn entries(platform: &Platform, who: &Who, bot: &Bot, kind: &'static str) -> Result<Vec<Notification>> {
    let deciders = rules::managers();
    let mut rows = Vec::new();
    let found = platform.storage.entities.people(bot.entity_id, &deciders, "").take(TOLD).await?;
    for (relation, _) in found.iter().filter(|(relation, _)| relation.user_id != who.user_id) {
        let at = now();
        let id = NotificationId(platform.ids.next(at)?);
        rows.push(Notification {
            actor_id: Some(who.user_id),
            entity_id: Some(bot.entity_id),
            ..notifications::about(relation.user_id, id, kind, (BOT, bot.bot_id.0), at)
        });
    }
    Ok(rows)
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let name = platform.people.name(UserId(entry.subject_id)).await?;
    let entity = match entry.entity_id {
        Some(id) => platform.storage.entities.entity(id).await?,
        None => None,
    };
    let place = entity.as_ref().map_or("en organisation", |entity| entity.entity_name.as_str());
    let title = if entry.kind == BOT_CREATED {
        format!("{who} har lagt till boten {name} i {place}")
    } else {
        format!("{who} har tagit bort boten {name} ur {place}")
    };
    Ok(NotificationText {
        title,
        preview: None,
        path: entity.map(|entity| format!("/{}", entity.entity_slug)),
        tag: format!("bot-{}", entry.subject_id),
        aloud: true,
        in_chat: InChat::default(),
    })
}
