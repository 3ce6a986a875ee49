//! What a reader of PDF files finds in a paper: its words, its pages, its tags, its code.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object, ObjectId};
use proptest::prelude::*;

use super::*;

/// A Swish code as Swish publishes it, with a message of Swedish letters.
const SWISH: &str = "C1231231231;1234,50;2026-17%20%C3%A5%C3%A4%C3%B6;0";

fn party(heading: &str, lines: &[&str]) -> Party {
    Party { heading: heading.to_owned(), lines: lines.iter().map(|line| (*line).to_owned()).collect() }
}

fn fact(label: &str, value: &str) -> Fact {
    Fact { label: label.to_owned(), value: value.to_owned() }
}

fn column(heading: &str, align: Align) -> Column {
    Column { heading: heading.to_owned(), align }
}

fn total(label: &str, value: &str, is_main: bool) -> Total {
    Total { label: label.to_owned(), value: value.to_owned(), is_main }
}

fn table(rows: usize) -> Table {
    let columns = vec![
        column("Beskrivning", Align::Left),
        column("Moms", Align::Right),
        column("Belopp", Align::Right),
    ];
    let row = |at: usize| vec![format!("Rad {at} åäö"), "25 %".to_owned(), format!("{at},50 kr")];
    Table { columns, rows: (1..=rows).map(row).collect() }
}

fn paper() -> Document {
    Document {
        title: "Betalningsunderlag 2026-17".to_owned(),
        author: "Åmåls Östra Ätteförening".to_owned(),
        sender: party(
            "Från",
            &["Åmåls Östra Ätteförening", "Storgatan 1", "662 30 Åmål", "Org.nr 802412-3456"],
        ),
        receiver: party("Till", &["Åsa Öberg"]),
        facts: vec![fact("Nummer", "2026-17"), fact("Förfallodatum", "2026-04-08")],
        table: Some(table(2)),
        totals: vec![total("Varav moms", "246,90 kr", false), total("Att betala", "1 234,50 kr", true)],
        qr: Some(Qr {
            content: SWISH.to_owned(),
            alt: "QR-kod för Swish".to_owned(),
            caption: "Betala med Swish till 123 123 12 31.".to_owned(),
        }),
        notes: vec!["Det här är inget kvitto.".to_owned()],
        footer: "Åmåls Östra Ätteförening".to_owned(),
    }
}

struct Read {
    file: lopdf::Document,
}

impl Read {
    fn of(document: &Document) -> Self {
        Self { file: lopdf::Document::load_mem(&pdf(document).unwrap()).unwrap() }
    }

    fn pages(&self) -> usize {
        self.file.get_pages().len()
    }

