//! Files of messages, as they are stored.

use serde::{Deserialize, Serialize};

use crate::platform::ids::{AttachmentId, ChannelId, EntityId, MessageId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::value::{Cell, Value};

text_enum! {
    /// What a file is to whoever looks at it.
    FileKind {
        /// A picture that browsers draw.
        Image = "IMAGE",
        /// A film that browsers play.
        Video = "VIDEO",
        /// Sound that browsers play.
        Audio = "AUDIO",
        /// Anything else.
        File = "FILE",
    }
}

text_enum! {
    /// Whose space a file takes.
    OwnerKind {
        /// The person's who sent it.
        User = "user",
        /// The organisation's in whose channel it is.
        Entity = "entity",
    }
}

/// A file as the message that carries it shows it. Lies in the message's own row, so that a page of messages is one read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    pub id: AttachmentId,
    /// As its sender named it.
    pub name: String,
    /// What its bytes are, never what the sender said.
    #[serde(rename = "type")]
    pub content_type: String,
    /// What it is to whoever looks at it.
    pub kind: FileKind,
    /// Bytes.
    pub size: i64,
    /// Pixels, of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Pixels, of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
}

/// As JSON; null: none.
impl Cell for Vec<Attachment> {
    type Key<'a> = Value;

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::new()),
            Value::Text(text) => serde_json::from_str(&text).ok(),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        if self.is_empty() {
            return Value::Null;
        }
        // Numbers, strings and names always serialize.
        serde_json::to_string(self).map_or(Value::Null, Value::Text)
    }
}

record! {
    /// A file that is kept.
    pub struct StoredFile;
    pub(crate) static FILES: "files", Ascending;
    partition {
        attachment_id: AttachmentId => bigint,
    }
    clustering {}
    columns {
        /// The channel it was sent to.
        channel_id: ChannelId => bigint,
        /// The organisation of that channel.
        entity_id: EntityId => bigint,
        /// By whom.
        user_id: UserId => bigint,
        /// As its sender named it, made harmless.
        name: String => text,
        /// What its bytes are.
        content_type: String => text,
        /// What it is to whoever looks at it.
        kind: FileKind => text,
        /// Bytes.
        size: i64 => bigint,
        /// Pixels, of pictures.
        width: Option<i64> => bigint,
        /// Pixels, of pictures.
        height: Option<i64> => bigint,
        /// Hex of its SHA-256.
        hash: String => text,
        /// The upload whose bytes stand for all that are the same.
        place: AttachmentId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// The sending that takes it into a message, once and for good; none: nobody has sent it yet.
        claim: Option<String> => text,
    }
}

impl StoredFile {
    /// As a message shows it.
    pub fn shown(&self) -> Attachment {
        Attachment {
            id: self.attachment_id,
            name: self.name.clone(),
            content_type: self.content_type.clone(),
            kind: self.kind,
            size: self.size,
            width: self.width,
            height: self.height,
        }
    }
}

record! {
    /// The message that carries a file; written and removed in the message's own write.
    pub struct FileUse;
    pub(crate) static FILE_USES: "file_uses", Ascending;
    partition {
        /// The file.
        attachment_id: AttachmentId => bigint,
    }
    clustering {}
    columns {
        /// The message.
        message_id: MessageId => bigint,
    }
}

record! {
    /// Bytes that are kept once for all files that are the same.
    pub struct FileContent;
    pub(crate) static FILE_CONTENTS: "file_contents", Ascending;
    partition {
        /// Hex of their SHA-256.
        hash: String => text,
    }
    clustering {
        /// The upload that brought them; they lie under its number.
        place: AttachmentId => bigint,
    }
    columns {
        /// Files that are these bytes. None left: nobody may join any more, the bytes are on their way out.
        holders: Vec<AttachmentId> => text,
        /// How many there are.
        size: i64 => bigint,
    }
}

record! {
    /// A file in somebody's space.
    pub struct OwnedFile;
    pub(crate) static OWNED_FILES: "owned_files", Ascending has FILE_SPACES;
    partition {
        /// A person or an organisation.
        kind: OwnerKind => text,
        /// The id of that person or organisation.
        owner: i64 => bigint,
    }
    clustering {
        /// The file.
        attachment_id: AttachmentId => bigint,
    }
    columns {
        /// Bytes.
        size: i64 => bigint,
        /// Hex of its SHA-256.
        hash: String => text,
    }
}

record! {
    /// How much of somebody's space is taken; decided with the files in it.
    pub struct FileSpace;
    pub(crate) static FILE_SPACES: "file_spaces" of OWNED_FILES;
    partition {
        /// A person or an organisation.
        kind: OwnerKind => text,
        /// The id of that person or organisation.
        owner: i64 => bigint,
    }
    columns {
        /// The sizes of all files in it.
        bytes: i64 => bigint,
    }
}
