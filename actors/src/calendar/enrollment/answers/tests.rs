//! Replies as calendar programs write them, and their actions.

use storage::ids::EnrollmentId;
use storage::seats::SeatCounts;

use super::*;
use crate::seats::rules::blank;

fn inbox() -> Inbox {
    Inbox::read("imaps://svar%40kalender.example:x@post.example").unwrap()
}

fn event(lines: &str) -> String {
    format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//X//EN\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:u\r\nSEQUENCE:1\r\n\
         DTSTAMP:20260601T080000Z\r\n{lines}END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
}

fn mail(head: &str, ics: &str) -> Vec<u8> {
    format!(
        "From: Anna <anna@a.se>\r\nSubject: Svar\r\nMIME-Version: 1.0\r\n{head}\
         Content-Type: multipart/alternative; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         Anna kommer inte.\r\n--b\r\nContent-Type: text/calendar; charset=utf-8; method=REPLY\r\n\r\n{ics}\r\n--b--\r\n"
    )
    .into_bytes()
}

const ORGANIZER: &str = "ORGANIZER;CN=Klubben:mailto:svar+abc@kalender.example\r\n";
const DECLINED: &str = "ATTENDEE;CN=Anna;PARTSTAT=DECLINED:mailto:anna@a.se\r\n";

#[test]
fn an_answer_is_read_and_nothing_else_is_one() {
    let declined = |tokens: &[&str]| {
        let tokens = tokens.iter().map(|&token| token.to_owned()).collect();
        Some(Reply { answer: Answer::Declined, at: Some(1_780_300_800_000), tokens })
    };
    let both = format!("{ORGANIZER}{DECLINED}");
    let folded = "ORGANIZER;CN=\"Klubben\":MAILTO:Svar+A\r\n bc@Kalender.Example\r\nATTENDEE;PARTSTAT=DECLINED;CN=Anna:mailto:anna@a.se\r\n";
    let two = format!("{both}ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@b.se\r\n");
    let elsewhere = DECLINED.to_owned();
    for (what, head, ics, expected) in [
        ("by the organizer's address", "", event(&both), declined(&["abc"])),
        ("folded, in capitals", "", event(folded), declined(&["abc"])),
        (
            "by the address that it came to",
            "To: svar+xyz@kalender.example\r\n",
            event(&elsewhere),
            declined(&["xyz"]),
        ),
        (
            "noted by the server",
            "Delivered-To: svar+xyz@kalender.example\r\n",
            event(&elsewhere),
            declined(&["xyz"]),
        ),
        ("to nobody of ours", "To: anna+abc@b.se\r\n", event(&elsewhere), declined(&[])),
        ("of two people", "", event(&two), None),
        ("of nobody", "", event(ORGANIZER), None),
        ("an invitation", "", event(&both).replace("METHOD:REPLY", "METHOD:REQUEST"), None),
        ("no calendar", "", "hej".to_owned(), None),
        ("nothing", "", String::new(), None),
    ] {
        assert_eq!(read(&inbox(), &mail(head, &ics)), expected, "{what}");
    }
    assert_eq!(read(&inbox(), b""), None);
    assert_eq!(read(&inbox(), &[0xff; 4096]), None);
    let deep = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n".repeat(3_000);
    assert_eq!(read(&inbox(), deep.as_bytes()), None);
}

#[test]
fn answer_maps_to_an_act_per_status() {
    use Answer::{Accepted, Declined, Other};
    use EnrollmentStatus as S;
    for status in EnrollmentStatus::ALL {
        let declined = match status {
            S::Confirmed | S::Pending | S::Waitlisted => Some(Own::Cancel),
            S::Offered => Some(Own::Decline),
            S::Invited => Some(Own::DeclineInvitation),
            _ => None,
        };
        let accepted = (*status == S::Offered).then_some(Own::Accept);
        assert_eq!(asked(Declined, *status), declined, "{status:?}");
        assert_eq!(asked(Accepted, *status), accepted, "{status:?}");
        assert_eq!(asked(Other, *status), None, "{status:?}");
    }
}

#[test]
fn an_answer_from_before_is_about_how_it_was() {
    let subject = Subject { kind: SeatSubject::Event, id: 1, occurrence: Moment(0) };
    let counts = SeatCounts::none(subject, None, 0);
    let seat = blank(&counts, UserId(1), EnrollmentId(1), 1_000_000_000);
    let reply = |at| Reply { answer: Answer::Declined, at, tokens: Vec::new() };
    assert!(is_stale(&reply(Some(1_000_000_000 - SLACK - 1)), &seat));
    assert!(!is_stale(&reply(Some(1_000_000_000 - SLACK)), &seat), "a clock may be behind");
    assert!(!is_stale(&reply(None), &seat));
}

#[test]
fn numbers_come_back_as_they_went() {
    for (id, at, user) in [(1, 0, 2), ((1 << 53) - 1, 1_780_300_800_123, 1 << 52), (7, -5_000, 9)] {
        let subject = Subject { kind: SeatSubject::Event, id, occurrence: Moment(at) };
        let bytes = numbers(subject, UserId(user));
        assert_eq!(bytes.len(), NUMBERS);
        let read = (number(&bytes[..7]), number(&bytes[7..13]), number(&bytes[13..]));
        assert_eq!(read, (Some(id), Some(at), Some(user)));
    }
    assert_eq!(BASE32_DNSSEC.encode(&[0; NUMBERS + MARK]).len(), inbox::TOKEN);
}
