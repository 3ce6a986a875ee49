//! An event that a mail brings along, as calendars read it (iMIP, RFC 6047).

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Message, MessageBuilder, MultiPart, SinglePart};
use serde::{Deserialize, Serialize};

/// What the event's mail asks of the calendar that reads it (RFC 5546).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// It is, as it says.
    Request,
    /// It is no more.
    Cancel,
}

impl Method {
    /// As the file and the part of the mail both say it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }
}

/// An event in a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enclosed {
    pub method: Method,
    /// The file.
    pub text: String,
    /// Where answers are read; none: nowhere.
    pub reply_to: Option<String>,
}

/// The mail with it. Twice, as Google's and Outlook's own: as another form of the text, which programs with a calendar show
/// with buttons, and as a file for those that have none.
pub(super) fn with(
    builder: MessageBuilder,
    text: SinglePart,
    enclosed: &Enclosed,
) -> Result<Message, String> {
    let kind = format!("text/calendar; charset=utf-8; method={}", enclosed.method.word());
    let parsed = |kind: &str| ContentType::parse(kind).map_err(|error| error.to_string());
    let event = SinglePart::builder().header(parsed(&kind)?).body(enclosed.text.clone());
    let file =
        Attachment::new("invite.ics".to_owned()).body(enclosed.text.clone(), parsed("application/ics")?);
    let both = MultiPart::alternative().singlepart(text).singlepart(event);
    let whole = MultiPart::mixed().multipart(both).singlepart(file);
    builder.multipart(whole).map_err(|error| error.to_string())
}
