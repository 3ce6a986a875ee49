use storage::ids::EntityId;
use storage::lunch::{Allergen, Diet};
use storage::value::Json;

use super::*;

fn on(text: &str) -> Day {
    Day(text.parse().unwrap())
}

const TODAY: &str = "2026-11-24";

fn draft(date: &str, name: &str) -> DayDraft {
    let dish = DishDraft {
        name: name.to_owned(),
        description: None,
        diet: vec![Diet::Vegan, Diet::Vegan],
        allergens: vec![Allergen::Soybeans],
    };
    DayDraft { date: on(date), dishes: vec![dish], note: None, version: None }
}

fn wrong(drafts: &[DayDraft]) -> (String, &'static str) {
    let refusal = wanted(drafts, on(TODAY)).unwrap_err();
    (refusal.fields[0].field.to_string(), refusal.fields[0].code)
}

#[test]
fn write_access_to_the_menu() {
    let writers = ["OWNER", "ADMINISTRATOR", "SCHOOL_FOOD_ADMIN", "MENU_WRITER"];
    for relation in RelationType::ALL {
        let may = writers.contains(&relation.as_str());
        assert_eq!(may_write(Some(*relation)), may, "{relation}");
        assert_eq!(abilities(Some(*relation)).is_empty(), !may, "{relation}");
    }
    assert!(!may_write(None));
    let schools = ["school", "preschool", "high-school"];
    for kind in EntityType::ALL {
        let refusal = write(*kind, Some(RelationType::Owner)).err().map(|refusal| refusal.code);
        assert_eq!(refusal.is_none(), schools.contains(&kind.as_str()), "{kind}");
        assert!(refusal.is_none_or(|code| code == "NOT_A_SCHOOL"));
        let refusal = write(*kind, Some(RelationType::Pupil)).unwrap_err();
        assert_eq!(refusal.code, "ROLE_TOO_LOW", "who may not is told nothing else");
    }
}

#[test]
fn four_hundred_days_are_read_at_once() {
    assert!(window(on(TODAY), on(TODAY)).is_ok());
    assert!(window(on("2026-01-01"), on("2027-02-04")).is_ok());
    for (from, to) in [("2026-01-01", "2027-02-05"), (TODAY, "2026-11-23"), ("-009999-01-01", "9999-12-31")] {
        assert_eq!(window(on(from), on(to)).unwrap_err().fields[0].code, "RANGE", "{from} {to}");
    }
}

#[test]
fn days_are_kept_tidy() {
    let mut day = draft(TODAY, "  Linsgryta \n med   ris ");
    day.note = Some("   ".to_owned());
    let kept = wanted(&[day], on(TODAY)).unwrap();
    assert_eq!((kept[0].dishes[0].name.as_str(), kept[0].note.as_ref()), ("Linsgryta med ris", None));
    assert_eq!(kept[0].dishes[0].diet, [Diet::Vegan], "each once");
    assert_eq!(wrong(&[draft(TODAY, " ")]), ("days[0].dishes[0].name".to_owned(), "REQUIRED"));
    assert_eq!(wrong(&[draft(TODAY, "So\u{200b}ppa")]), ("days[0].dishes[0].name".to_owned(), "CHARACTERS"));
    let twice = [draft(TODAY, "Soppa"), draft(TODAY, "Korv")];
    assert_eq!(wrong(&twice), ("days[1].date".to_owned(), "TWICE"));
    for date in ["2024-11-23", "2028-11-25", "9999-12-31"] {
        assert_eq!(wrong(&[draft(date, "Soppa")]), ("days[0].date".to_owned(), "RANGE"), "{date}");
    }
    assert!(wanted(&[draft("2024-11-24", "Soppa"), draft("2028-11-24", "Soppa")], on(TODAY)).is_ok());
    let mut large = draft(TODAY, &"å".repeat(120));
    large.dishes = vec![large.dishes[0].clone(); 8];
    let first = on(TODAY).0;
    let many: Vec<DayDraft> =
        (0..30).map(|n| DayDraft { date: Day(first.saturating_add(n.days())), ..large.clone() }).collect();
    assert_eq!(wrong(&many), ("days".to_owned(), "TOO_LARGE"));
    assert!(wanted(&many[..5], on(TODAY)).is_ok());
}

#[test]
fn a_stale_copy_overwrites_nothing() {
    let day = |version, is_empty: bool| LunchDay {
        entity_id: EntityId(1),
        date: on(TODAY),
        dishes: Json(Vec::new()),
        note: (!is_empty).then(|| "Soppa".to_owned()),
        version,
    };
    // The current day, the version read, whether it is stale.
    for (stands, seen, is_stale) in [
        (None, None, false),
        (None, Some(0), false),
        (None, Some(1), true),
        (Some(day(2, false)), Some(2), false),
        (Some(day(2, false)), Some(1), true),
        (Some(day(2, false)), Some(3), true),
        (Some(day(2, false)), None, true),
        (Some(day(2, true)), None, false),
        (Some(day(2, true)), Some(2), false),
        (Some(day(2, true)), Some(1), true),
    ] {
        let wants = Wanted { date: on(TODAY), dishes: Vec::new(), note: None, version: seen };
        let refusal = fresh([(&wants, stands.as_ref())]).err();
        let named = refusal.map(|refusal| (refusal.code, refusal.fields[0].field.to_string()));
        let expected = is_stale.then(|| ("MOVED_ON", "days[0].version".to_owned()));
        assert_eq!(named, expected, "{stands:?} {seen:?}");
    }
}
