use proptest::prelude::*;

use super::super::gift::tests::{number, single, some_draft, text, with_options};
use super::*;

fn drafts(found: &Read) -> Vec<Draft> {
    found.drafts.iter().map(|(_, draft)| draft.clone()).collect()
}

/// The simple choice and the text entry of the standard's own examples, and what other programs make of several.
const FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="choice" title="Unattended Luggage" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse><value>ChoiceA</value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <itemBody>
    <p>Look at the text
       in the picture.</p>
    <p><img src="images/sign.png" alt="NEVER LEAVE LUGGAGE UNATTENDED"/></p>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1">
      <prompt>What does it say?</prompt>
      <simpleChoice identifier="ChoiceA">You must stay with your luggage at all times.</simpleChoice>
      <simpleChoice identifier="ChoiceB">Do not let someone else look after your luggage.</simpleChoice>
    </choiceInteraction>
  </itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>
</assessmentItem>"#;

#[test]
fn items_of_other_programs_are_read() {
    let found = read(FILE);
    let expected = single(
        "Look at the text in the picture.\nWhat does it say?",
        &[
            ("You must stay with your luggage at all times.", true),
            ("Do not let someone else look after your luggage.", false),
        ],
    );
    // [contract 10.2] What is not taken is named by line.
    assert_eq!(
        found.left.iter().map(|left| (left.line, left.reason.as_str())).collect::<Vec<_>>(),
        [(10, "Bilder och formler togs inte med.")]
    );
    assert_eq!(drafts(&found), [expected]);
    let several = r#"<items><assessmentItem><responseDeclaration identifier="R" cardinality="multiple" baseType="identifier">
        <correctResponse><value>H</value><value>O</value></correctResponse><mapping lowerBound="0" upperBound="2" defaultValue="-2"><mapEntry mapKey="H" mappedValue="1"/></mapping>
        </responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="0"><prompt>Which &amp; &#x77;hat?</prompt>
        <simpleChoice identifier="H">Hydrogen</simpleChoice><simpleChoice identifier="C">Chlorine</simpleChoice><simpleChoice identifier="O">Oxygen</simpleChoice>
        </choiceInteraction></itemBody></assessmentItem>
        <assessmentItem><responseDeclaration identifier="R" cardinality="single" baseType="string"><correctResponse><value>York</value></correctResponse>
        <mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="1"/><mapEntry mapKey="york city" mappedValue="1"/><mapEntry mapKey="Yorkshire" mappedValue="0.5"/></mapping></responseDeclaration>
        <itemBody><p>Richard of <textEntryInteraction responseIdentifier="R"/> gave battle.</p></itemBody></assessmentItem>
        <assessmentItem><responseDeclaration identifier="N" cardinality="single" baseType="float"><correctResponse><value>3.14</value></correctResponse></responseDeclaration>
        <itemBody><p>Pi?</p><p><textEntryInteraction responseIdentifier="N"/></p></itemBody>
        <responseProcessing><responseCondition><responseIf><equal toleranceMode="absolute" tolerance="0.01 0.01"><variable identifier="N"/><correct identifier="N"/></equal></responseIf></responseCondition></responseProcessing></assessmentItem>
        <assessmentItem><itemBody><extendedTextInteraction responseIdentifier="E"><prompt>Why?</prompt></extendedTextInteraction></itemBody></assessmentItem>
        <assessmentItem><itemBody><orderInteraction responseIdentifier="O"><prompt>Sort.</prompt></orderInteraction></itemBody></assessmentItem></items>"#;
    let found = read(several);
    let of = drafts(&found);
    let multi = with_options(
        QuestionType::Multi,
        "Which & what?",
        &[("Hydrogen", true), ("Chlorine", false), ("Oxygen", true)],
    );
    assert_eq!(of[0], Draft { marks: 2, ..multi });
    assert_eq!(of[1], text("Richard of gave battle.", &["York", "york city"]));
    assert_eq!(of[2], number("Pi?", "3.14", Some("0.01")));
    assert_eq!(of[3], Draft::of(QuestionType::Open, "Why?".to_owned()));
    let named: Vec<&str> = found.left.iter().map(|left| left.reason.as_str()).collect();
    assert_eq!(
        (of.len(), named),
        (4, vec!["Svar som ger en del av poängen ger här ingen.", "Frågetypen stöds inte."])
    );
}

/// Entity bombs, depth, size and broken files are refused by name, quickly.
#[test]
fn hostile_files_are_refused() {
    // Each entity is ten of the one before it.
    let mut bomb = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\">".to_owned();
    for c in 'b'..='z' {
        let ten = format!("&{};", char::from(c as u8 - 1)).repeat(10);
        bomb.extend(["<!ENTITY ", &c.to_string(), " \"", &ten, "\">"]);
    }
    bomb.push_str(
        "]><assessmentItem><itemBody><p>&z;</p><extendedTextInteraction/></itemBody></assessmentItem>",
    );
    let found = read(&bomb);
    assert_eq!(drafts(&found).iter().map(|one| one.text.len()).sum::<usize>(), 0);
    let reasons: Vec<&str> = found.left.iter().map(|left| left.reason.as_str()).collect();
    assert_eq!(reasons, ["En DTD läses inte.", "Entiteten är okänd och togs inte med."]);
    for (file, reason) in [
        ("<a>".repeat(10_000), "Filen har för många eller för djupa element."),
        (format!("<a>{}</a>", "<b/>".repeat(30_000)), "Filen har för många eller för djupa element."),
        ("<a></b>".to_owned(), "Filen är inte hel XML."),
        ("<a".to_owned(), "Filen är inte hel XML."),
        ("<a>".to_owned(), "Filen är inte hel XML."),
        ("<a b=c/>".to_owned(), "Filen är inte hel XML."),
        ("Bara text".to_owned(), "Filen har inga frågor i QTI 2.1."),
        (String::new(), "Filen har inga frågor i QTI 2.1."),
    ] {
        let found = read(&file);
        assert_eq!(found.drafts, []);
        assert!(found.left.iter().any(|left| left.reason == reason), "{reason}: {:?}", found.left);
    }
    let external =
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><assessmentItem><itemBody>&a;</itemBody></assessmentItem>";
    assert_eq!(read(external).drafts, []);
}

proptest! {
    /// read ∘ write ∘ read = read.
    #[test]
    fn what_was_written_is_read_again(asked in proptest::collection::vec(some_draft(), 1..5)) {
        let once = read(&write("Prov & <mer>", &asked));
        prop_assert_eq!(&once.left, &[]);
        let again = read(&write("Annat", &drafts(&once)));
        prop_assert_eq!(drafts(&again), drafts(&once));
        prop_assert_eq!(once.drafts.len(), asked.len());
    }

    #[test]
    fn any_text_is_read(
        text in "(<assessmentItem>|<itemBody>|</itemBody>|</assessmentItem>|<choiceInteraction responseIdentifier=\"R\">|</choiceInteraction>|\
                 <prompt>|</prompt>|<textEntryInteraction/>|&lt;|&#0;|&#x1F600;|&x;|<!\\[CDATA\\[|\\]\\]>|<!--|-->|[a-zå\"'<>&;= ]){0,30}"
    ) {
        let found = read(&text);
        let kept: Vec<Draft> =
            drafts(&found).into_iter().filter(|draft| super::super::judged(draft).is_ok()).collect();
        prop_assert_eq!(drafts(&read(&write("", &kept))), kept);
    }
}
