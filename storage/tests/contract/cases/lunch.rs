//! Lunch menus: days are changed together by compare and set, schools are listed by name.

use storage::ids::EntityId;
use storage::lunch::{Allergen, Changed, Diet, Dish, Lunch, LunchDay};
use storage::time::Day;
use storage::value::Json;

use crate::World;

const SCHOOL: EntityId = EntityId(31);
const OTHER: EntityId = EntityId(32);

fn on(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn dish(name: &str) -> Dish {
    Dish {
        name: name.to_owned(),
        description: Some("med potatis".to_owned()),
        diet: vec![Diet::GlutenFree],
        allergens: vec![Allergen::Fish, Allergen::Milk],
    }
}

fn day(date: &str, names: &[&str]) -> LunchDay {
    LunchDay {
        entity_id: SCHOOL,
        date: on(date),
        dishes: Json(names.iter().map(|name| dish(name)).collect()),
        note: None,
        version: 0,
    }
}

fn new(day: LunchDay) -> Changed {
    Changed { old: None, new: day }
}

async fn stored(world: &World, date: &str) -> LunchDay {
    Lunch::of(&world.storage).on(SCHOOL, &[on(date)]).await.unwrap().remove(&on(date)).unwrap()
}

pub async fn change_of_a_stale_day_is_refused(world: &World) {
    let lunch = &Lunch::of(&world.storage);
    let monday = day("2026-11-23", &["Fiskgratäng"]);
    assert!(lunch.save(SCHOOL, "Skolan", &[new(monday.clone())]).await.unwrap());
    let first = stored(world, "2026-11-23").await;
    assert_eq!(first, LunchDay { version: 1, ..monday.clone() });
    assert!(!lunch.save(SCHOOL, "Skolan", &[new(monday.clone())]).await.unwrap(), "it is there already");
    let change = |names: &[&str]| Changed { old: Some(first.clone()), new: day("2026-11-23", names) };
    assert!(lunch.save(SCHOOL, "Skolan", &[change(&["Soppa", "Pannkakor"])]).await.unwrap());
    assert!(!lunch.save(SCHOOL, "Skolan", &[change(&["Korv"])]).await.unwrap(), "it was judged by the first");
    let second = stored(world, "2026-11-23").await;
    assert_eq!(second, LunchDay { version: 2, ..day("2026-11-23", &["Soppa", "Pannkakor"]) });
}

pub async fn many_days_are_one_decision(world: &World) {
    let lunch = &Lunch::of(&world.storage);
    // Over New Year, as many and as large as one save may be.
    let first = on("2026-10-26").0;
    let dates: Vec<Day> =
        (0..100).map(|n| Day(first.checked_add(jiff::Span::new().days(n)).unwrap())).collect();
    let all: Vec<Changed> = dates
        .iter()
        .map(|date| {
            new(LunchDay { date: *date, note: Some("Varje dag. ".repeat(20)), ..day("2026-11-23", &[]) })
        })
        .collect();
    assert!(lunch.save(SCHOOL, "Skolan", &all[..1]).await.unwrap());
    assert!(!lunch.save(SCHOOL, "Skolan", &all).await.unwrap(), "one of them is there");
    assert_eq!(lunch.on(SCHOOL, &dates).await.unwrap().len(), 1, "then none is written");
    assert!(lunch.save(SCHOOL, "Skolan", &all[1..]).await.unwrap());
    let found = lunch.days(SCHOOL, dates[0], dates[99]).await.unwrap();
    assert_eq!(found.iter().map(|day| day.date).collect::<Vec<_>>(), dates, "by date");
    let some = lunch.days(SCHOOL, on("2026-12-31"), on("2027-01-02")).await.unwrap();
    assert_eq!(
        some.iter().map(|day| day.date.0.to_string()).collect::<Vec<_>>(),
        ["2026-12-31", "2027-01-01", "2027-01-02"]
    );
    assert_eq!(lunch.days(OTHER, dates[0], dates[99]).await.unwrap(), []);
}

pub async fn an_emptied_day_keeps_its_version(world: &World) {
    let lunch = &Lunch::of(&world.storage);
    assert!(lunch.save(SCHOOL, "Skolan", &[new(day("2026-11-24", &["Soppa"]))]).await.unwrap());
    let first = stored(world, "2026-11-24").await;
    let emptied = Changed { old: Some(first.clone()), new: day("2026-11-24", &[]) };
    assert!(lunch.save(SCHOOL, "Skolan", &[emptied]).await.unwrap());
    let second = stored(world, "2026-11-24").await;
    assert!(second.is_empty() && !first.is_empty());
    assert_eq!(second.version, 2);
    let again = Changed { old: Some(second), new: day("2026-11-24", &["Gröt"]) };
    assert!(lunch.save(SCHOOL, "Skolan", &[again]).await.unwrap());
    let late = Changed { old: Some(first), new: day("2026-11-24", &["Korv"]) };
    assert!(!lunch.save(SCHOOL, "Skolan", &[late]).await.unwrap());
}

async fn named(world: &World, sought: &str) -> Vec<i64> {
    Lunch::of(&world.storage).named(sought, 10).await.unwrap().into_iter().map(|id| id.0).collect()
}

pub async fn schools_are_listed_by_name_and_follow_it(world: &World) {
    let lunch = &Lunch::of(&world.storage);
    lunch.relist(SCHOOL, "Utan matsedel").await.unwrap();
    assert!(!lunch.has(SCHOOL).await.unwrap());
    assert_eq!(named(world, "").await, [0_i64; 0]);
    for (n, name) in ["Ängsskolan", "Norra Ängsskolan", "Björkskolan"].into_iter().enumerate() {
        let id = EntityId(40 + n as i64);
        let date = LunchDay { entity_id: id, ..day("2026-11-23", &["Soppa"]) };
        assert!(lunch.save(id, name, &[new(date)]).await.unwrap());
        assert!(lunch.has(id).await.unwrap());
    }
    assert_eq!(named(world, "ÄNG").await, [40, 41], "whose name begins so comes first");
    assert_eq!(named(world, "björk").await, [42]);
    assert_eq!(named(world, "skolan").await, [0_i64; 0]);
    lunch.relist(EntityId(42), "Ekskolan").await.unwrap();
    lunch.relist(EntityId(42), "Ekskolan").await.unwrap();
    assert_eq!((named(world, "björk").await, named(world, "ek").await), (vec![], vec![42]));
    // Saving lists it under the new name as well.
    let date = LunchDay { entity_id: EntityId(40), ..day("2026-11-24", &["Soppa"]) };
    assert!(lunch.save(EntityId(40), "Södra Ängsskolan", &[new(date)]).await.unwrap());
    assert_eq!((named(world, "södra").await, named(world, "ängs").await), (vec![40], vec![40, 41]));
    let left = world.engine.scan(schools(), None, 100).await.unwrap();
    assert_eq!(left.len(), 2 + 2 + 1, "nothing is left of old names");
}

pub async fn a_page_of_schools_reads_what_it_shows(world: &World) {
    let lunch = &Lunch::of(&world.storage);
    for n in 0..7 {
        let id = EntityId(50 + n);
        let date = LunchDay { entity_id: id, ..day("2026-11-23", &["Soppa"]) };
        // Two have the same name.
        assert!(lunch.save(id, &format!("Skola {}", n.min(5)), &[new(date)]).await.unwrap());
    }
    let (mut mark, mut seen, mut pages) = (None, Vec::new(), 0);
    loop {
        let (found, next) = lunch.schools(mark, 3).await.unwrap();
        seen.extend(found.into_iter().map(|id| id.0));
        pages += 1;
        mark = next;
        if mark.is_none() {
            break;
        }
    }
    assert_eq!((seen, pages), ((50..57).collect::<Vec<_>>(), 3));
}

fn schools() -> &'static storage::table::Table {
    storage::areas::tables(&[]).into_iter().find(|table| table.name == "lunch_schools").unwrap()
}
