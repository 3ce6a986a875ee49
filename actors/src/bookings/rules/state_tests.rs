use super::*;

const START: i64 = 1_000 * MINUTE_MS;
const END: i64 = START + 60 * MINUTE_MS;
const TIME: Interval = Interval::new(START, END);

fn booking(status: Status) -> Booking {
    Booking { status, time: TIME, release_after: None }
}

fn outcome(result: Result<Status>) -> String {
    result.map_or_else(|refusal| refusal.code.to_owned(), |status| status.number().to_string())
}

#[test]
fn acts_lead_where_the_contract_says() {
    const FINAL: [&str; 6] = ["NOT_ACTIVE"; 6];
    const NO: &str = "WRONG_STATUS";
    use Act::{Cancel, CheckIn, CheckOut, Confirm, Decline, NoShow};
    let acts = [Confirm, Decline, Cancel, CheckIn, CheckOut, NoShow];
    for (status, expected) in [
        (Status::Booked, [NO, NO, "2", "5", NO, "7"]),
        (Status::Cancelled, FINAL),
        (Status::Pending, ["1", "4", "2", NO, NO, NO]),
        (Status::Declined, FINAL),
        (Status::CheckedIn, [NO, NO, NO, NO, "6", NO]),
        (Status::Completed, FINAL),
        (Status::NoShow, FINAL),
    ] {
        let found = acts.map(|one| outcome(act(&booking(status), one, START - 1)));
        assert_eq!(found, expected.map(str::to_owned), "{status:?}");
    }
}

#[test]
fn after_the_end_only_no_show_and_checkout_are_noted() {
    use Act::{Cancel, CheckIn, CheckOut, NoShow};
    for (status, one, expected) in [
        (Status::Booked, Cancel, "NOT_ACTIVE"),
        (Status::Booked, CheckIn, "NOT_ACTIVE"),
        (Status::Booked, NoShow, "7"),
        (Status::CheckedIn, CheckOut, "6"),
        (Status::CheckedIn, Cancel, "NOT_ACTIVE"),
    ] {
        assert_eq!(outcome(act(&booking(status), one, END)), expected, "{status:?} {one:?}");
        assert_eq!(movable(&booking(status), END).unwrap_err().code, "NOT_ACTIVE");
    }
    assert!(movable(&booking(Status::Booked), END - 1).is_ok());
    assert!(movable(&booking(Status::CheckedIn), END - 1).is_err());
}

#[test]
fn a_pending_booking_expires_at_its_start() {
    let pending = booking(Status::Pending);
    assert_eq!(due(&pending), Some((START, Status::Declined)));
    assert_eq!(current(&pending, START - 1), Status::Pending);
    assert_eq!(current(&pending, START), Status::Declined);
    assert_eq!(outcome(act(&pending, Act::Confirm, START)), "NOT_ACTIVE");
    assert!(movable(&pending, START - 1).is_ok() && movable(&pending, START).is_err());
}

#[test]
fn a_booking_that_is_not_checked_in_is_released() {
    for (enabled, minutes, status, expected) in [
        (true, 15, Status::Booked, Some((START + 15 * MINUTE_MS, Status::NoShow))),
        (true, 90, Status::Booked, Some((END, Status::NoShow))),
        (true, 0, Status::Booked, None),
        (false, 15, Status::Booked, None),
        (true, 15, Status::CheckedIn, None),
        (true, 15, Status::Cancelled, None),
    ] {
        let booking = Booking { release_after: release_after(enabled, minutes), ..booking(status) };
        assert_eq!(due(&booking), expected, "{enabled} {minutes} {status:?}");
    }
    let released = Booking { release_after: Some(15), ..booking(Status::Booked) };
    let at = START + 15 * MINUTE_MS;
    assert_eq!(outcome(act(&released, Act::CheckIn, at - 1)), "5");
    assert_eq!(outcome(act(&released, Act::CheckIn, at)), "NOT_ACTIVE");
}

#[test]
fn time_is_blocked_by_what_stands() {
    let whole = Some(TIME);
    let half = Some(Interval::new(START, START + 30 * MINUTE_MS));
    for (status, ended, expected) in [
        (Status::Booked, None, whole),
        (Status::Pending, None, whole),
        (Status::CheckedIn, None, whole),
        (Status::Cancelled, None, None),
        (Status::Declined, None, None),
        (Status::Completed, Some(START + 30 * MINUTE_MS), half),
        (Status::Completed, Some(END + 1), whole),
        (Status::NoShow, Some(START + 30 * MINUTE_MS), half),
        (Status::NoShow, Some(START - 1), None),
        (Status::NoShow, None, whole),
    ] {
        assert_eq!(blocked(status, TIME, ended), expected, "{status:?} {ended:?}");
    }
}

#[test]
fn quotas_are_given_back_by_cancelled_and_declined() {
    let counting: Vec<i64> = Status::ALL.into_iter().filter(|one| one.counts()).map(Status::number).collect();
    assert_eq!(counting, [1, 3, 5, 6, 7]);
    let ended: Vec<i64> = Status::ALL.into_iter().filter(|one| one.is_final()).map(Status::number).collect();
    assert_eq!(ended, [2, 4, 6, 7]);
    let numbers: Vec<_> = (0..=8).map(|number| Status::from_number(number).map(Status::number)).collect();
    assert_eq!(numbers, [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), Some(7), None]);
}

#[test]
fn a_booked_one_reads_completed_after_its_end() {
    for (status, now, expected) in [
        (Status::Booked, END - 1, "Bokad"),
        (Status::Booked, END, "Genomförd"),
        (Status::Cancelled, END, "Avbokad"),
        (Status::Pending, START - 1, "Väntar på svar"),
        (Status::Pending, END, "Avböjd"),
        (Status::CheckedIn, START, "Incheckad"),
        (Status::CheckedIn, END, "Genomförd"),
        (Status::Completed, START, "Genomförd"),
        (Status::NoShow, END, "Utebliven"),
    ] {
        assert_eq!(label(&booking(status), now), expected, "{status:?} {now}");
    }
}
