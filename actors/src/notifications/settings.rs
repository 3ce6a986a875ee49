//! What people choose about notifications: a cell per organisation (or none), type and channel. The choices are part of
//! the person's row, which is cached: to judge a notification nothing more is read. Contract §11.3.

use std::borrow::Cow;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::{Choice, Digest, NotificationChannel, NotificationSettings, NotificationType, User};
use storage::ids::{EntityId, UserId};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, Ref, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::judging::kind;
use super::rules::{Mailing, is_offered};
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::before_retry;

/// Most organisations about which somebody may have chosen something of their own.
const MOST_ENTITIES: usize = 200;
/// Attempts at a change while other devices change something too.
const TRIES: u32 = 8;

/// Who decided about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Source {
    /// My choice for the organisation.
    Entity,
    /// My choice for what belongs to no organisation.
    Personal,
    /// I chose nothing.
    Default,
}

/// What holds for one type and channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationSetting)]
pub struct SettingView {
    /// The organisation; none: what belongs to no organisation.
    pub entity_id: Option<EntityId>,
    pub notification_type: NotificationType,
    pub channel: NotificationChannel,
    pub enabled: bool,
    /// When the mail goes; absent for other channels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    pub source: Source,
}

/// A cell that I change.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
#[schema(as = ChangeNotificationSetting)]
pub struct ChangeSetting {
    /// The one of the address, or absent where there is none.
    #[serde(default)]
    pub entity_id: Option<EntityId>,
    pub notification_type: NotificationType,
    pub channel: NotificationChannel,
    /// Absent, and no `digest`: my own choice is taken back.
    #[serde(default)]
    pub enabled: Option<bool>,
    /// Of mails alone; absent: as it is.
    #[serde(default)]
    pub digest: Option<Digest>,
}

/// The cells that I change, all or none; others stay.
#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(transparent)]
pub struct ChangeSettings(#[garde(length(min = 1, max = 60), dive)] pub Vec<ChangeSetting>);

/// A list as a whole body; the derive knows no limits of one.
impl PartialSchema for ChangeSettings {
    fn schema() -> RefOr<Schema> {
        let one = Ref::from_schema_name(ChangeSetting::name());
        ArrayBuilder::new().items(one).min_items(Some(1)).max_items(Some(60)).into()
    }
}

impl ToSchema for ChangeSettings {
    fn name() -> Cow<'static, str> {
        "ChangeNotificationSettings".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ChangeSetting::name().into_owned(), ChangeSetting::schema()));
        ChangeSetting::schemas(schemas);
    }
}

/// The settings of one organisation, or of what belongs to none. 403: no relation to it. 404: there is none.
pub async fn list(platform: &Platform, who: &Who, of: Option<EntityId>) -> Result<Vec<SettingView>> {
    may(platform, who, of).await?;
    let user = person(platform, who.user_id).await?;
    Ok(views(platform, &user, of))
}

/// Changes cells; answers all. 422: a cell of another organisation, or one that there is not.
pub async fn change(
    platform: &Platform,
    who: &Who,
    of: Option<EntityId>,
    changes: &[ChangeSetting],
) -> Result<Vec<SettingView>> {
    may(platform, who, of).await?;
    checked(of, changes)?;
    let user = changed(platform, who.user_id, |user, chosen| {
        for (n, change) in changes.iter().enumerate() {
            if change.channel == NotificationChannel::Sms
                && change.enabled == Some(true)
                && user.phone.is_none()
            {
                return Err(refused(n, "channel", "PHONE", "Bekräfta ditt telefonnummer först."));
            }
            chosen.set((of, change.notification_type, change.channel), choice(chosen, of, change));
        }
        if chosen.entities().count() > MOST_ENTITIES {
            return Err(Refusal::conflict("QUOTA_REACHED", "Du har egna val för för många organisationer."));
        }
        Ok(())
    })
    .await?;
    Ok(views(platform, &user, of))
}

