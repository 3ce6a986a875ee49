//! Reports and cases: one open case for each thing, reports counted once, decisions by compare and set.

use storage::engine::Write;
use storage::ids::{CaseId, CaseStepId, ReportId, UserId};
use storage::moderation::{Case, CaseAction, CasePart, CaseState, CaseStep, Outcome, Report, ReportTarget};
use storage::time::Moment;

use crate::World;
use crate::make::{ANNA, BO, CIA, ENTITY, IDS, now};

fn case(target: i64) -> Case {
    Case {
        case_id: CaseId(IDS.next(now())),
        entity_id: ENTITY,
        target_type: ReportTarget::Message,
        target_id: target,
        author_id: Some(CIA),
        state: CaseState::Open,
        outcome: None,
        nr_reports: 1,
        opened: Moment(now()),
        closed: None,
        closed_by: None,
        objection: None,
        objected: None,
        version: 1,
    }
}

fn report(case: &Case, user_id: UserId) -> Report {
    Report {
        case_id: case.case_id,
        user_id,
        report_id: ReportId(IDS.next(now())),
        reason: "elakt".to_owned(),
        created: Moment(now()),
    }
}

fn step(case: &Case, action: CaseAction, at: i64) -> CaseStep {
    CaseStep {
        entity_id: case.entity_id,
        year: CaseStep::year_of(Moment(at)),
        step_id: CaseStepId(IDS.at(at, IDS.next(now()) as u64)),
        case_id: Some(case.case_id),
        action,
        target_type: case.target_type,
        target_id: case.target_id,
        done_by: Some(BO),
        note: String::new(),
        created: Moment(at),
    }
}

fn closed(old: &Case, outcome: Outcome) -> Case {
    let closed = Some(Moment(now()));
    Case { state: CaseState::Closed, outcome: Some(outcome), closed, closed_by: Some(BO), ..old.clone() }
}

const NOTHING: Vec<Write> = Vec::new();

pub async fn concurrent_reports_open_one_case_and_are_counted(world: &World) {
    let cases = &world.storage.moderation;
    let (one, other) = (case(5), case(5));
    let (first, second) = (report(&one, ANNA), report(&other, BO));
    let both = futures_util::join!(cases.open(&one, &first, None), cases.open(&other, &second, None));
    assert_eq!(usize::from(both.0.unwrap()) + usize::from(both.1.unwrap()), 1);
    let stands = cases.case_of(ReportTarget::Message, 5).await.unwrap().unwrap();
    let first = cases.reports(stands.case_id, None, 10).await.unwrap()[0].user_id;
    let people: Vec<UserId> = (10..22).map(UserId).collect();
    let joining = people.iter().flat_map(|id| [*id, *id]).map(|id| {
        let report = report(&stands, id);
        async move { cases.join(&report).await }
    });
    // Some may lose too often against the others: they retry.
    for (joined, id) in
        futures_util::future::join_all(joining).await.iter().zip(people.iter().flat_map(|id| [*id, *id]))
    {
        if joined.is_err() {
            assert!(cases.join(&report(&stands, id)).await.unwrap());
        }
    }
    let counted = cases.case(stands.case_id).await.unwrap().unwrap();
    let rows = cases.reports(stands.case_id, None, 100).await.unwrap();
    assert_eq!((counted.nr_reports, rows.len()), (13, 13), "each once");
    assert_eq!(cases.reports(stands.case_id, Some(first), 100).await.unwrap().len(), 12, "after one");
    assert_eq!(cases.waiting(ENTITY, None, 10).await.unwrap(), [stands.case_id]);
}

