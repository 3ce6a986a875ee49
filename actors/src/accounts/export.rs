//! The data export: everything stored about a person, as a zip of JSON files and of their own files and pictures; each
//! area adds its part. Contract §2.
//!
//! There is no index of messages by author: the channels of the person's organisations are read, so an export takes a
//! while and may be requested three times an hour. It is streamed while it is written ([`super::archive`]).
//!
//! What others wrote (GDPR, article 15(4): a copy must not adversely affect others' rights): conversations are included
//! whole, as the person received them and can read them, with the authors' names; nothing else about the others, and
//! not the contents of their files. What others wrote in organisations' channels belongs to the organisation, which has
//! an export of its own.

use std::io;

use bytes::Bytes;
use futures_util::Stream;
use serde_json::json;

use super::view::{SessionView, UserView};
use super::{Who, me};
use crate::Platform;
use crate::area::{File, file};
use crate::platform::archive::Archive;
use crate::platform::error::Result;
use crate::platform::pictures::PictureKind;
use crate::platform::time::{Moment, now};

/// The zip, piece by piece. 429 after three requests within an hour.
pub async fn export(
    platform: &Platform,
    who: &Who,
) -> Result<impl Stream<Item = io::Result<Bytes>> + 'static + use<>> {
    platform.limits.export(platform.bus.as_ref(), who.user_id).await?;
    // If the store is unavailable the request is refused here, not cut short later.
    me(platform, who).await?;
    let (archive, pieces) = Archive::begin();
    let (platform, who) = (platform.clone(), who.clone());
    actix_rt::spawn(async move {
        let cutter = archive.cutter();
        if let Err(refusal) = write(&platform, &who, archive).await {
            tracing::warn!(%refusal, "a copy of somebody's data ended before it was whole");
            cutter.cut().await;
        }
    });
    Ok(pieces)
}

async fn write(platform: &Platform, who: &Who, mut archive: Archive) -> Result<()> {
    for area in platform.areas() {
        if let Some(read) = area.export {
            for (name, content) in read(platform, who).await? {
                archive.json(name, &content).await?;
            }
        }
        if let Some(bring) = area.archive {
            bring(platform, who, &mut archive).await?;
        }
    }
    let about = json!({
        "product": "Kalender", "version": env!("CARGO_PKG_VERSION"), "userId": who.user_id, "created": Moment(now()),
        "text": ABOUT,
    });
    archive.finish(&about).await
}

/// The description inside the export.
const ABOUT: [&str; 4] = [
    "Allt som Kalender har om dig: uppgifter som JSON, och dina egna filer och bilder. Under files står varje fil med storlek och SHA-256.",
    "Av direktmeddelanden finns hela samtalen, så som de skickades till dig, med avsändarnas namn. Andras filer ligger inte med.",
    "Det som andra har skrivit i organisationers kanaler hör till organisationen. Lösenord och andra hemligheter sparas bara som kontrollsummor eller förseglade och ligger inte med.",
    "Filer under missing är kända men gick inte att hitta.",
];

/// The account and its sessions.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let user = me(platform, who).await?;
    let sessions = platform.storage.accounts.sessions(who.user_id).await?;
    let sessions: Vec<SessionView> =
        sessions.iter().map(|session| SessionView::new(session, who.session_id)).collect();
    Ok(vec![file("account.json", UserView::from(&user))?, file("sessions.json", sessions)?])
}

/// The profile picture.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    let user = me(platform, who).await?;
    match &user.image {
        Some(version) => picture(platform, archive, PictureKind::User, user.user_id.0, version).await,
        None => Ok(()),
    }
}

/// A picture in that version.
pub(crate) async fn picture(
    platform: &Platform,
    archive: &mut Archive,
    kind: PictureKind,
    id: i64,
    version: &str,
) -> Result<()> {
    let content = platform.pictures.whole(kind, id, version).await?;
    archive.bytes(&format!("pictures/{}-{id}-{version}.jpg", kind.folder()), content).await
}
