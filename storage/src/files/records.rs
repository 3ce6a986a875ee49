//! Stored records of files.

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

text_enum! {
    /// What besides messages has files.
    FileSubject {
        /// A course: pictures in the texts of its lessons.
        Course = "COURSE",
        /// An organisation: pictures in its newsletters.
        Newsletter = "NEWSLETTER",
    }
}

/// A file as shown by its message. Stored in the message's row, so that a page of messages is one read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    pub id: AttachmentId,
    /// The sender's file name.
    pub name: String,
    /// Media type as detected from the bytes, never the sender's claim.
    #[serde(rename = "type")]
    pub content_type: String,
    /// How clients present it.
    pub kind: FileKind,
    /// Bytes.
    pub size: i64,
    /// Width in pixels, of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Height in pixels, of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
}

/// Stored as JSON; null: empty.
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
        // Numbers, strings and enums always serialize.
        serde_json::to_string(self).map_or(Value::Null, Value::Text)
    }
}

record! {
    /// A stored file.
    pub struct StoredFile;
    pub(crate) static FILES: "files", Ascending;
    partition {
        attachment_id: AttachmentId => bigint,
    }
    clustering {}
    columns {
        /// The channel for which it was uploaded, or the number of its subject.
        channel_id: ChannelId => bigint,
        /// What it was uploaded for; none: a channel.
        subject: Option<FileSubject> => text,
        /// The organisation of that channel or subject.
        entity_id: EntityId => bigint,
        /// The uploader.
        user_id: UserId => bigint,
        /// The sender's file name, sanitized.
        name: String => text,
        /// Media type as detected from the bytes.
        content_type: String => text,
        /// How clients present it.
        kind: FileKind => text,
        /// Size in bytes.
        size: i64 => bigint,
        /// Width in pixels, of pictures.
        width: Option<i64> => bigint,
        /// Height in pixels, of pictures.
        height: Option<i64> => bigint,
        /// Hex of its SHA-256.
        hash: String => text,
        /// The id under which its bytes are stored, shared by equal files.
        place: AttachmentId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// The send that claimed it for a message, for ever; none: not sent yet.
        claim: Option<String> => text,
    }
}

impl StoredFile {
    /// Its presentation in a message.
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
    /// The message that carries a file; written and deleted in the message's write.
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
    /// Bytes that are stored once for all equal files.
    pub struct FileContent;
    pub(crate) static FILE_CONTENTS: "file_contents", Ascending;
    partition {
        /// Hex of their SHA-256.
        hash: String => text,
    }
    clustering {
        /// The upload that brought them; they are stored under its id.
        place: AttachmentId => bigint,
    }
    columns {
        /// The files that use them. Empty: nobody may join any more, the bytes are being deleted.
        holders: Vec<AttachmentId> => text,
        /// Number of bytes.
        size: i64 => bigint,
    }
}

record! {
    /// A file in its owner's space.
    pub struct OwnedFile;
    pub(crate) static OWNED_FILES: "owned_files", Ascending has FILE_SPACES;
    partition {
        /// Kind of the owner.
        kind: OwnerKind => text,
        /// The owner's id.
        owner: i64 => bigint,
    }
    clustering {
        /// The file.
        attachment_id: AttachmentId => bigint,
    }
    columns {
        /// Size in bytes.
        size: i64 => bigint,
        /// Hex of its SHA-256.
        hash: String => text,
    }
}

record! {
    /// Used quota of an owner; decided together with the files in it.
    pub struct FileSpace;
    pub(crate) static FILE_SPACES: "file_spaces" of OWNED_FILES;
    partition {
        /// Kind of the owner.
        kind: OwnerKind => text,
        /// The owner's id.
        owner: i64 => bigint,
    }
    columns {
        /// Sum of the sizes of all files in it.
        bytes: i64 => bigint,
    }
}
