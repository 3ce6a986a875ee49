use proptest::prelude::*;

use super::*;

pub fn single(text: &str, options: &[(&str, bool)]) -> Draft {
    with_options(QuestionType::Single, text, options)
}

pub fn with_options(kind: QuestionType, text: &str, options: &[(&str, bool)]) -> Draft {
    let options = options.iter().map(|(text, is_right)| ((*text).to_owned(), *is_right)).collect();
    Draft { options, ..Draft::of(kind, text.to_owned()) }
}

pub fn text(asked: &str, texts: &[&str]) -> Draft {
    let texts = texts.iter().map(|text| (*text).to_owned()).collect();
    Draft { texts, ..Draft::of(QuestionType::Text, asked.to_owned()) }
}

pub fn number(asked: &str, number: &str, tolerance: Option<&str>) -> Draft {
    let (number, tolerance) = (Some(number.to_owned()), tolerance.map(str::to_owned));
    Draft { number, tolerance, ..Draft::of(QuestionType::Text, asked.to_owned()) }
}

/// The examples of Moodle's documentation of the format.
#[test]
fn questions_of_the_documentation_are_read() {
    let all = [
        (
            "Who's buried in Grant's tomb?{=Grant ~no one ~Napoleon}",
            single(
                "Who's buried in Grant's tomb?",
                &[("Grant", true), ("no one", false), ("Napoleon", false)],
            ),
        ),
        (
            "Grant was buried in a tomb in New York City.{T}",
            single("Grant was buried in a tomb in New York City.", &[("Sant", true), ("Falskt", false)]),
        ),
        (
            "The sun rises in the West.{FALSE}",
            single("The sun rises in the West.", &[("Sant", false), ("Falskt", true)]),
        ),
        ("Two plus two equals {=four =4}", text("Two plus two equals", &["four", "4"])),
        (
            "Grant is {~buried =entombed ~living} in Grant's tomb.",
            single(
                "Grant is _____ in Grant's tomb.",
                &[("buried", false), ("entombed", true), ("living", false)],
            ),
        ),
        (
            "When was Ulysses S. Grant born? {#1822:5}",
            number("When was Ulysses S. Grant born?", "1822", Some("5")),
        ),
        ("What is pi? {#3.141..3.142}", number("What is pi?", "3.1415", Some("0.0005"))),
        (
            "Write a short biography of Dag Hammarskjöld. {}",
            Draft::of(QuestionType::Open, "Write a short biography of Dag Hammarskjöld.".to_owned()),
        ),
        (
            "What two people are entombed in Grant's tomb? {~%-100%No one ~%50%Grant ~%50%Grant's wife ~%-100%Grant's father}",
            with_options(
                QuestionType::Multi,
                "What two people are entombed in Grant's tomb?",
                &[("No one", false), ("Grant", true), ("Grant's wife", true), ("Grant's father", false)],
            ),
        ),
        (
            "Which answer equals 5? {~ \\= 2 + 2 =\\= 2 + 3 ~ \\= 2 + 4}",
            single("Which answer equals 5?", &[("= 2 + 2", false), ("= 2 + 3", true), ("= 2 + 4", false)]),
        ),
        (
            "// a comment\nOn two\nlines? {\n=yes\n~no\n####Because.\n}",
            Draft {
                feedback: Some("Because.".to_owned()),
                ..single("On two\nlines?", &[("yes", true), ("no", false)])
            },
        ),
        ("// poäng: 7\nWorth {=seven}", Draft { marks: 7, ..text("Worth", &["seven"]) }),
    ];
    for (file, expected) in &all {
        let found = read(file);
        assert_eq!(found.drafts.iter().map(|(_, draft)| draft).collect::<Vec<_>>(), [expected], "{file}");
        assert_eq!(found.left, [], "{file}");
    }
    let file = all.iter().map(|(text, _)| *text).collect::<Vec<_>>().join("\r\n\r\n");
    assert_eq!(read(&file).drafts.len(), all.len());
}

