//! A person's files in data export and erasure.

use serde_json::json;
use storage::files::{Attachment, FileKind, FileSubject, StoredFile};
use storage::ids::UserId;

use super::leaving::remove;
use super::serving::content;
use super::uploads;
use super::view::VOICE;
use crate::Platform;
use crate::platform::archive::{Archive, Gathered};
use crate::platform::error::Result;
use crate::platform::time::Moment;

/// Files per read.
const MANY: usize = 500;
/// Longest file name in the export, in characters.
const NAME_MAX: usize = 100;

/// All files of a person with their bytes, and then the list of them.
pub(super) async fn archive(platform: &Platform, user_id: UserId, archive: &mut Archive) -> Result<()> {
    let (mut after, mut listed) = (None, Gathered::default());
    loop {
        let (files, has_more) = platform.storage.files.of(user_id, after, MANY).await?;
        after = files.last().map(|file| file.attachment_id);
        for file in &files {
            let path = path_of(file);
            archive.bytes(&path, content(platform, file).await?).await?;
            listed.add(&json!({
                "id": file.attachment_id, "name": file.name, "contentType": file.content_type, "size": file.size,
                (owner_of(file)): file.channel_id, "created": Moment(file.created), "sent": file.claim.is_some(),
                "path": path,
            }))?;
        }
        if !has_more || after.is_none() {
            return archive.gathered("files.json", &listed).await;
        }
    }
}

/// The name of the number of what a file belongs to.
fn owner_of(file: &StoredFile) -> &'static str {
    match file.subject {
        Some(FileSubject::Course) => "courseId",
        Some(FileSubject::Newsletter) => "entityId",
        None => "channelId",
    }
}

/// The path of a file in the export: its id, and a name that is valid on every system.
fn path_of(file: &StoredFile) -> String {
    let harmless = |c: char| if c.is_alphanumeric() || " -_.()".contains(c) { c } else { '_' };
    let name: String = file.name.chars().map(harmless).collect();
    let skipped = name.chars().count().saturating_sub(NAME_MAX);
    // The extension shows the type, so the end is kept.
    let name: String = name.chars().skip(skipped).collect();
    format!("files/{}-{}", file.attachment_id, name.trim_end_matches(['.', ' ']))
}

/// Erases a person's files: unsent ones and uploads are deleted; sent ones stay like their messages, but without their
/// names. May be repeated.
pub(super) async fn erase(platform: &Platform, user: UserId) -> Result<()> {
    uploads::erase(platform, user).await?;
    let mut after = None;
    loop {
        let (files, has_more) = platform.storage.files.of(user, after, MANY).await?;
        after = files.last().map(|file| file.attachment_id);
        for file in &files {
            match file.claim {
                None => remove(platform, file).await?,
                Some(_) => unname(platform, file).await?,
            }
        }
        if !has_more || after.is_none() {
            return Ok(());
        }
    }
}

/// Removes the name of a sent file, in its own row last so that an interrupted attempt is repeated.
async fn unname(platform: &Platform, file: &StoredFile) -> Result<()> {
    let name = nameless(file.kind, &file.name);
    if let Some((_, Some(used))) = platform.storage.files.with_use(file.attachment_id).await?
        && let Some(located) = platform.storage.chat.locate(used.message_id).await?
    {
        let renamed = |one: &Attachment| {
            let is_it = one.id == file.attachment_id;
            Attachment { name: if is_it { name.clone() } else { one.name.clone() }, ..one.clone() }
        };
        let message = located.message;
        let shown: Vec<Attachment> = message.attachments.iter().map(renamed).collect();
        if shown != message.attachments {
            platform.storage.chat.show_files_as(&message, &shown).await?;
        }
    }
    platform.storage.files.rename(file, &name).await?;
    Ok(())
}

/// The name of a file of an erased person: its type, and the extension.
fn nameless(kind: FileKind, name: &str) -> String {
    let word = match kind {
        FileKind::Audio if name.starts_with(VOICE) => VOICE,
        FileKind::Image => "Bild",
        FileKind::Video => "Film",
        FileKind::Audio => "Ljud",
        FileKind::File => "Fil",
    };
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let ending = ending
        .filter(|text| (1..=5).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric()));
    ending.map_or_else(|| word.to_owned(), |ending| format!("{word}.{}", ending.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anonymous_name_keeps_only_kind_and_extension() {
        for (kind, name, left) in [
            (FileKind::File, "Anna Ek läkarintyg.PDF", "Fil.pdf"),
            (FileKind::Image, "annas.hund.jpeg", "Bild.jpeg"),
            (FileKind::File, "Annas anteckningar", "Fil"),
            (FileKind::File, "brev.till Anna", "Fil"),
            (FileKind::Audio, "Röstmeddelande 2026-01-01.webm", "Röstmeddelande.webm"),
        ] {
            assert_eq!(nameless(kind, name), left);
        }
    }
}
