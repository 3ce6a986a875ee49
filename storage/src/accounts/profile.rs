//! Changes of a profile and its visibility.

use super::WhoMayMessage;
use crate::platform::value::Value;

/// The changed fields; none: unchanged, whatever the stored value is.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub display_name: Option<String>,
    /// Municipality code; -1: none.
    pub municipality: Option<i64>,
    /// Found by search.
    pub findable: Option<bool>,
    /// May be suggested to others as a contact.
    pub discoverable: Option<bool>,
    pub show_municipality: Option<bool>,
    /// Which areas their menus show.
    pub shows_bookables: Option<bool>,
    pub shows_infopoint: Option<bool>,
    pub shows_phocal: Option<bool>,
    pub shows_boka_in: Option<bool>,
    pub shows_order: Option<bool>,
    /// Who may start a conversation.
    pub who_may_message: Option<WhoMayMessage>,
    /// Others see the person's read marks.
    pub show_read_marks: Option<bool>,
    /// Receives a digest mail of what they missed.
    pub mail_missed: Option<bool>,
    /// Followers need approval.
    pub approve_followers: Option<bool>,
}

impl ProfileChange {
    /// The columns to write.
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
            flag("shows_bookables", self.shows_bookables),
            flag("shows_infopoint", self.shows_infopoint),
            flag("shows_phocal", self.shows_phocal),
            flag("shows_boka_in", self.shows_boka_in),
            flag("shows_order", self.shows_order),
            self.who_may_message.map(|new| ("who_may_message", new.into())),
            flag("show_read_marks", self.show_read_marks),
            flag("mail_missed", self.mail_missed),
            flag("approve_followers", self.approve_followers),
        ];
        columns.into_iter().flatten().collect()
    }
}
