//! Vacation as it is shown: the plan, one's own, one reservation, what waits for a manager.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use storage::accounts::User;
use storage::ids::{EntityId, UserId};
use storage::time::{Day, Moment};
use storage::vacation::{Application, Period, PeriodId, StaffGroup, Vacations};

use super::absences;
use super::facts::{Plans, Staff, absent, managed, staff, today};
use super::rules::balance::{Year, balance};
use super::rules::presence::below;
use super::rules::reservation::{counted, days_of};
use super::rules::state::{Actor, abilities};
use super::rules::{Closed, Days};
use super::staffing::{self, everybody};
use super::view::{
    BelowMinimum, ClosedDay, MineView, PlanView, PlannedKind, PlannedPeriod, PlannedPerson, ReservationView,
    ReservationsView,
};
use crate::Platform;
use crate::accounts::Who;
use crate::contacts::view::Person;
use crate::platform::error::{Refusal, Result};

type People = HashMap<UserId, Arc<User>>;

/// 404: the caller has no plan of their own.
pub(super) fn employee(staff: &Staff) -> Result<()> {
    if staff.plan.employed {
        return Ok(());
    }
    Err(Refusal::not_found("Du är inte med i semesterplanen."))
}

/// A reservation as it is shown to that actor; none: its person is gone.
fn shown(plans: &Plans, people: &People, period: &Period, actor: Actor) -> Option<ReservationView> {
    Some(ReservationView {
        id_vacation_plan_reservation: period.period_id,
        id_entity: period.entity_id,
        user: Person::from(&**people.get(&period.user_id)?),
        from: period.first,
        to: period.last,
        fl_status: period.status,
        note: period.note.clone(),
        reason: period.reason.clone(),
        days: plans.closed.count(days_of(period)),
        warnings: plans.warnings(period),
        version: period.version,
        abilities: abilities(period.status, actor),
        da_created: period.created,
        da_decided: period.decided,
    })
}

/// The days that hold all these periods; of none any day.
fn span(periods: &[Period]) -> Days {
    let any = Days { first: jiff::civil::date(2001, 1, 1), last: jiff::civil::date(2001, 1, 1) };
    periods.iter().map(days_of).reduce(Days::with).unwrap_or(any)
}

/// A reservation as it is shown to that actor. 404.
pub(super) async fn view(platform: &Platform, period: &Period, actor: Actor) -> Result<ReservationView> {
    let users = [period.user_id];
    let plans = Plans::load(platform, period.entity_id, &users, days_of(period)).await?;
    let people = platform.people.all(users).await?;
    shown(&plans, &people, period, actor).ok_or_else(absent)
}

/// The cursor of what waits.
fn parsed(after: &str) -> Result<(Moment, PeriodId)> {
    let parts = after
        .split_once('-')
        .and_then(|(applied, id)| Some((Moment(applied.parse().ok()?), PeriodId(id.parse().ok()?))));
    parts.ok_or_else(|| Refusal::field("after", "UNKNOWN", "Börja om från början av listan."))
}

/// A page of what waits for a manager, oldest first. 403 ROLE_TOO_LOW; 404.
pub async fn applications(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    after: Option<&str>,
    size: usize,
) -> Result<ReservationsView> {
    managed(platform, who, entity_id).await?;
    let vacations = Vacations::of(&platform.storage);
    let after = after.map(parsed).transpose()?;
    let mut waiting: Vec<Application> = vacations.applications(entity_id, after, size + 1).await?;
    let has_more = waiting.len() > size;
    waiting.truncate(size);
    let cursor = |last: &Application| format!("{}-{}", last.applied.0, last.period_id);
    let next = waiting.last().filter(|_| has_more).map(cursor);
    let periods = vacations.applied(&waiting).await?;
    let users: Vec<UserId> = periods.iter().map(|one| one.user_id).collect();
    let plans = Plans::load(platform, entity_id, &users, span(&periods)).await?;
    let people = platform.people.all(users).await?;
    let view = |period: &Period| {
        let actor = Actor { is_own: period.user_id == who.user_id, manages: true };
        shown(&plans, &people, period, actor)
    };
    Ok(ReservationsView { content: periods.iter().filter_map(view).collect(), next })
}

/// The caller's own vacation in a holiday year (none: the current one). 403 ROLE_TOO_LOW; 404.
pub async fn mine(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    year: Option<i16>,
) -> Result<MineView> {
    let staff = staff(platform, who, entity_id).await?;
    employee(&staff)?;
    let settings = Vacations::of(&platform.storage).settings(entity_id).await?;
    let kind = settings.holiday_year;
    let year = match year {
        Some(begins) => Year::new(kind, begins),
        None => Year::of(kind, today()?),
    };
    let plans = Plans::load(platform, entity_id, &[who.user_id], year.days).await?;
    let people = platform.people.all([who.user_id]).await?;
    let user = people.get(&who.user_id).ok_or_else(absent)?;
    let actor = Actor { is_own: true, manages: staff.manages };
    let answer = plans.judged(who.user_id, |person, closed| {
        let mut theirs: Vec<&Period> =
            person.periods.iter().filter(|one| days_of(one).touches(year.days)).collect();
        theirs.sort_by_key(|one| (one.first, one.period_id));
        let (vacation, others): (Vec<&Period>, Vec<&Period>) =
            theirs.into_iter().partition(|one| one.is_vacation());
        MineView {
            employee: staffing::view(&staff.plan, Person::from(&**user)),
            balance: balance(&person.terms, kind, year, closed, &counted(person.periods)),
            reservations: vacation.iter().filter_map(|one| shown(&plans, &people, one, actor)).collect(),
            absences: others.into_iter().map(absences::view).collect(),
            warnings: person.of_year(year, closed),
        }
    });
    answer.ok_or_else(absent)
}

