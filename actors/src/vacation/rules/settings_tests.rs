use super::*;

fn draft(id: Option<i64>, name: &str, users: &[i64]) -> GroupDraft {
    GroupDraft { id, name: name.to_owned(), users: users.iter().copied().map(UserId).collect(), minimum: 1 }
}

#[test]
fn groups_get_ids_and_hold_employees_alone() {
    let employees = HashSet::from([UserId(5), UserId(6)]);
    let found = groups(
        vec![
            draft(None, " Köket  norr ", &[6, 5, 6]),
            draft(Some(4), "Lärarna", &[]),
            draft(None, "IT", &[]),
        ],
        &employees,
    );
    let found = found.unwrap();
    assert_eq!(found.iter().map(|one| one.id).collect::<Vec<_>>(), [5, 4, 6]);
    assert_eq!((found[0].name.as_str(), &found[0].users), ("Köket norr", &vec![UserId(5), UserId(6)]));
    for (wrong, field, code) in [
        (vec![draft(Some(1), "  ", &[])], "groups[0].name", "REQUIRED"),
        (vec![draft(Some(1), "A", &[]), draft(Some(1), "B", &[])], "groups[1].id", "TWICE"),
        (vec![draft(None, "A", &[5]), draft(None, "B", &[5, 7])], "groups[1].users", "NOT_EMPLOYEE"),
    ] {
        let refusal = groups(wrong, &employees).unwrap_err();
        assert_eq!((&*refusal.fields[0].field, refusal.fields[0].code), (field, code));
    }
}

#[test]
fn saved_days_are_sorted_and_of_years_once() {
    let days =
        |all: &[(i64, i64)]| all.iter().map(|(year, days)| SavedDays { year: *year, days: *days }).collect();
    let years = |all: Vec<SavedDays>| all.into_iter().map(|one| one.year).collect::<Vec<_>>();
    assert_eq!(saved(days(&[(2025, 3), (2023, 5), (2024, 0)])).map(years), Ok(vec![2023, 2025]));
    assert_eq!(saved(days(&[(2025, 3), (2025, 2)])).unwrap_err().fields[0].code, "TWICE");
    assert_eq!(saved(days(&[(1999, 3)])).unwrap_err().fields[0].code, "RANGE");
}