    /// The words of a page, with single spaces.
    fn page(&self, number: u32) -> String {
        let text = self.file.extract_text(&[number]).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn dictionary<'a>(&'a self, object: &'a Object) -> Option<&'a Dictionary> {
        match object {
            Object::Reference(id) => self.file.get_dictionary(*id).ok(),
            object => object.as_dict().ok(),
        }
    }

    fn catalog(&self) -> &Dictionary {
        self.file.catalog().unwrap()
    }

    /// The tags, in the order of reading, with how deep they are, and what a picture is said to show.
    fn tags(&self) -> Vec<(usize, String, Option<String>)> {
        let mut found = Vec::new();
        let root = self.dictionary(self.catalog().get(b"StructTreeRoot").unwrap()).unwrap();
        self.below(root, 0, &mut found);
        found
    }

    fn below(&self, parent: &Dictionary, depth: usize, found: &mut Vec<(usize, String, Option<String>)>) {
        let children: Vec<&Object> = match parent.get(b"K") {
            Ok(Object::Array(all)) => all.iter().collect(),
            Ok(one) => vec![one],
            Err(_) => Vec::new(),
        };
        for child in children.into_iter().filter_map(|child| self.dictionary(child)) {
            if let Ok(kind) = child.get(b"S").and_then(Object::as_name) {
                let told = child.get(b"Alt").ok().map(|alt| lopdf::decode_text_string(alt).unwrap());
                found.push((depth, String::from_utf8_lossy(kind).into_owned(), told));
                self.below(child, depth + 1, found);
            }
        }
    }

    fn count(&self, kind: &str) -> usize {
        self.tags().iter().filter(|(_, tag, _)| tag == kind).count()
    }

    /// What a reader of QR codes reads from the paths that a page fills, drawn at eight pixels to a point.
    fn code(&self, page: ObjectId) -> Option<String> {
        let (width, height, scale) = (596 * 8, 842 * 8, 8.0);
        let mut is_dark = vec![false; width * height];
        let content = lopdf::content::Content::decode(&self.file.get_page_content(page)).unwrap();
        let (mut from_top, mut corners) = (false, Vec::new());
        for operation in &content.operations {
            let at: Vec<f32> = operation.operands.iter().filter_map(|it| it.as_float().ok()).collect();
            match (operation.operator.as_str(), &at[..]) {
                // The page is turned upside down, so that y is counted from its top.
                ("cm", [1.0, 0.0, 0.0, -1.0, 0.0, _]) => from_top = true,
                ("Q", _) => from_top = false,
                ("m" | "l", [x, y]) => {
                    corners.push((x * scale, if from_top { *y } else { 841.89 - y } * scale));
                }
                ("h", _) => {
                    let range = |of: fn(&(f32, f32)) -> f32| {
                        let ends = corners.iter().map(of).map(|it| it.round() as usize);
                        ends.clone().min().unwrap()..ends.max().unwrap()
                    };
                    for row in range(|corner| corner.1) {
                        is_dark[row * width..][range(|corner| corner.0)].fill(true);
                    }
                    corners.clear();
                }
                _ => {}
            }
        }
        let light = |x, y| if is_dark[y * width + x] { 0 } else { 255 };
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, light);
        let grids = image.detect_grids();
        let grid = grids.first()?;
        // It reads mirrored ones too, which others do not.
        let [first, right, _, below] = grid.bounds;
        assert!(first.x < right.x && first.y < below.y, "{:?}", grid.bounds);
        Some(grid.decode().unwrap().1)
    }
}

#[test]
fn a_paper_says_what_it_was_given() {
    let read = Read::of(&paper());
    assert_eq!(read.pages(), 1);
    let page = read.page(1);
    for text in [
        "Betalningsunderlag 2026-17",
        "Från",
        "Åmåls Östra Ätteförening",
        "662 30 Åmål",
        "Åsa Öberg",
        "Förfallodatum",
        "2026-04-08",
        "Beskrivning",
        "Rad 2 åäö",
        "25 %",
        "2,50 kr",
        "Att betala",
        "1 234,50 kr",
        "Betala med Swish till 123 123 12 31.",
        "Det här är inget kvitto.",
        "Sida 1 av 1",
    ] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
}

#[test]
fn a_paper_is_of_size_a4() {
    let read = Read::of(&paper());
    let page = read.file.get_dictionary(read.file.get_pages()[&1]).unwrap();
    let sides: Vec<f32> =
        page.get(b"MediaBox").unwrap().as_array().unwrap().iter().map(|it| it.as_float().unwrap()).collect();
    let millimetres: Vec<f32> = sides.iter().map(|side| (side / 72.0 * 25.4).round()).collect();
    assert_eq!(millimetres, [0.0, 0.0, 210.0, 297.0]);
}

#[test]
fn a_long_table_goes_on_with_its_heading() {
    let read = Read::of(&Document { table: Some(table(40)), ..paper() });
    assert_eq!(read.pages(), 2);
    let pages = [read.page(1), read.page(2)];
    for (page, number) in pages.iter().zip(["Sida 1 av 2", "Sida 2 av 2"]) {
        assert!(page.contains("Beskrivning") && page.contains(number), "{page}");
    }
    for row in 1..=40 {
        let found = pages.iter().map(|page| page.matches(&format!("Rad {row} åäö")).count()).sum::<usize>();
        assert_eq!(found, 1, "row {row}");
    }
    assert!(pages[0].contains("Rad 1 ") && pages[1].contains("Rad 40 ") && pages[1].contains("1 234,50 kr"));
    // Who listens hears the heading once.
    assert_eq!((read.count("TH"), read.count("TD"), read.count("TR")), (3, 120, 41));
}

#[test]
fn the_same_paper_is_the_same_bytes() {
    let first = pdf(&paper()).unwrap();
    assert_eq!(pdf(&paper()).unwrap(), first);
    let other = std::thread::spawn(|| pdf(&paper()).unwrap()).join().unwrap();
    assert_eq!(other, first);
}