/// A period of the plan: all of it for whoever may know, otherwise that somebody is away; none: it is not shown.
fn planned(period: &Period, knows: bool, closed: &Closed) -> Option<PlannedPeriod> {
    let (from, to) = (period.first, period.last);
    if !knows {
        let away =
            PlannedPeriod { id: None, from, to, kind: PlannedKind::Absence, fl_status: None, days: None };
        return period.status.is_away().then_some(away);
    }
    let is_vacation = period.is_vacation();
    period.status.is_live().then(|| PlannedPeriod {
        id: Some(period.period_id),
        from,
        to,
        kind: if is_vacation { PlannedKind::Vacation } else { PlannedKind::Absence },
        fl_status: is_vacation.then_some(period.status),
        days: is_vacation.then(|| closed.count(days_of(period))),
    })
}

/// Where a group falls below its minimum.
fn below_minimum(plans: &Plans, group: &StaffGroup, window: Days) -> Vec<BelowMinimum> {
    let runs = below(window, group.minimum, &plans.members(group, None));
    let view = |run: super::rules::presence::Below| BelowMinimum {
        group: group.id,
        from: Day(run.days.first),
        to: Day(run.days.last),
        present: run.present,
        minimum: group.minimum,
    };
    runs.into_iter().map(view).collect()
}

/// Which part of a plan.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// The calendar year in which the holiday year begins; none: the current one.
    pub year: Option<i16>,
    /// Where the page before ended.
    pub after: Option<UserId>,
    pub size: usize,
    /// Of this group alone.
    pub group: Option<i64>,
}

/// A page of the plan of a holiday year, for the staff: by id. 403 ROLE_TOO_LOW; 404.
pub async fn plan(platform: &Platform, who: &Who, entity_id: EntityId, wanted: Wanted) -> Result<PlanView> {
    let staff = staff(platform, who, entity_id).await?;
    let vacations = Vacations::of(&platform.storage);
    let settings = vacations.settings(entity_id).await?;
    let year = match wanted.year {
        Some(begins) => Year::new(settings.holiday_year, begins),
        None => Year::of(settings.holiday_year, today()?),
    };
    let groups: Vec<StaffGroup> = settings.groups.0.clone();
    let of_group = |id: i64| groups.iter().find(|group| group.id == id);
    let mut users = match wanted.group {
        None => vacations.employees(entity_id, wanted.after, wanted.size + 1).await?,
        Some(id) => {
            let group = of_group(id).ok_or_else(|| Refusal::not_found("Gruppen finns inte."))?;
            let employees: HashSet<UserId> = everybody(platform, entity_id).await?.into_iter().collect();
            let later = |user_id: &UserId| wanted.after.is_none_or(|after| *user_id > after);
            let there = group.users.iter().copied();
            there.filter(|user_id| employees.contains(user_id) && later(user_id)).collect()
        }
    };
    let has_more = users.len() > wanted.size;
    users.truncate(wanted.size);
    let next = users.last().copied().filter(|_| has_more);
    // What all groups lack is told once, and only then their members are read.
    let of_page: Vec<&StaffGroup> = match (wanted.after, wanted.group) {
        (Some(_), _) => Vec::new(),
        (None, Some(id)) => of_group(id).into_iter().collect(),
        (None, None) => groups.iter().collect(),
    };
    let members = of_page.iter().flat_map(|group| group.users.iter().copied());
    let all: HashSet<UserId> = users.iter().copied().chain(members).collect();
    let plans = Plans::of(platform, settings, all.into_iter().collect(), year.days).await?;
    let people = platform.people.all(users.iter().copied()).await?;
    let person = |user_id: &UserId| {
        let knows = staff.manages || *user_id == who.user_id;
        let periods = plans.get(*user_id)?.periods.iter().filter(|one| days_of(one).touches(year.days));
        let theirs = groups.iter().filter(|group| group.users.contains(user_id));
        Some(PlannedPerson {
            user: Person::from(&**people.get(user_id)?),
            groups: theirs.map(|group| group.id).collect(),
            periods: periods.filter_map(|one| planned(one, knows, &plans.closed)).collect(),
        })
    };
    let closed = plans.closed.within(year.days);
    Ok(PlanView {
        from: Day(year.days.first),
        to: Day(year.days.last),
        people: users.iter().filter_map(person).collect(),
        closed: closed.map(|(date, name)| ClosedDay { date: Day(date), name: name.to_owned() }).collect(),
        below: of_page.iter().flat_map(|group| below_minimum(&plans, group, year.days)).collect(),
        next,
    })
}

/// The reservations of somebody who asks for all that is stored about them.
pub(super) fn exported(plans: &Plans, people: &People, periods: &[Period]) -> Vec<ReservationView> {
    let actor = Actor { is_own: true, manages: false };
    let vacation = periods.iter().filter(|one| one.is_vacation());
    vacation.filter_map(|one| shown(plans, people, one, actor)).collect()
}
