//! Files on the wire.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use storage::files::{Attachment, FileKind};
use storage::ids::AttachmentId;
use utoipa::ToSchema;

use crate::platform::time::Moment;

/// Characters that need no encoding in a path.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A file of a message, or one that is to be sent with the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attachment)]
pub struct AttachmentView {
    pub id: AttachmentId,
    /// As its sender named it, made harmless.
    pub name: String,
    /// What its bytes are; `application/octet-stream` for everything that is only to be downloaded.
    pub content_type: String,
    /// Bytes.
    pub size: i64,
    /// Pixels, of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Pixels, of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    pub kind: FileKind,
    /// The bytes: for who may read the channel now.
    pub url: String,
    /// Of pictures: a smaller JPEG; `?w=` is its width in pixels, rounded up to 240, 480, 960 or 1920.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_url: Option<String>,
    pub created: Moment,
}

impl From<&Attachment> for AttachmentView {
    fn from(file: &Attachment) -> Self {
        let root = format!("/api/v1/chat/attachments/{}", file.id);
        let is_drawn = file.kind == FileKind::Image && file.width.is_some();
        Self {
            id: file.id,
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            size: file.size,
            width: file.width,
            height: file.height,
            kind: file.kind,
            url: format!("{root}/{}", encoded(&file.name)),
            preview_url: is_drawn.then(|| format!("{root}/preview")),
            created: Moment(file.id.millis()),
        }
    }
}

/// A name encoded for an address, or a header (RFC 5987).
pub fn encoded(name: &str) -> String {
    utf8_percent_encode(name, PLAIN).to_string()
}

/// The files of a message.
pub fn views(files: &[Attachment]) -> Vec<AttachmentView> {
    files.iter().map(AttachmentView::from).collect()
}

/// The page's name for voice messages; the time that follows it repeats the message's own.
pub(super) const VOICE: &str = "Röstmeddelande";

/// The preview of a message that has only files.
pub fn in_words(files: &[Attachment]) -> String {
    let all = |kind| files.iter().all(|file| file.kind == kind);
    match files {
        [] => String::new(),
        [one] if one.kind == FileKind::Image => format!("Bild: {}", one.name),
        [one] if one.kind == FileKind::Audio && one.name.starts_with(VOICE) => VOICE.to_owned(),
        [one] if one.kind == FileKind::Audio => format!("Ljud: {}", one.name),
        [one] => format!("Fil: {}", one.name),
        _ if all(FileKind::Image) => format!("{} bilder", files.len()),
        _ => format!("{} filer", files.len()),
    }
}