pub async fn a_case_is_decided_once(world: &World) {
    let cases = &world.storage.moderation;
    let first = case(6);
    assert!(cases.open(&first, &report(&first, ANNA), None).await.unwrap());
    let old = cases.case(first.case_id).await.unwrap().unwrap();
    assert!(cases.join(&report(&first, BO)).await.unwrap());
    let remove = closed(&old, Outcome::Removed);
    let at = step(&old, CaseAction::Remove, now());
    assert!(!cases.step(&old, &remove, &at, NOTHING).await.unwrap(), "a report came meanwhile");
    assert_eq!(cases.log(ENTITY, None, Moment(now()), 10).await.unwrap(), [], "and nothing is written");
    let old = cases.case(first.case_id).await.unwrap().unwrap();
    let (remove, dismiss) = (closed(&old, Outcome::Removed), closed(&old, Outcome::Dismissed));
    let (one, other) = (step(&old, CaseAction::Remove, now()), step(&old, CaseAction::Dismiss, now()));
    let both = futures_util::join!(
        cases.step(&old, &remove, &one, NOTHING),
        cases.step(&old, &dismiss, &other, NOTHING)
    );
    assert_eq!(usize::from(both.0.unwrap()) + usize::from(both.1.unwrap()), 1);
    assert_eq!(cases.log(ENTITY, None, Moment(now()), 10).await.unwrap().len(), 1);
    assert_eq!(cases.waiting(ENTITY, None, 10).await.unwrap(), []);
    assert_eq!(cases.decided(ENTITY, None, 10).await.unwrap(), [first.case_id]);
    assert!(!cases.join(&report(&first, CIA)).await.unwrap(), "it is closed");
    let next = case(6);
    assert!(!cases.open(&next, &report(&next, CIA), None).await.unwrap(), "there was one");
    assert!(cases.open(&next, &report(&next, CIA), Some(first.case_id)).await.unwrap());
    assert_eq!(cases.case_of(ReportTarget::Message, 6).await.unwrap().unwrap().case_id, next.case_id);
}

pub async fn the_log_is_by_time_over_the_years(world: &World) {
    let cases = &world.storage.moderation;
    let first = case(7);
    assert!(cases.open(&first, &report(&first, ANNA), None).await.unwrap());
    // 31 December 2026 and 1 January 2027, UTC.
    let turn = 1_798_761_600_000;
    let mut made = Vec::new();
    for at in [turn - 2, turn - 1, turn, turn + 1] {
        let old = cases.case(first.case_id).await.unwrap().unwrap();
        let state = if old.state == CaseState::Open { CaseState::Closed } else { CaseState::Open };
        let one = step(&old, CaseAction::Warn, at);
        assert!(cases.step(&old, &Case { state, ..old.clone() }, &one, NOTHING).await.unwrap());
        made.insert(0, one);
    }
    let now = Moment(turn + 2);
    assert_eq!(cases.log(ENTITY, None, now, 10).await.unwrap(), made);
    assert_eq!(cases.log(ENTITY, None, now, 3).await.unwrap(), made[..3]);
    assert_eq!(cases.log(ENTITY, Some(made[0].step_id), now, 2).await.unwrap(), made[1..3]);
    assert_eq!(cases.log(ENTITY, Some(made[1].step_id), now, 10).await.unwrap(), made[2..]);
    assert_eq!(cases.step_of(ENTITY, made[3].step_id).await.unwrap(), Some(made[3].clone()));
}

pub async fn reports_of_an_erased_person_are_deleted(world: &World) {
    let cases = &world.storage.moderation;
    let first = case(8);
    assert!(cases.open(&first, &report(&first, ANNA), None).await.unwrap());
    assert!(cases.join(&report(&first, BO)).await.unwrap());
    for who in [ANNA, CIA] {
        cases.forget(who).await.unwrap();
        cases.forget(who).await.unwrap();
        for part in CasePart::ALL {
            assert_eq!(cases.traces(who, *part, None).await.unwrap(), []);
        }
    }
    let left = cases.case(first.case_id).await.unwrap().unwrap();
    assert_eq!((left.author_id, left.nr_reports), (None, 2));
    let reports = cases.reports(first.case_id, None, 10).await.unwrap();
    assert_eq!(reports.iter().map(|one| one.user_id).collect::<Vec<_>>(), [BO]);
}
