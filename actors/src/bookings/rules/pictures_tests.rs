use super::*;

fn picture(image: &str, alt: &str) -> BookablePicture {
    BookablePicture { image: image.to_owned(), width: 4, height: 3, alt: alt.to_owned() }
}

fn draft(id: &str, alt: &str) -> PictureDraft {
    PictureDraft { id: id.to_owned(), alt: alt.to_owned() }
}

#[test]
fn picture_is_added_at_the_end_once_and_eight_are_the_most() {
    let all: Vec<_> = (0..8).map(|n| picture(&n.to_string(), "")).collect();
    let seven = &all[..7];
    assert_eq!(added(seven, all[7].clone()).unwrap(), Some(all.clone()));
    assert_eq!(added(seven, picture("3", "Ny text")).unwrap(), None, "it is there");
    assert_eq!(added(&all, picture("9", "")).unwrap_err().code, "QUOTA_REACHED");
    assert_eq!(added(&all, all[2].clone()).unwrap(), None, "one that is there needs no room");
}

#[test]
fn pictures_are_put_in_order_described_and_taken_away() {
    let stand = [picture("a", "Salen"), picture("b", ""), picture("c", "")];
    let wanted = [draft("c", "  Scenen "), draft("a", "")];
    assert_eq!(arranged(&stand, &wanted).unwrap(), [picture("c", "Scenen"), picture("a", "")]);
    assert_eq!(arranged(&stand, &[]).unwrap(), []);
    assert_eq!(without(&stand, "b"), [stand[0].clone(), stand[2].clone()]);
    assert_eq!(without(&stand, "x"), stand);
}

#[test]
fn pictures_of_others_and_ones_named_twice_are_refused() {
    let stand = [picture("a", "")];
    for wanted in [vec![draft("b", "")], vec![draft("a", ""), draft("a", "")]] {
        let refusal = arranged(&stand, &wanted).unwrap_err();
        assert_eq!((refusal.fields[0].field.as_ref(), refusal.fields[0].code), ("pictures", "UNKNOWN"));
    }
}