/// [contract 10.2] What is not taken is named by line.
#[test]
fn what_is_not_taken_is_named_by_its_line() {
    let file = "$CATEGORY: Historia\n\n::Titel::[html]<b>Vem?</b> {=Jag#Rätt! ~Du}\n\nPara ihop {=a -> 1 =b -> 2}\n\n\
                Bara text.\n\nTal {#ett}\n\nLucka {=a ~b} och {=c ~d}\n\nDel {=hel =%50%halv}\n\nVikt {~%70%a ~%30%b ~c}\n\n\
                Utan slut {=a ~b\n\nFlera {=a =b ~c}";
    let found = read(file);
    let named: Vec<(usize, &str)> = found.left.iter().map(|left| (left.line, left.reason.as_str())).collect();
    assert_eq!(
        named,
        [
            (1, "Kategorier finns inte här."),
            (3, "Frågans rubrik togs inte med."),
            (3, "HTML visas som text."),
            (3, "Kommentaren till ett enskilt svar togs inte med."),
            (5, "Parfrågor stöds inte."),
            (7, "Texten har inget svar."),
            (9, "Talet går inte att läsa."),
            (11, "Frågor med flera luckor stöds inte."),
            (13, "Svar som ger en del av poängen ger här alla."),
            (15, "De rätta svaren väger här lika."),
            (17, "Svaret saknar sin sista klammer."),
            (19, "Flera helt rätta svar bland alternativ stöds inte."),
        ]
    );
    assert_eq!(found.drafts.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 13, 15]);
}

fn some_text() -> impl Strategy<Value = String> {
    // What the format gives a meaning to, and what it might.
    "[a-zåäö =~#{}:%\\\\/\\[\\]$.>\n-]{1,20}"
        .prop_map(|text| text.lines().map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned())
        .prop_filter("not empty", |text| !text.is_empty())
}

pub fn some_draft() -> impl Strategy<Value = Draft> {
    let options = proptest::collection::vec(some_text(), 2..5);
    let whole =
        (some_text(), options, 0..4_usize, 1..=100_i64, proptest::option::of(some_text()), any::<u8>());
    whole.prop_map(|(text, options, kind, marks, feedback, right)| {
        let kind = QuestionType::ALL[kind];
        let blank = Draft { marks, feedback, ..Draft::of(kind, text) };
        let at = usize::from(right) % options.len();
        match kind {
            QuestionType::Single => {
                let options = options.into_iter().enumerate().map(|(n, text)| (text, n == at)).collect();
                Draft { options, ..blank }
            }
            QuestionType::Multi => {
                let options = options.into_iter().enumerate().map(|(n, text)| (text, n <= at)).collect();
                Draft { options, ..blank }
            }
            QuestionType::Text if right % 2 == 0 => Draft { texts: options, ..blank },
            QuestionType::Text => {
                let (number, tolerance) =
                    (Some(format!("{right},5")), (right % 3 == 0).then(|| "0.25".to_owned()));
                Draft { number, tolerance, ..blank }
            }
            QuestionType::Open => blank,
        }
    })
}

proptest! {
    /// read ∘ write ∘ read = read.
    #[test]
    fn what_was_written_is_read_again(drafts in proptest::collection::vec(some_draft(), 1..5)) {
        let once: Vec<Draft> = read(&write(&drafts)).drafts.into_iter().map(|(_, draft)| draft).collect();
        let again = read(&write(&once));
        prop_assert_eq!(&again.left, &[]);
        let again: Vec<Draft> = again.drafts.into_iter().map(|(_, draft)| draft).collect();
        prop_assert_eq!(&again, &once);
    }

    /// Hostile input never panics, and all of it that is a question comes back.
    #[test]
    fn any_text_is_read(text in "([a-zå =~#{}:%\\\\/\\[\\]$.>T0-9-]|\n|####|::|->|\\.\\.){0,120}") {
        let found = read(&text);
        let drafts: Vec<Draft> = found.drafts.into_iter().map(|(_, draft)| draft).collect();
        let kept: Vec<Draft> = drafts.into_iter().filter(|draft| super::super::judged(draft).is_ok()).collect();
        let again: Vec<Draft> = read(&write(&kept)).drafts.into_iter().map(|(_, draft)| draft).collect();
        prop_assert_eq!(again, kept);
    }
}