#[test]
fn a_paper_says_its_title_and_language() {
    let read = Read::of(&paper());
    let catalog = read.catalog();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"sv");
    let preferences = read.dictionary(catalog.get(b"ViewerPreferences").unwrap()).unwrap();
    assert!(preferences.get(b"DisplayDocTitle").unwrap().as_bool().unwrap());
    let info = read.dictionary(read.file.trailer.get(b"Info").unwrap()).unwrap();
    let title = lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Betalningsunderlag 2026-17");
    let xmp = catalog.get(b"Metadata").unwrap().as_reference().unwrap();
    let xmp = read.file.get_object(xmp).unwrap().as_stream().unwrap().get_plain_content().unwrap();
    let xmp = String::from_utf8(xmp).unwrap();
    assert!(xmp.contains("pdfuaid:part") && xmp.contains("Betalningsunderlag 2026-17"), "{xmp}");
}

#[test]
fn a_paper_is_tagged_in_the_order_of_reading() {
    let read = Read::of(&paper());
    let marks = read.dictionary(read.catalog().get(b"MarkInfo").unwrap()).unwrap();
    assert!(marks.get(b"Marked").unwrap().as_bool().unwrap());
    let tags = read.tags();
    let outer: Vec<&str> =
        tags.iter().filter(|(depth, ..)| *depth == 1).map(|(_, tag, _)| tag.as_str()).collect();
    assert_eq!(outer, ["H1", "H2", "P", "H2", "P", "L", "Table", "L", "Figure", "P", "P"]);
    let counted = tags.iter().fold(BTreeMap::new(), |mut counted: BTreeMap<&str, usize>, (_, tag, _)| {
        *counted.entry(tag).or_default() += 1;
        counted
    });
    for (tag, count) in
        [("TH", 3), ("TD", 6), ("TR", 3), ("THead", 1), ("TBody", 1), ("Lbl", 4), ("LBody", 4)]
    {
        assert_eq!(counted.get(tag), Some(&count), "{tag}");
    }
    assert!(tags.iter().any(|(_, tag, told)| tag == "Figure" && told.as_deref() == Some("QR-kod för Swish")));
}

#[test]
fn the_code_is_read_by_a_reader_of_codes() {
    let read = Read::of(&paper());
    assert_eq!(read.code(read.file.get_pages()[&1]).as_deref(), Some(SWISH));
}

#[test]
fn a_code_that_holds_too_much_is_refused() {
    let mut paper = paper();
    paper.qr = Some(Qr { content: "å".repeat(2_000), ..Qr::default() });
    assert_eq!(pdf(&paper), Err(crate::platform::error::Refusal::internal()));
}