/// What I chose for one organisation holds everywhere; without one: what I chose for what belongs to none.
pub async fn apply_to_all(platform: &Platform, who: &Who, of: Option<EntityId>) -> Result<Vec<SettingView>> {
    may(platform, who, of).await?;
    let user = changed(platform, who.user_id, |_, chosen| {
        chosen.apply_to_all(of);
        Ok(())
    })
    .await?;
    Ok(views(platform, &user, of))
}

/// Everybody may choose about an organisation to which they have a relation.
async fn may(platform: &Platform, who: &Who, of: Option<EntityId>) -> Result<()> {
    let Some(id) = of else { return Ok(()) };
    let entities = &platform.storage.entities;
    if entities.entity(id).await?.is_none() {
        return Err(Refusal::not_found("Organisationen finns inte."));
    }
    entities.relation(id, who.user_id).await?.map(drop).ok_or_else(Refusal::access_denied)
}

fn refused(n: usize, field: &str, code: &'static str, message: &'static str) -> Refusal {
    Refusal::field(format!("[{n}].{field}"), code, message)
}

fn checked(of: Option<EntityId>, changes: &[ChangeSetting]) -> Result<()> {
    let mut seen = Vec::with_capacity(changes.len());
    for (n, change) in changes.iter().enumerate() {
        let cell = (change.notification_type, change.channel);
        if change.entity_id != of {
            return Err(refused(n, "entityId", "ENTITY", "Inställningen hör till en annan organisation."));
        }
        if change.digest.is_some() && change.channel != NotificationChannel::Email {
            return Err(refused(n, "digest", "DIGEST", "Bara mejl kan samlas."));
        }
        if !is_offered(change.notification_type, change.channel) {
            return Err(refused(n, "channel", "CHANNEL", "Sådant skickas inte som sms."));
        }
        if seen.contains(&cell) {
            return Err(refused(n, "notificationType", "DUPLICATE", "Samma inställning står två gånger."));
        }
        seen.push(cell);
    }
    Ok(())
}

/// What a change makes of a cell.
fn choice(chosen: &NotificationSettings, of: Option<EntityId>, change: &ChangeSetting) -> Option<Choice> {
    let kept = || match choice_of(chosen, of, change.notification_type, change.channel) {
        Some((Choice::On(digest), _)) => digest,
        _ => Digest::Immediate,
    };
    match (change.enabled, change.digest) {
        (None, None) => None,
        (Some(false), _) => Some(Choice::Off),
        (_, digest) => Some(Choice::On(digest.unwrap_or_else(kept))),
    }
}

