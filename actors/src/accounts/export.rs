//! Everything held about oneself, as a zip of JSON files: each area's own. Contract §2.
//!
//! Of messages there is no list by author: the channels of one's organisations are gone through, so a copy takes a while
//! and may be asked for three times an hour.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::view::{SessionView, UserView};
use super::{Who, me};
use crate::Platform;
use crate::error::{Refusal, Result};
use crate::features::{File, file};

/// The zip. 429 when it was asked for three times within the hour.
pub async fn export(platform: &Platform, who: &Who) -> Result<Vec<u8>> {
    platform.limits.export(platform.bus.as_ref(), who.user_id).await?;
    let mut files = Vec::new();
    for read in platform.areas().filter_map(|area| area.export) {
        files.extend(read(platform, who).await?);
    }
    let packed = tokio::task::spawn_blocking(move || pack(&files)).await;
    packed.ok().and_then(Result::ok).ok_or_else(Refusal::internal)
}

/// Who one is, and where one is signed in.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let user = me(platform, who).await?;
    let sessions = platform.storage.accounts.sessions(who.user_id).await?;
    let sessions: Vec<SessionView> =
        sessions.iter().map(|session| SessionView::new(session, who.session_id)).collect();
    Ok(vec![file("account.json", UserView::from(&user))?, file("sessions.json", sessions)?])
}

fn pack(files: &[File]) -> std::io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default())?;
        zip.write_all(&serde_json::to_vec_pretty(content)?)?;
    }
    Ok(zip.finish()?.into_inner())
}