#[test]
fn what_the_font_lacks_is_written_with_what_it_has() {
    let mut paper = paper();
    paper.receiver =
        party("Till", &["Łódź Ελλάδα Москва", "北京 שלום", "a\u{30a}sa\u{ad}\u{200b} e\u{202e}f"]);
    let page = Read::of(&paper).page(1);
    for text in ["Łódź Ελλάδα Москва", "Bei Jing", "åsa ef"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(!page.contains(['\u{202e}', '北', 'ש']));
}

#[test]
fn a_long_word_and_a_long_cell_stay_on_their_pages() {
    let mut paper = paper();
    let mut rows = table(1).rows;
    rows.push(vec!["x".repeat(9_000), String::new(), "1,00 kr".to_owned(), "too much".to_owned()]);
    rows.push(vec!["Sist".to_owned()]);
    paper.table = Some(Table { rows, ..table(0) });
    let read = Read::of(&paper);
    let all: String = (1..=read.pages()).map(|page| read.page(page as u32)).collect();
    assert_eq!(all.matches('x').count(), 9_000);
    assert!(read.pages() > 1 && all.contains("Sist") && !all.contains("too much"));
    assert_eq!(read.count("TD"), 9);
}

#[test]
fn lines_are_no_wider_than_their_column() {
    let faces = font::faces().unwrap();
    let text = "Åtta ord på rad, och ett-mycket-långt-ord-utan-mellanslag som inte får plats";
    for most in [40.0, 100.0, 250.0] {
        let lines = faces.lines(text, layout::TEXT, most);
        assert!(lines.iter().all(|line| faces.width(line.trim_end(), layout::TEXT) <= most), "{lines:?}");
        assert_eq!(lines.concat(), text);
    }
    assert_eq!(faces.lines("ett\ntvå\n", layout::TEXT, 100.0), ["ett", "två", ""]);
}

/// Every text of a paper: its page, its left and right edge, its baseline, and what it says.
fn texts(document: &Document) -> Vec<(usize, [f32; 3], String)> {
    let faces = font::faces().unwrap();
    let pages = layout::layout(document, faces).unwrap().pages;
    let items =
        pages.into_iter().enumerate().flat_map(|(page, items)| items.into_iter().map(move |it| (page, it)));
    let told = |(page, item): (usize, layout::Item)| match item.shape {
        layout::Shape::Text { x, y, style, text } => {
            let text = text.trim_end().to_owned();
            Some((page, [x, x + faces.width(&text, style), y], text))
        }
        _ => None,
    };
    items.filter_map(told).collect()
}

#[test]
fn numbers_end_at_the_right_edge_of_their_column() {
    let texts = texts(&paper());
    let right = |text: &str| texts.iter().find(|it| it.2 == text).unwrap().1[1];
    // 20 mm from the edge of the page.
    let edge = (210.0 - 20.0) / 25.4 * 72.0;
    for text in ["Belopp", "1,50 kr", "2,50 kr", "246,90 kr", "1 234,50 kr", "Sida 1 av 1"] {
        assert!((right(text) - edge).abs() < 0.5, "{text} ends at {}", right(text));
    }
    assert!((right("Moms") - right("25 %")).abs() < 0.5 && right("Moms") < right("Belopp") - 20.0);
}

#[test]
fn nothing_stands_outside_the_margins_or_on_each_other() {
    let mut crowded = paper();
    crowded
        .table
        .as_mut()
        .unwrap()
        .rows
        .extend((0..30).map(|at| vec!["lång text ".repeat(at * 4), "25 %".to_owned()]));
    crowded
        .sender
        .lines
        .push("En adress som är mycket längre än vad som ryms på halva bredden av en sida".to_owned());
    crowded.receiver.lines = vec!["w".repeat(90); 50];
    crowded.notes = vec!["En anmärkning av flera ord. ".repeat(40); 9];
    assert!(texts(&crowded).last().unwrap().0 > 1);
    for paper in [&paper(), &crowded] {
        let texts = texts(paper);
        for (_, [left, right, y], text) in &texts {
            assert!(*left > 56.0 && *right < 595.28 - 56.0 && *y > 56.0 && *y < 841.89 - 30.0, "{text}");
        }
        for (at, (page, [left, right, y], text)) in texts.iter().enumerate() {
            let meets = |it: &&(usize, [f32; 3], String)| {
                it.0 == *page && (it.1[2] - y).abs() < 8.0 && it.1[0] < *right && *left < it.1[1]
            };
            let other = texts[at + 1..].iter().filter(|it| !it.2.is_empty() && !text.is_empty()).find(meets);
            assert!(other.is_none(), "{text} on {other:?}");
        }
    }
}

#[test]
fn an_empty_paper_is_a_page() {
    let read = Read::of(&Document::default());
    assert_eq!(read.pages(), 1);
    assert_eq!(read.page(1), "Dokument Sida 1 av 1");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever people write, there is a paper, and PDF/UA has nothing against it.
    #[test]
    fn any_text_makes_a_paper(text in any::<String>(), lines in proptest::collection::vec(any::<String>(), 0..4)) {
        let cells = |text: &str| vec![text.to_owned(), lines.concat(), text.to_owned()];
        let paper = Document {
            title: text.clone(),
            author: text.clone(),
            sender: Party { heading: text.clone(), lines: lines.clone() },
            receiver: Party { heading: lines.concat(), lines: vec![text.clone()] },
            facts: vec![fact(&text, &lines.concat()), fact(&lines.concat(), &text)],
            table: Some(Table { rows: vec![cells(&text), Vec::new()], ..table(0) }),
            totals: vec![total(&text, &lines.concat(), true)],
            qr: Some(Qr { content: text.clone(), alt: lines.concat(), caption: text.clone() }),
            notes: lines.clone(),
            footer: text.clone(),
        };
        prop_assert!(pdf(&paper).is_ok());
    }
}
