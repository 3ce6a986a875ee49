//! Coordinates as people send them, and who may do what.

use storage::ids::EntityId;
use storage::infopoints::InfopointId;
use storage::time::Moment;
use storage::value::Json;

use super::*;

fn number(degrees: f64) -> Coordinate {
    Coordinate::Number(degrees)
}

fn text(text: &str) -> Coordinate {
    Coordinate::Text(text.to_owned())
}

/// Field and code of a refusal.
fn refused<T: std::fmt::Debug>(result: Result<T>) -> (String, &'static str) {
    let refusal = result.unwrap_err();
    (refusal.fields[0].field.to_string(), refusal.fields[0].code)
}

#[test]
fn coordinates_have_six_decimals() {
    assert_eq!(longitude(&number(15.620_123_456_7)).unwrap(), 15_620_123);
    assert_eq!(longitude(&number(-15.620_123_6)).unwrap(), -15_620_124);
    assert_eq!(latitude(&text(" 58.4069 ")).unwrap(), 58_406_900);
    assert_eq!(latitude(&number(90.0)).unwrap(), 90_000_000);
    assert_eq!(point(&number(180.0), &number(0.0)).unwrap().longitude, -180_000_000);
}

#[test]
fn coordinates_that_are_none() {
    for (coordinate, code) in [
        (number(90.000_001), "RANGE"),
        (number(-91.0), "RANGE"),
        (number(f64::INFINITY), "RANGE"),
        (number(f64::NAN), "RANGE"),
        (text("NaN"), "RANGE"),
        (text("57,7"), "DECIMAL_COMMA"),
        (text("57°42'"), "NUMBER"),
        (text(""), "NUMBER"),
    ] {
        assert_eq!(refused(latitude(&coordinate)), ("latitude".to_owned(), code), "{coordinate:?}");
    }
    assert_eq!(refused(longitude(&number(180.1))), ("longitude".to_owned(), "RANGE"));
}

#[test]
fn rectangles() {
    let area = bbox("15.5, 58.3,15.8,58.5").unwrap();
    assert_eq!(area, Area { west: 15_500_000, south: 58_300_000, east: 15_800_000, north: 58_500_000 });
    assert!(bbox("170,-10,-170,10").is_ok(), "it crosses 180 degrees");
    assert!(bbox("10,58,10,58").is_ok(), "a point");
    for (text, code) in [
        ("", "BBOX"),
        ("1,2,3", "BBOX"),
        ("1,2,3,x", "BBOX"),
        ("1,2,3,NaN", "BBOX"),
        ("15,5,58,3,15,8,58,5", "DECIMAL_COMMA"),
        ("10,59,11,58", "ORDER"),
        ("-181,0,0,1", "RANGE"),
        ("0,-91,0,1", "RANGE"),
    ] {
        assert_eq!(refused(bbox(text)), ("bbox".to_owned(), code), "{text}");
    }
    assert_eq!(near("15.62,58.41").unwrap().latitude, 58_410_000);
    for (text, code) in [("15,62,58,41", "DECIMAL_COMMA"), ("15.62", "NEAR"), ("15.62,99", "RANGE")] {
        assert_eq!(refused(near(text)), ("near".to_owned(), code), "{text}");
    }
}

#[test]
fn kinds_and_links() {
    assert_eq!(types("PLAYGROUND, PARK,").unwrap(), [InfopointType::Playground, InfopointType::Park]);
    assert_eq!(types("").unwrap(), []);
    assert_eq!(refused(types("PLANET")), ("type".to_owned(), "UNKNOWN"));
    assert_eq!(link("  ").unwrap(), None);
    assert_eq!(link("https://example.se/lek").unwrap().as_deref(), Some("https://example.se/lek"));
    for wrong in ["javascript:alert(1)", "example.se", "ftp://example.se", "https://a:b@example.se"] {
        assert_eq!(refused(link(wrong)), ("link".to_owned(), "LINK"), "{wrong}");
    }
}

fn infopoint(author: Option<i64>, entity: Option<i64>, hidden: bool) -> Infopoint {
    Infopoint {
        infopoint_id: InfopointId(1),
        name: "Badet".to_owned(),
        longitude: 15_600_000,
        latitude: 58_400_000,
        infopoint_type: InfopointType::BathingPlace,
        description: String::new(),
        address: None,
        link: None,
        hours: None,
        pictures: Json(Vec::new()),
        author_id: author.map(UserId),
        entity_id: entity.map(EntityId),
        municipality: None,
        hidden: hidden.then_some(Moment(1)),
        created: Moment(1),
        updated: Moment(1),
        version: 1,
    }
}

#[test]
fn who_sees_and_changes_a_place() {
    use RelationType::{Administrator, Customer, Editor, Member, Moderator, Owner};
    let reader = |user: i64, standing, relation| Reader { user_id: Some(UserId(user)), standing, relation };
    let own = infopoint(Some(1), None, false);
    let hidden = infopoint(Some(1), None, true);
    // Changes, sees, sees it hidden.
    for (who, expected) in [
        (reader(1, Standing::Author, None), [true, true, true]),
        (reader(2, Standing::Stranger, None), [false, true, false]),
        (reader(2, Standing::Apart, None), [false, false, false]),
        (Reader { user_id: None, standing: Standing::Stranger, relation: None }, [false, true, false]),
    ] {
        assert_eq!([changes(&own, &who), reads(&own, &who), reads(&hidden, &who)], expected, "{who:?}");
    }
    let theirs = infopoint(Some(1), Some(9), false);
    let hidden = infopoint(Some(1), Some(9), true);
    for (relation, expected) in [
        (Some(Owner), [true, true, true]),
        (Some(Administrator), [true, true, true]),
        (Some(Editor), [true, true, true]),
        (Some(Moderator), [false, true, true]),
        (Some(Member), [false, true, false]),
        (Some(Customer), [false, true, false]),
        (None, [false, true, false]),
    ] {
        let who = reader(1, Standing::Stranger, relation);
        assert_eq!(
            [changes(&theirs, &who), reads(&theirs, &who), reads(&hidden, &who)],
            expected,
            "{relation:?}"
        );
    }
    assert_eq!(may_change(&own, &reader(2, Standing::Stranger, None)).unwrap_err().code, "NOT_AUTHOR");
    assert_eq!(may_change(&theirs, &reader(2, Standing::Stranger, None)).unwrap_err().code, "ROLE_TOO_LOW");
}

#[test]
fn pictures_are_no_news() {
    let old = infopoint(Some(1), None, false);
    assert!(!is_news(
        &old,
        &Infopoint { updated: Moment(2), version: 2, hidden: Some(Moment(2)), ..old.clone() }
    ));
    assert!(is_news(&old, &Infopoint { hours: Some("Alltid".to_owned()), ..old.clone() }));
    assert!(is_news(&old, &Infopoint { latitude: 58_400_001, ..old.clone() }));
}
