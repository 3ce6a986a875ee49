//! Vacation plans: one decision after the other, lists of employees and applications, erasure.

use std::sync::Arc;

use storage::Storage;
use storage::ids::{EntityId, UserId};
use storage::time::{Day, Moment};
use storage::vacation::{
    Change, HolidayYear, Period, PeriodId, PeriodKind, ReservationStatus, StaffGroup, VacationPlan,
    VacationSettings, Vacations,
};
use storage::value::Json;

use crate::World;

const ENTITY: EntityId = EntityId(3);
const ANNA: UserId = UserId(5);
const BO: UserId = UserId(6);

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn employed(user_id: UserId) -> VacationPlan {
    let from = day("2020-08-01");
    VacationPlan { employed: true, revision: 1, employed_from: from, ..VacationPlan::none(ENTITY, user_id) }
}

fn period(user_id: UserId, id: i64, status: ReservationStatus, (first, last): (&str, &str)) -> Period {
    let is_draft = status == ReservationStatus::Draft;
    Period {
        entity_id: ENTITY,
        user_id,
        period_id: PeriodId(id),
        version: 1,
        kind: PeriodKind::Vacation,
        status,
        first: day(first),
        last: day(last),
        note: Some("Fjällen".to_owned()),
        reason: None,
        created: Moment(1_000),
        changed: Moment(1_000),
        // Those of the higher ids were applied for first.
        applied: (!is_draft).then_some(Moment(10_000 - id)),
        decided: None,
    }
}

fn new(period: &Period) -> Change {
    Change { old: None, new: Some(period.clone()) }
}

/// Makes somebody an employee with these periods; answers the plan.
async fn employ(storage: &Storage, user_id: UserId, periods: &[Period]) -> VacationPlan {
    let vacations = Vacations::of(storage);
    let none = vacations.plan(ENTITY, user_id).await.unwrap();
    assert_eq!((none.version, none.employed), (0, false));
    let changes: Vec<Change> = periods.iter().map(new).collect();
    assert!(vacations.decide(&none, &employed(user_id), &changes, Vec::new()).await.unwrap());
    vacations.settled_plan(ENTITY, user_id).await.unwrap()
}

async fn waiting(vacations: &Vacations) -> Vec<i64> {
    let found = vacations.applications(ENTITY, None, 10).await.unwrap();
    found.iter().map(|one| one.period_id.0).collect()
}

pub async fn decision_on_a_stale_plan_is_refused(world: &World) {
    let vacations = Vacations::of(&world.storage);
    let none = vacations.plan(ENTITY, ANNA).await.unwrap();
    let first = period(ANNA, 11, ReservationStatus::Applied, ("2026-07-01", "2026-07-10"));
    let second = period(ANNA, 12, ReservationStatus::Applied, ("2026-07-10", "2026-07-20"));
    assert!(vacations.decide(&none, &employed(ANNA), &[new(&first)], Vec::new()).await.unwrap());
    assert!(!vacations.decide(&none, &employed(ANNA), &[new(&second)], Vec::new()).await.unwrap());
    let plan = vacations.settled_plan(ENTITY, ANNA).await.unwrap();
    assert_eq!(plan, VacationPlan { version: 1, ..employed(ANNA) });
    assert!(vacations.decide(&plan, &plan, &[], Vec::new()).await.unwrap(), "another change");
    assert!(!vacations.decide(&plan, &plan, &[new(&second)], Vec::new()).await.unwrap());
    assert_eq!(vacations.periods(ENTITY, ANNA).await.unwrap(), [first], "a refusal leaves nothing behind");
    assert_eq!((vacations.period(PeriodId(12)).await.unwrap(), waiting(&vacations).await), (None, vec![11]));
    assert_eq!(vacations.settled_plan(ENTITY, ANNA).await.unwrap().version, 2);
}

