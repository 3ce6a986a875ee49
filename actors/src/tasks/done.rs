//! What was done and what was made, week by week. Contract §9.1.

use std::collections::{BTreeMap, HashMap, HashSet};

use storage::ids::{EntityId, UserId};
use storage::tasks::{BoardId, Scope, TaskMark, Tasks};
use storage::time::{Day, Moment};

use super::boards::facts::with_roles;
use super::facts::relations;
use super::reading::{Wanted, may_list};
use super::rules::weeks;
use super::view::{DoneBy, DoneView, DoneWeek};
use crate::Platform;
use crate::accounts::Who;
use crate::contacts::view::Person;
use crate::entities::rules::may_act;
use crate::platform::error::Result;
use crate::platform::hours::{date_of, midnight, zone};

/// Most tasks that are counted as done, and as made: the newest.
const COUNTED: usize = 5_000;
/// Most people that are named with what they have done.
const PEOPLE: usize = 50;

/// Whose tasks are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// What the person made or is assigned.
    User(UserId),
    Entity(EntityId),
}

/// The boards and organisations whose tasks the caller sees.
struct Seen {
    boards: HashSet<BoardId>,
    entities: HashSet<EntityId>,
}

impl Seen {
    async fn load(platform: &Platform, user_id: UserId, marks: &[TaskMark]) -> Result<Self> {
        let ids: HashSet<BoardId> = marks.iter().filter_map(|mark| mark.board_id).collect();
        let boards = with_roles(platform, user_id, &ids.into_iter().collect::<Vec<_>>()).await?;
        let ids: HashSet<EntityId> = marks.iter().filter_map(|mark| mark.entity_id).collect();
        let relations = relations(platform, user_id, ids.into_iter()).await?;
        let acts = relations.into_iter().filter(|(_, relation)| may_act(Some(*relation)));
        Ok(Self {
            boards: boards.into_iter().map(|(board, _)| board.board_id).collect(),
            entities: acts.map(|(id, _)| id).collect(),
        })
    }

    /// As [`super::rules::rights::abilities`]; of a person's own list nothing but their own is asked for.
    fn has(&self, mark: &TaskMark) -> bool {
        match (mark.board_id, mark.entity_id) {
            (Some(id), _) => self.boards.contains(&id),
            (None, Some(id)) => self.entities.contains(&id),
            (None, None) => true,
        }
    }
}

/// How many were done and made in each week of a period, as far as the caller sees them. 403 ROLE_TOO_LOW; 404; 422.
pub async fn done(platform: &Platform, who: &Who, whose: Whose, from: Day, to: Day) -> Result<DoneView> {
    weeks::checked(from, to)?;
    let (wanted, scope) = match whose {
        Whose::User(id) => (Wanted::User(id), Scope::Person(id)),
        Whose::Entity(id) => (Wanted::Entity(id), Scope::Entity(id)),
    };
    may_list(platform, who, &wanted).await?;
    let (tasks, zone) = (Tasks::of(&platform.storage), zone()?);
    let end = midnight(&zone, to.0.tomorrow().unwrap_or(to.0)) - 1;
    let within = Moment(midnight(&zone, from.0))..=Moment(end);
    let (mut done, mut made) = futures_util::try_join!(
        tasks.marked(&scope, true, within.clone(), COUNTED + 1),
        tasks.marked(&scope, false, within, COUNTED + 1),
    )?;
    let day = |mark: &TaskMark| Day(date_of(&zone, mark.at.0));
    // What lies before the first day that is read as a whole is left out.
    let oldest = [&done, &made].into_iter().filter_map(|marks| marks.get(COUNTED)).map(day).max();
    let counted_from = oldest.map(|day| Day(day.0.tomorrow().unwrap_or(day.0)).min(to));
    let first = counted_from.unwrap_or(from);
    let all: Vec<TaskMark> = done.iter().chain(&made).cloned().collect();
    let seen = Seen::load(platform, who.user_id, &all).await?;
    for marks in [&mut done, &mut made] {
        marks.retain(|mark| day(mark) >= first && seen.has(mark));
    }
    let count = |marks: &[TaskMark]| {
        marks.iter().fold(HashMap::new(), |mut counts: HashMap<_, usize>, mark| {
            *counts.entry(weeks::monday(day(mark).0)).or_default() += 1;
            counts
        })
    };
    let (done_in, made_in) = (count(&done), count(&made));
    let of = |counts: &HashMap<_, usize>, week| counts.get(&week).copied().unwrap_or_default();
    let week = |monday| DoneWeek {
        week: weeks::name(monday),
        from: Day(monday),
        done: of(&done_in, monday),
        made: of(&made_in, monday),
    };
    let by_person = match whose {
        Whose::Entity(_) => Some(by_person(platform, &done).await?),
        Whose::User(_) => None,
    };
    Ok(DoneView { weeks: weeks::of_period(first, to).map(week).collect(), by_person, counted_from })
}

/// How many each of those who were assigned them has done, the most first.
async fn by_person(platform: &Platform, done: &[TaskMark]) -> Result<Vec<DoneBy>> {
    let mut counts: BTreeMap<UserId, usize> = BTreeMap::new();
    for id in done.iter().flat_map(|mark| &mark.assignees.0) {
        *counts.entry(*id).or_default() += 1;
    }
    let mut counts: Vec<(UserId, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, done)| std::cmp::Reverse(*done));
    counts.truncate(PEOPLE);
    let people = platform.people.all(counts.iter().map(|(id, _)| *id)).await?;
    let by = |(id, done)| {
        let person = people.get(&id).map_or_else(|| Person::erased(id), |user| Person::from(&**user));
        DoneBy { id_user: id, name: person.display_name, done }
    };
    Ok(counts.into_iter().map(by).collect())
}