/// Changes a person's choices by compare and set, so that none of two devices undoes the other's.
async fn changed(
    platform: &Platform,
    user_id: UserId,
    change: impl Fn(&User, &mut NotificationSettings) -> Result<()>,
) -> Result<User> {
    for attempt in 0..TRIES {
        let user = person(platform, user_id).await?;
        let mut chosen = user.notify.clone().unwrap_or_default();
        change(&user, &mut chosen)?;
        if platform.storage.accounts.set_notify(user_id, user.notify.as_ref(), &chosen).await? {
            platform.announce(Announcement::changed(crate::platform::people::CHANGED, user_id.0));
            return Ok(User { notify: Some(chosen), ..user });
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// A person as they are stored now.
pub(super) async fn person(platform: &Platform, user_id: UserId) -> Result<User> {
    let user = platform.storage.accounts.user(user_id).await?;
    user.ok_or_else(|| Refusal::not_found("Kontot finns inte."))
}

/// Every cell, in the order of types and channels.
fn views(platform: &Platform, user: &User, of: Option<EntityId>) -> Vec<SettingView> {
    let all =
        NotificationType::ALL.iter().flat_map(|one| NotificationChannel::ALL.iter().map(move |c| (*one, *c)));
    let all = all.filter(|(notification_type, channel)| is_offered(*notification_type, *channel));
    let chosen = user.notify.clone().unwrap_or_default();
    all.map(|(notification_type, channel)| {
        let decided = choice_of(&chosen, of, notification_type, channel);
        let (choice, source) = decided
            .unwrap_or_else(|| (by_default(platform, user, notification_type, channel), Source::Default));
        let digest = match choice {
            Choice::On(digest) => digest,
            Choice::Off => Digest::Immediate,
        };
        SettingView {
            entity_id: of,
            notification_type,
            channel,
            enabled: choice != Choice::Off,
            digest: (channel == NotificationChannel::Email).then_some(digest),
            source,
        }
    })
    .collect()
}

/// The choice that holds for a cell.
fn choice_of(
    chosen: &NotificationSettings,
    of: Option<EntityId>,
    notification_type: NotificationType,
    channel: NotificationChannel,
) -> Option<(Choice, Source)> {
    let own = of.and_then(|_| chosen.get((of, notification_type, channel)));
    let personal = || chosen.get((None, notification_type, channel)).map(|choice| (choice, Source::Personal));
    own.map(|choice| (choice, Source::Entity)).or_else(personal)
}

/// What happens without a choice: on where anything of the type is sent.
fn by_default(
    platform: &Platform,
    user: &User,
    notification_type: NotificationType,
    channel: NotificationChannel,
) -> Choice {
    let kinds = platform.areas().flat_map(|area| area.bells);
    let kinds = kinds.flat_map(|kinds| kinds.names().filter_map(|name| kind(kinds, name)));
    let mut kinds = kinds.filter(|kind| kind.notification_type == notification_type && !kind.is_always);
    let is_on = match channel {
        NotificationChannel::Push => true,
        NotificationChannel::Sms => false,
        NotificationChannel::Email => kinds.any(|kind| match kind.mailing {
            Mailing::Never => false,
            Mailing::Missed => user.mail_missed,
            Mailing::AtOnce => true,
        }),
    };
    if is_on { Choice::On(Digest::Immediate) } else { Choice::Off }
}

/// A person's choices for the data export.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exported {
    phone: Option<String>,
    waiting_phone: Option<String>,
    chosen: Vec<ExportedCell>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExportedCell {
    entity_id: Option<EntityId>,
    notification_type: NotificationType,
    channel: NotificationChannel,
    enabled: bool,
    digest: Option<Digest>,
}

pub(super) async fn exported(platform: &Platform, who: &Who) -> Result<Exported> {
    let user = person(platform, who.user_id).await?;
    let chosen = user.notify.unwrap_or_default();
    let rows: Vec<Option<EntityId>> = [None].into_iter().chain(chosen.entities().map(Some)).collect();
    let cells = rows.into_iter().flat_map(|row| chosen.of(row)).map(
        |((entity_id, notification_type, channel), choice)| {
            let digest = match choice {
                Choice::On(digest) if channel == NotificationChannel::Email => Some(digest),
                _ => None,
            };
            ExportedCell { entity_id, notification_type, channel, enabled: choice != Choice::Off, digest }
        },
    );
    let waiting_phone = platform.storage.notifications.phone_code(who.user_id).await?.map(|code| code.phone);
    Ok(Exported { phone: user.phone, waiting_phone, chosen: cells.collect() })
}

/// Switches off mails of these cells, which may come without having been chosen.
pub(super) async fn switch_off(
    platform: &Platform,
    user_id: UserId,
    cells: &[(Option<EntityId>, NotificationType)],
) -> Result<()> {
    changed(platform, user_id, |_, chosen| {
        for (of, notification_type) in cells {
            chosen.set((*of, *notification_type, NotificationChannel::Email), Some(Choice::Off));
        }
        Ok(())
    })
    .await
    .map(drop)
}

/// Switches off mails of these cells that somebody chose; where the personal choice let them through, that one.
pub(super) async fn end_mails(
    platform: &Platform,
    user_id: UserId,
    cells: &[(Option<EntityId>, NotificationType)],
) -> Result<()> {
    changed(platform, user_id, |_, chosen| {
        for (of, notification_type) in cells {
            let email = NotificationChannel::Email;
            match choice_of(chosen, *of, *notification_type, email) {
                Some((Choice::On(_), Source::Entity)) => {
                    chosen.set((*of, *notification_type, email), Some(Choice::Off));
                }
                Some((Choice::On(_), _)) => {
                    chosen.set((None, *notification_type, email), Some(Choice::Off));
                }
                _ => {}
            }
        }
        Ok(())
    })
    .await
    .map(drop)
}
