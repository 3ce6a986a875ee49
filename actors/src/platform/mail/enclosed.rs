//! An event attached to a mail for calendar programs (iMIP, RFC 6047).

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Message, MessageBuilder, MultiPart, SinglePart};
use serde::{Deserialize, Serialize};

/// The method of the attached event (RFC 5546).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// The event takes place as described.
    Request,
    /// The event is cancelled.
    Cancel,
}

impl Method {
    /// The value in the file and in the mail's part.
    pub const fn value(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }
}

/// An event attached to a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enclosed {
    pub method: Method,
    /// The iCalendar file.
    pub text: String,
    /// The address for replies; none: replies are not read.
    pub reply_to: Option<String>,
}

/// Builds the mail with the event twice, as Google and Outlook do: as an alternative of the text, which programs with a
/// calendar show with buttons, and as an attachment for the others.
pub(super) fn with(
    builder: MessageBuilder,
    text: SinglePart,
    enclosed: &Enclosed,
) -> Result<Message, String> {
    let kind = format!("text/calendar; charset=utf-8; method={}", enclosed.method.value());
    let parsed = |kind: &str| ContentType::parse(kind).map_err(|error| error.to_string());
    let event = SinglePart::builder().header(parsed(&kind)?).body(enclosed.text.clone());
    let file =
        Attachment::new("invite.ics".to_owned()).body(enclosed.text.clone(), parsed("application/ics")?);
    let both = MultiPart::alternative().singlepart(text).singlepart(event);
    let whole = MultiPart::mixed().multipart(both).singlepart(file);
    builder.multipart(whole).map_err(|error| error.to_string())
}
