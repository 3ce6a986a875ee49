//! Check-in: the attendance list, and tickets.

use storage::ids::UserId;
use storage::seats::{EnrollmentStatus, Seat, Subject};
use storage::time::Moment;

use super::super::when::in_words;
use super::view::{CheckIn, CheckedIn, Ticket};
use super::{manage, occasion, run_by};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::cell;
use crate::platform::time::now;

/// People per read.
const CHUNK: usize = 200;
/// Prefix of a ticket's encrypted bytes, which distinguishes it from other encrypted data.
const TICKET: &[u8] = b"event ticket 1\0";

/// A status in Swedish.
fn label(status: EnrollmentStatus) -> &'static str {
    match status {
        EnrollmentStatus::None => "",
        EnrollmentStatus::Invited => "Inbjuden",
        EnrollmentStatus::Pending => "Väntar på godkännande",
        EnrollmentStatus::Confirmed => "Anmäld",
        EnrollmentStatus::Waitlisted => "I kö",
        EnrollmentStatus::Offered => "Erbjuden plats",
        EnrollmentStatus::OfferExpired => "Erbjudandet gick ut",
        EnrollmentStatus::Declined => "Tackat nej",
        EnrollmentStatus::Rejected => "Inte godkänd",
        EnrollmentStatus::Cancelled => "Avanmäld",
        EnrollmentStatus::Attended => "Har kommit",
        EnrollmentStatus::NoShow => "Kom inte",
    }
}

/// Everybody enrolled in an event as a CSV table (UTF-8 with BOM, semicolons as Swedish programs expect). For its
/// managers.
pub async fn table(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<Vec<u8>> {
    let occasion = run_by(platform, who, name, recurrence_id).await?;
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec());
    let failed = |_| Refusal::internal();
    let heads = ["Namn", "Användarnamn", "Status", "Gäster", "Anmäld", "Incheckad"].map(ToOwned::to_owned);
    let questions = &occasion.settings.questions;
    let asked = questions.iter().map(|question| cell(&question.text));
    writer.write_record(heads.into_iter().chain(asked)).map_err(failed)?;
    let mut after = None;
    loop {
        let (page, more) = platform.storage.seats.page(occasion.subject, None, after, CHUNK).await?;
        after = page.last().map(|seat| seat.user_id);
        let people = platform.people.all(page.iter().map(|seat| seat.user_id)).await?;
        let at = |at: Moment| in_words(at, &occasion.event.time_zone);
        for seat in &page {
            let user = people.get(&seat.user_id);
            let own = [
                cell(user.map_or("", |user| &user.display_name)),
                cell(user.map_or("", |user| &user.user_name)),
                label(seat.status).to_owned(),
                seat.guests.to_string(),
                at(seat.created),
                seat.checked_in.map(at).unwrap_or_default(),
            ];
            let answer = |id: &String| seat.answers.0.get(id).map(|answer| cell(answer)).unwrap_or_default();
            let answers = questions.iter().map(|question| answer(&question.id));
            writer.write_record(own.into_iter().chain(answers)).map_err(failed)?;
        }
        if !more {
            return writer.into_inner().map_err(|_| Refusal::internal());
        }
    }
}

fn plain(subject: Subject, user_id: UserId) -> Vec<u8> {
    let numbers = [subject.id, subject.occurrence.0, user_id.0];
    TICKET.iter().copied().chain(numbers.into_iter().flat_map(i64::to_be_bytes)).collect()
}

/// My ticket, to be scanned at the entrance. 404: I have no place.
pub async fn ticket(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<Ticket> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    let seat = platform.storage.seats.seat(occasion.subject, who.user_id).await?;
    let has_place =
        |seat: &Seat| matches!(seat.status, EnrollmentStatus::Confirmed | EnrollmentStatus::Attended);
    seat.filter(has_place).ok_or_else(|| Refusal::not_found("Du har ingen plats."))?;
    Ok(Ticket { code: platform.secrets.seal(&plain(occasion.subject, who.user_id))? })
}

/// Checks in a ticket's holder; idempotent; for managers of the event. 422 `code` TICKET: not a ticket of this
/// occurrence.
pub async fn by_ticket(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    code: &str,
) -> Result<CheckedIn> {
    let occasion = run_by(platform, who, name, recurrence_id).await?;
    let wrong = || Refusal::field("code", "TICKET", "Biljetten gäller inte här.");
    let opened = platform.secrets.open(code).ok_or_else(wrong)?;
    let user_id =
        opened.last_chunk::<8>().map(|bytes| UserId(i64::from_be_bytes(*bytes))).ok_or_else(wrong)?;
    if opened != plain(occasion.subject, user_id) {
        return Err(wrong());
    }
    manage::check_in(platform, &occasion, CheckIn { id_user: user_id, at: Moment(now()) }).await
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+46", "-1", "@SUM(A1)", " =cmd", "\t=1", "|calc", "%0A"] {
            assert!(cell(text).starts_with('\''), "{text}");
        }
        for text in ["Anna", "3 barn", "", "a=b", "Ja; gärna"] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("två\r\nrader"), "två  rader");
    }
}
