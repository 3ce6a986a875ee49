//! What people change of what they say of themselves, and of what they let others see.

use super::WhoMayMessage;
use crate::platform::value::Value;

/// A change; none: that stays, as whatever it is by then.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub display_name: Option<String>,
    /// -1: none.
    pub municipality: Option<i64>,
    /// Found by others' searches.
    pub findable: Option<bool>,
    /// Suggested to others.
    pub discoverable: Option<bool>,
    pub show_municipality: Option<bool>,
    /// Who may begin a conversation.
    pub who_may_message: Option<WhoMayMessage>,
    /// Others see how far the person has read.
    pub show_read_marks: Option<bool>,
    /// What was missed is mailed.
    pub mail_missed: Option<bool>,
    /// Who wants to follow asks first.
    pub approve_followers: Option<bool>,
}

impl ProfileChange {
    /// The columns that are written.
    pub(super) fn columns(self) -> Vec<(&'static str, Value)> {
        let text = |name, new: Option<String>| new.map(|new| (name, Value::from(new.as_str())));
        let flag = |name, new: Option<bool>| new.map(|new| (name, Value::from(new)));
        let columns = [
            text("first_name", self.first_name),
            text("last_name", self.last_name),
            text("display_name", self.display_name),
            self.municipality.map(|new| ("municipality", new.into())),
            flag("findable", self.findable),
            flag("discoverable", self.discoverable),
            flag("show_municipality", self.show_municipality),
            self.who_may_message.map(|new| ("who_may_message", new.into())),
            flag("show_read_marks", self.show_read_marks),
            flag("mail_missed", self.mail_missed),
            flag("approve_followers", self.approve_followers),
        ];
        columns.into_iter().flatten().collect()
    }
}
