//! Refusals: why a command was not carried out. One type for every area, so that REST and STOMP answer alike.

use std::borrow::Cow;

/// The kind of a refusal; REST and STOMP turn it into a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// Nobody is signed in, or the session is over (401).
    Unauthenticated,
    /// Signed in, but not allowed (403).
    Forbidden,
    /// Absent, or not visible to the caller (404).
    NotFound,
    /// The state has changed meanwhile, or a name is taken (409).
    Conflict,
    /// It was there and is over for good (410).
    Gone,
    /// More bytes than allowed (413).
    TooLarge,
    /// An unsupported content type (415).
    Unsupported,
    /// Understood, but breaks a rule (422).
    Invalid,
    /// Rate limited (429).
    Limited,
    /// Overloaded or the store is unavailable; nothing was changed (503).
    Busy,
    /// A defect in this program (500).
    Internal,
}

/// A field of the input that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRefusal {
    /// The field's name on the wire.
    pub field: Cow<'static, str>,
    /// Stable, UPPER_SNAKE.
    pub code: &'static str,
    /// Swedish, for a person.
    pub message: Cow<'static, str>,
}

/// A command's refusal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Refusal {
    pub kind: RefusalKind,
    /// Stable, UPPER_SNAKE.
    pub code: &'static str,
    /// Swedish, may be shown to a person.
    pub message: Cow<'static, str>,
    /// For developers; never holds statements, paths or other people's data.
    pub detail: Option<Cow<'static, str>>,
    pub fields: Vec<FieldRefusal>,
    /// Seconds until another try makes sense.
    pub retry_after: Option<u32>,
    /// Further members of the answer, by name (RFC 9457, extension members): what stands in the way.
    pub more: Option<Box<serde_json::Map<String, serde_json::Value>>>,
}

/// The result of a command.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// Whether a compare and set succeeded; otherwise 409 MOVED_ON.
pub fn ensure_applied(so: bool) -> Result<()> {
    if so { Ok(()) } else { Err(Refusal::moved_on()) }
}

impl Refusal {
    /// The code when the store gave no answer: the command may have been carried out.
    pub const UNANSWERED: &str = "STORE_UNAVAILABLE";

    /// The code of [`Self::stale`].
    pub const STALE: &str = "STALE";

    /// The code while the search engine does not answer.
    pub const SEARCH_AWAY: &str = "SEARCH_UNAVAILABLE";

    /// The code of an upload that the virus scanner rejects.
    pub const INFECTED: &str = "INFECTED";

    /// A refusal of `kind` without fields.
    pub fn new(kind: RefusalKind, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            code,
            message: message.into(),
            detail: None,
            fields: Vec::new(),
            retry_after: None,
            more: None,
        }
    }

    pub fn forbidden(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(RefusalKind::Forbidden, code, message)
    }

    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(RefusalKind::NotFound, "NOT_FOUND", message)
    }

    pub fn conflict(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(RefusalKind::Conflict, code, message)
    }

    pub fn gone(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(RefusalKind::Gone, code, message)
    }

    /// 409 STALE: a thing has changed since it was read.
    pub fn stale(message: &'static str) -> Self {
        Self::conflict(Self::STALE, message)
    }

    /// With the thing as it stands, for whoever has an older one.
    #[must_use]
    pub fn showing(self, current: &impl serde::Serialize) -> Self {
        self.with("current", serde_json::to_value(current).unwrap_or_default())
    }

    /// STALE with the thing as it stands; any other refusal as it is.
    pub async fn with_current<T: serde::Serialize>(self, current: impl Future<Output = Result<T>>) -> Self {
        if self.code != Self::STALE {
            return self;
        }
        match current.await {
            Ok(current) => self.showing(&current),
            Err(other) => other,
        }
    }

    /// With a further member in the answer.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.more.get_or_insert_default().insert(name.to_owned(), value.into());
        self
    }

    /// The state that the rules were applied to has changed.
    pub fn moved_on() -> Self {
        Self::conflict("MOVED_ON", "Någon annan ändrade det samtidigt. Försök igen.")
    }

    /// The contract's answer to somebody without a role in a channel or workspace.
    pub fn access_denied() -> Self {
        let mut refusal = Self::forbidden("ACCESS_DENIED", "Du har inte tillgång hit.");
        refusal.detail = Some("Access denied: not a member".into());
        refusal
    }

    /// A refusal of one field.
    pub fn field(
        field: impl Into<Cow<'static, str>>,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let message = message.into();
        let mut refusal = Self::new(RefusalKind::Invalid, "INVALID", message.clone());
        refusal.fields.push(FieldRefusal { field: field.into(), code, message });
        refusal
    }

    /// Whether a later attempt may succeed: nothing was decided against it.
    pub fn may_pass(&self) -> bool {
        matches!(self.kind, RefusalKind::Limited | RefusalKind::Busy | RefusalKind::Internal)
    }

    /// Rate limited; try again after `seconds`.
    pub fn limited(seconds: u32) -> Self {
        let mut refusal = Self::new(
            RefusalKind::Limited,
            "RATE_LIMITED",
            format!("För många förfrågningar. Försök igen om {seconds} sekunder."),
        );
        refusal.retry_after = Some(seconds);
        refusal
    }

    pub fn busy() -> Self {
        let mut refusal =
            Self::new(RefusalKind::Busy, "BUSY", "Vi har mycket att göra just nu. Försök igen om en stund.");
        refusal.retry_after = Some(1);
        refusal
    }

    pub fn internal() -> Self {
        Self::new(RefusalKind::Internal, "INTERNAL", "Något gick fel hos oss.")
    }
}

impl From<storage::Error> for Refusal {
    fn from(error: storage::Error) -> Self {
        match error {
            storage::Error::Busy => Self::busy(),
            storage::Error::Unavailable(why) => {
                tracing::error!(%why, "the store does not answer");
                let mut refusal = Self::busy();
                refusal.code = Self::UNANSWERED;
                refusal.retry_after = Some(5);
                refusal
            }
            storage::Error::Corrupt(why) | storage::Error::Damaged(why) | storage::Error::Newer(why) => {
                tracing::error!(%why, "the store holds what it should not");
                Self::internal()
            }
        }
    }
}

impl From<actix::MailboxError> for Refusal {
    /// An actor ended or did not answer in time: nothing is known to have changed.
    fn from(_: actix::MailboxError) -> Self {
        Self::busy()
    }
}
