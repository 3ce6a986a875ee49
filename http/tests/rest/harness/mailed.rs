//! Reads an event in a mail with independent libraries: the mail by `mail-parser`, the event by `calcard`.

use calcard::icalendar::{ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarProperty};
use mail_parser::{Message, MessageParser, MimeHeaders};

/// An event in a mail, as a calendar program finds it.
#[derive(Debug)]
pub struct MailedEvent {
    /// The mail's readable text.
    pub text: String,
    /// The method in the part's content type.
    pub method: String,
    /// The event's lines, unfolded.
    pub lines: Vec<String>,
    pub reply_to: Option<String>,
}

impl MailedEvent {
    /// Parses a mail with an event; fails unless it follows RFC 6047.
    #[track_caller]
    pub fn of(mail: &str) -> Self {
        let message = MessageParser::default().parse(mail.as_bytes()).expect("a mail");
        let ics = part(&message, "text", "calendar");
        let (method, file) = ics.unwrap_or_else(|| panic!("no event: {mail}"));
        let (_, attached) = part(&message, "application", "ics").expect("a file as well");
        assert_eq!(attached, file, "the file is the same");
        let calendar = ICalendar::parse(&file).unwrap_or_else(|_| panic!("no calendar: {file}"));
        let events: Vec<&ICalendarComponent> = calendar
            .components
            .iter()
            .filter(|part| part.component_type == ICalendarComponentType::VEvent)
            .collect();
        assert_eq!(events.len(), 1, "one event: {file}");
        let uid = events[0].property(&ICalendarProperty::Uid).expect("a uid");
        assert!(uid.values[0].as_text().is_some());
        let unfolded = file.replace("\r\n ", "");
        assert!(file.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{file}");
        assert!(unfolded.contains(&format!("METHOD:{method}\r\n")), "the same method: {file}");
        let (_, rest) = unfolded.split_once("BEGIN:VEVENT\r\n").unwrap();
        let lines = rest.lines().take_while(|line| *line != "END:VEVENT").map(str::to_owned).collect();
        let text = message.body_text(0).expect("a text").into_owned();
        let reply_to = message.reply_to().and_then(|to| to.first()?.address().map(str::to_owned));
        Self { text, method, lines, reply_to }
    }

    /// A property's value, preceded by its parameters; none: there is none.
    pub fn get(&self, name: &str) -> Option<&str> {
        let is_it = |line: &&String| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', ';']));
        self.lines.iter().find(is_it).map(|line| &line[name.len()..])
    }

    pub fn uid(&self) -> &str {
        self.get("UID").unwrap().trim_start_matches(':')
    }

    pub fn sequence(&self) -> i64 {
        self.get("SEQUENCE").unwrap().trim_start_matches(':').parse().unwrap()
    }
}

/// The method and the text of the part of a kind.
fn part(message: &Message<'_>, kind: &str, sub: &str) -> Option<(String, String)> {
    message.parts.iter().find_map(|part| {
        let said = part.content_type()?;
        let is_it = said.c_type == kind && said.c_subtype.as_deref() == Some(sub);
        let text = String::from_utf8(part.contents().to_vec()).ok()?;
        is_it.then(|| (said.attribute("method").unwrap_or_default().to_owned(), text))
    })
}