pub async fn applications_wait_in_their_order_until_decided(world: &World) {
    let vacations = Vacations::of(&world.storage);
    let one = |id, status, days| period(ANNA, id, status, days);
    let draft = one(11, ReservationStatus::Draft, ("2026-06-01", "2026-06-05"));
    let later = one(12, ReservationStatus::Applied, ("2026-07-01", "2026-07-10"));
    let absence = Period {
        kind: PeriodKind::Parental,
        ..one(13, ReservationStatus::Approved, ("2026-09-01", "2026-09-10"))
    };
    let plan = employ(&world.storage, ANNA, &[draft.clone(), later.clone(), absence.clone()]).await;
    let bos = period(BO, 14, ReservationStatus::Applied, ("2026-07-01", "2026-07-10"));
    employ(&world.storage, BO, std::slice::from_ref(&bos)).await;
    assert_eq!(waiting(&vacations).await, [14, 12], "by when they were applied for");
    let first = vacations.applications(ENTITY, None, 1).await.unwrap();
    let after = first.first().map(|one| (one.applied, one.period_id));
    let rest = vacations.applications(ENTITY, after, 10).await.unwrap();
    assert_eq!(vacations.applied(&rest).await.unwrap(), std::slice::from_ref(&later));

    let applied = Period {
        status: ReservationStatus::Applied,
        applied: Some(Moment(20_000)),
        version: 2,
        ..draft.clone()
    };
    let approved = Period {
        status: ReservationStatus::Approved,
        decided: Some(Moment(30_000)),
        version: 2,
        ..later.clone()
    };
    let changes = [
        Change { old: Some(draft), new: Some(applied.clone()) },
        Change { old: Some(later), new: Some(approved.clone()) },
        Change { old: Some(absence), new: None },
    ];
    assert!(vacations.decide(&plan, &plan, &changes, Vec::new()).await.unwrap());
    assert_eq!(waiting(&vacations).await, [14, 11]);
    let both = vacations.periods_of(ENTITY, &[BO, ANNA]).await.unwrap();
    assert_eq!(both, [vec![bos], vec![applied, approved.clone()]]);
    assert_eq!(vacations.period(PeriodId(12)).await.unwrap(), Some(approved));
    assert_eq!(vacations.period(PeriodId(13)).await.unwrap(), None, "it was deleted");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn employees_are_listed_while_they_are_employed(world: &World) {
    let vacations = Vacations::of(&world.storage);
    let summer = period(ANNA, 11, ReservationStatus::Approved, ("2026-07-01", "2026-07-10"));
    let plan = employ(&world.storage, ANNA, std::slice::from_ref(&summer)).await;
    employ(&world.storage, BO, &[]).await;
    assert_eq!(vacations.employees(ENTITY, None, 10).await.unwrap(), [ANNA, BO]);
    assert_eq!(vacations.employees(ENTITY, Some(ANNA), 10).await.unwrap(), [BO]);
    assert_eq!(vacations.employees(EntityId(4), None, 10).await.unwrap(), []);
    let ended = VacationPlan { employed: false, ..plan.clone() };
    assert!(vacations.decide(&plan, &ended, &[], Vec::new()).await.unwrap());
    assert_eq!(vacations.employees(ENTITY, None, 10).await.unwrap(), [BO]);
    let kept = vacations.periods(ENTITY, ANNA).await.unwrap();
    assert_eq!(kept, std::slice::from_ref(&summer));
    assert_eq!(vacations.of_person(ANNA).await.unwrap(), [ENTITY]);
    assert_eq!(vacations.plans(ENTITY, &[ANNA, UserId(9), BO]).await.unwrap().len(), 2);

    assert!(!vacations.remove(&plan, &[]).await.unwrap(), "that version is over");
    let ended = vacations.settled_plan(ENTITY, ANNA).await.unwrap();
    assert!(vacations.remove(&ended, &[summer]).await.unwrap());
    assert_eq!(vacations.plan(ENTITY, ANNA).await.unwrap().version, 0);
    assert_eq!(vacations.periods(ENTITY, ANNA).await.unwrap(), []);
    assert_eq!(vacations.period(PeriodId(11)).await.unwrap(), None);
    assert_eq!(vacations.of_person(ANNA).await.unwrap(), []);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn stale_vacation_settings_are_refused(world: &World) {
    let vacations = Vacations::of(&world.storage);
    let none = vacations.settings(ENTITY).await.unwrap();
    assert_eq!((none.version, none.holiday_year, &none.groups.0), (0, HolidayYear::April, &Vec::new()));
    let group = StaffGroup { id: 1, name: "Köket".to_owned(), users: vec![ANNA], minimum: 1 };
    let new =
        VacationSettings { holiday_year: HolidayYear::Calendar, groups: Json(vec![group]), ..none.clone() };
    assert!(vacations.save_settings(&none, &new, Vec::new()).await.unwrap());
    assert!(!vacations.save_settings(&none, &none, Vec::new()).await.unwrap());
    let stands = vacations.settings(ENTITY).await.unwrap();
    assert_eq!(stands, VacationSettings { version: 1, ..new });
    assert!(vacations.save_settings(&stands, &none, Vec::new()).await.unwrap());
    assert_eq!(vacations.settings(ENTITY).await.unwrap().version, 2);
}

/// Two processes reserve the same days for somebody; a process looks first at what stands.
pub async fn two_processes_never_reserve_a_day_twice(world: &World) {
    employ(&world.storage, ANNA, &[]).await;
    let reserve = async |storage: Arc<Storage>, id: i64| {
        let vacations = Vacations::of(&storage);
        for _ in 0..500 {
            let plan = vacations.settled_plan(ENTITY, ANNA).await.unwrap();
            if !vacations.periods(ENTITY, ANNA).await.unwrap().is_empty() {
                return false;
            }
            let wanted = period(ANNA, id, ReservationStatus::Applied, ("2026-07-01", "2026-07-10"));
            if vacations.decide(&plan, &plan, &[new(&wanted)], Vec::new()).await.unwrap_or(false) {
                return true;
            }
        }
        panic!("others were faster five hundred times");
    };
    let storages: Vec<Arc<Storage>> = (0..4).map(|_| Arc::new((world.reopen)())).collect();
    let all = storages.into_iter().zip(11..).map(|(storage, id)| reserve(storage, id));
    let made = futures_util::future::join_all(all).await;
    assert_eq!(made.iter().filter(|made| **made).count(), 1, "{made:?}");
    assert_eq!(Vacations::of(&world.storage).periods(ENTITY, ANNA).await.unwrap().len(), 1);
}

pub async fn check_finds_vacation_that_is_not_listed(world: &World) {
    let applied = period(ANNA, 11, ReservationStatus::Applied, ("2026-07-01", "2026-07-10"));
    employ(&world.storage, ANNA, &[applied]).await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    let lists = storage::vacation::AREA.tables.iter().filter(|table| {
        ["vacation_employees", "person_vacation_plans", "vacation_period_places", "vacation_applications"]
            .contains(&table.name)
    });
    let engine = world.storage.engine();
    for table in lists {
        let row = engine.scan(table, None, 10).await.unwrap().pop().unwrap();
        let key = storage::engine::Key { table, values: row.key().to_vec() };
        engine.write(vec![key.delete()]).await.unwrap();
        let faults = world.storage.check().await.unwrap();
        assert_eq!(faults.len(), 2, "a row is missing, and the list is short: {faults:?}");
        assert!(faults.iter().all(|fault| fault.contains(table.name)), "{faults:?}");
        engine.write(vec![row.insert()]).await.unwrap();
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
