//! QTI 2.1 (IMS Question & Test Interoperability), of a single XML file: its items' choices, short texts and essays.
//!
//! A question's marks are the normal maximum of its outcome, as [`write`] makes it, else the upper bound of its mapping.
//! Other interactions, pictures and formulas are named with their line. A file that is written is one item with an
//! interaction for each question.

use std::fmt::Write as _;

use storage::courses::quiz::QuestionType;

use super::super::rules::grading::{decimal, folded};
use super::xml::{Child, Node, escaped, tree};
use super::{Draft, Read};

/// One, in the billionths of [`decimal`].
const ONE: i128 = 1_000_000_000;
/// The interactions that are read.
const READ: &[&str] = &["choiceInteraction", "textEntryInteraction", "extendedTextInteraction"];

/// The questions of a file.
pub fn read(text: &str) -> Read {
    let mut found = Read::default();
    let Some(root) = tree(text.trim_start_matches('\u{feff}'), &mut found) else { return found };
    let items = root.named("assessmentItem");
    if items.is_empty() {
        found.leave(1, "", "Filen har inga frågor i QTI 2.1.");
    }
    for item in items {
        for body in item.nodes().filter(|node| node.name == "itemBody") {
            read_body(item, body, &mut found);
        }
    }
    found
}

fn read_body(item: &Node, body: &Node, found: &mut Read) {
    let is_interaction = |node: &&Node| node.name.ends_with("Interaction");
    let count = body.all().into_iter().filter(is_interaction).count();
    if count == 0 {
        found.leave(body.line, &said(body), "Texten har inget svar.");
    }
    for picture in
        body.all().into_iter().filter(|node| ["img", "object", "math"].contains(&node.name.as_str()))
    {
        found.leave(picture.line, &picture.name, "Bilder och formler togs inte med.");
    }
    // What is said before an interaction is its question, if it has no prompt.
    let mut before = String::new();
    let blocks: Vec<&Node> = body.nodes().collect();
    if blocks.is_empty() {
        before = said(body);
    }
    for block in blocks {
        let own: Vec<&Node> = block.all().into_iter().filter(is_interaction).collect();
        let text = if is_interaction(&block) { String::new() } else { said(block) };
        if !text.is_empty() {
            before = if before.is_empty() { text } else { format!("{before}\n{text}") };
        }
        for interaction in own {
            match question(item, interaction, &before, found) {
                Ok(draft) => found.drafts.push((interaction.line, draft)),
                Err(reason) => found.leave(interaction.line, &before, reason),
            }
            before.clear();
        }
    }
}

/// The text of an element without that of interactions in it: a line for each block and break, blanks folded.
fn said(node: &Node) -> String {
    let mut lines = vec![String::new()];
    gather(node, &mut lines);
    let lines = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn gather(node: &Node, lines: &mut Vec<String>) {
    for child in &node.children {
        match child {
            Child::Text(text) => lines.iter_mut().last().map_or((), |line| line.push_str(text)),
            Child::Node(inner) if inner.name.ends_with("Interaction") => {}
            Child::Node(inner) => {
                let is_block = ["p", "div", "li", "br", "blockquote", "pre"].contains(&inner.name.as_str());
                let is_blank = lines.last().is_none_or(|line| line.trim().is_empty());
                // A break is one wherever it stands; a block begins a line that is not begun.
                if inner.name == "br" || is_block && !is_blank {
                    lines.push(String::new());
                }
                gather(inner, lines);
            }
        }
    }
}

/// What an item declares about the answer to an interaction.
struct Declared<'a> {
    is_number: bool,
    right: Vec<String>,
    /// Keys with what they are worth.
    mapped: Vec<(&'a str, Option<i128>)>,
    marks: Option<i64>,
}

fn declared<'a>(item: &'a Node, id: &str) -> Option<Declared<'a>> {
    let own = |node: &&Node| node.name == "responseDeclaration" && node.attribute("identifier") == Some(id);
    let it = item.nodes().find(own)?;
    let right = it.named("correctResponse");
    let right = right.iter().flat_map(|node| node.named("value")).map(said).filter(|text| !text.is_empty());
    let right = right.collect();
    let entries = it.named("mapEntry").into_iter();
    let entry =
        |node: &'a Node| Some((node.attribute("mapKey")?, node.attribute("mappedValue").and_then(decimal)));
    let mapped = entries.filter_map(entry).collect();
    let outcome = format!("SCORE_{id}");
    let outcome = |node: &&Node| {
        node.name == "outcomeDeclaration" && node.attribute("identifier") == Some(outcome.as_str())
    };
    let most = item.nodes().find(outcome).and_then(|node| node.attribute("normalMaximum"));
    let bound = it.nodes().find(|node| node.name == "mapping").and_then(|node| node.attribute("upperBound"));
    let marks = most.or(bound).and_then(decimal).filter(|marks| marks % ONE == 0).map(|marks| marks / ONE);
    let marks = marks.and_then(|marks| i64::try_from(marks).ok()).filter(|marks| (1..=100).contains(marks));
    let is_number = matches!(it.attribute("baseType"), Some("float" | "integer"));
    Some(Declared { is_number, right, mapped, marks })
}

fn question(item: &Node, it: &Node, before: &str, found: &mut Read) -> Result<Draft, &'static str> {
    if !READ.contains(&it.name.as_str()) {
        return Err("Frågetypen stöds inte.");
    }
    let id = it.attribute("responseIdentifier").unwrap_or_default();
    let prompt = it.nodes().find(|node| node.name == "prompt").map(said).unwrap_or_default();
    let text = match (before.is_empty(), prompt.is_empty()) {
        (true, _) => prompt,
        (false, true) => before.to_owned(),
        (false, false) => format!("{before}\n{prompt}"),
    };
    let declared = declared(item, id);
    let feedback =
        item.nodes().find(|node| node.name == "modalFeedback" && node.attribute("identifier") == Some(id));
    let marks = declared.as_ref().and_then(|it| it.marks).unwrap_or(1);
    let feedback = feedback.map(said).filter(|text| !text.is_empty());
    let blank = |kind| Draft { marks, feedback: feedback.clone(), ..Draft::of(kind, text.clone()) };
    match it.name.as_str() {
        "extendedTextInteraction" => Ok(blank(QuestionType::Open)),
        "choiceInteraction" => choice(it, declared.as_ref(), &blank, found),
        _ => entry(item, id, declared.as_ref().ok_or("Frågan har inget facit.")?, &blank, found),
    }
}

fn choice(
    it: &Node,
    declared: Option<&Declared<'_>>,
    blank: &impl Fn(QuestionType) -> Draft,
    found: &mut Read,
) -> Result<Draft, &'static str> {
    let declared = declared.ok_or("Frågan har inget facit.")?;
    let is_single = it.attribute("maxChoices").unwrap_or("1").trim() == "1";
    let mut options = Vec::new();
    for one in it.nodes().filter(|node| node.name == "simpleChoice") {
        let id = one.attribute("identifier").unwrap_or_default();
        if one.nodes().any(|node| node.name == "feedbackInline") {
            found.leave(one.line, id, "Kommentaren till ett enskilt svar togs inte med.");
        }
        options.push((said(one), declared.right.iter().any(|right| right == id)));
    }
    let kind = if is_single { QuestionType::Single } else { QuestionType::Multi };
    Ok(Draft { options, ..blank(kind) })
}

fn entry(
    item: &Node,
    id: &str,
    declared: &Declared<'_>,
    blank: &impl Fn(QuestionType) -> Draft,
    found: &mut Read,
) -> Result<Draft, &'static str> {
    let first = declared.right.first().ok_or("Frågan har inget facit.")?;
    if declared.is_number {
        let is_about = |node: &&&Node| node.nodes().any(|one| one.attribute("identifier") == Some(id));
        let equals = item.named("equal");
        let tolerance = equals.iter().find(is_about).and_then(|node| node.attribute("tolerance"));
        let tolerance = tolerance.and_then(|text| text.split_whitespace().next()).map(str::to_owned);
        let tolerance = tolerance.filter(|text| decimal(text).is_some());
        return Ok(Draft { number: Some(first.clone()), tolerance, ..blank(QuestionType::Text) });
    }
    let mut texts: Vec<String> = Vec::new();
    let whole = declared.mapped.iter().filter_map(|(_, worth)| *worth).max();
    for (text, worth) in &declared.mapped {
        if *worth < whole && worth.is_some_and(|worth| worth > 0) {
            found.leave(item.line, text, "Svar som ger en del av poängen ger här ingen.");
        }
    }
    let mapped = declared.mapped.iter().filter(|(_, worth)| *worth == whole);
    let mapped = mapped.map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" "));
    for text in declared.right.iter().cloned().chain(mapped) {
        if !text.is_empty() && !texts.iter().any(|one| folded(one) == folded(&text)) {
            texts.push(text);
        }
    }
    Ok(Draft { texts, ..blank(QuestionType::Text) })
}

/// Questions as a file.
pub fn write(title: &str, drafts: &[Draft]) -> String {
    let (mut declarations, mut outcomes, mut body) = (String::new(), String::new(), String::new());
    let (mut scoring, mut sum, mut feedback) = (String::new(), String::new(), String::new());
    for (n, draft) in (1..).zip(drafts) {
        declare(&mut declarations, n, draft);
        interact(&mut body, n, draft);
        score(&mut scoring, n, draft);
        let marks = draft.marks;
        let _ = writeln!(
            outcomes,
            "  <outcomeDeclaration identifier=\"SCORE_Q{n}\" cardinality=\"single\" baseType=\"float\" normalMaximum=\"{marks}\"/>"
        );
        let _ = write!(sum, "<variable identifier=\"SCORE_Q{n}\"/>");
        if let Some(text) = &draft.feedback {
            let _ = writeln!(
                feedback,
                "  <modalFeedback outcomeIdentifier=\"FEEDBACK\" identifier=\"Q{n}\" showHide=\"show\">{}</modalFeedback>",
                escaped(text)
            );
        }
    }
    let title = escaped(&title.replace('\n', " "));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<assessmentItem xmlns=\"http://www.imsglobal.org/xsd/imsqti_v2p1\" \
         identifier=\"quiz\" title=\"{title}\" adaptive=\"false\" timeDependent=\"false\">\n{declarations}{outcomes}  \
         <outcomeDeclaration identifier=\"SCORE\" cardinality=\"single\" baseType=\"float\"/>\n  \
         <outcomeDeclaration identifier=\"FEEDBACK\" cardinality=\"multiple\" baseType=\"identifier\"/>\n  <itemBody>\n{body}  \
         </itemBody>\n  <responseProcessing>\n{scoring}    <setOutcomeValue identifier=\"SCORE\"><sum>{sum}</sum></setOutcomeValue>\n  \
         </responseProcessing>\n{feedback}</assessmentItem>\n"
    )
}

fn declare(out: &mut String, n: usize, draft: &Draft) {
    let marks = draft.marks;
    let right: Vec<usize> =
        (1..).zip(&draft.options).filter(|(_, (_, is_right))| *is_right).map(|(at, _)| at).collect();
    let number = draft.number.as_deref().filter(|_| draft.texts.is_empty());
    let (cardinality, kind) = match (draft.kind, number) {
        (QuestionType::Multi, _) => ("multiple", "identifier"),
        (QuestionType::Single, _) => ("single", "identifier"),
        (_, Some(_)) => ("single", "float"),
        _ => ("single", "string"),
    };
    let values: Vec<String> = match number {
        Some(number) => vec![number.replace(',', ".")],
        None if draft.options.is_empty() => draft.texts.iter().take(1).cloned().collect(),
        None => right.iter().map(|at| format!("A{at}")).collect(),
    };
    let _ = writeln!(
        out,
        "  <responseDeclaration identifier=\"Q{n}\" cardinality=\"{cardinality}\" baseType=\"{kind}\">"
    );
    if !values.is_empty() {
        out.push_str("    <correctResponse>");
        for value in &values {
            let _ = write!(out, "<value>{}</value>", escaped(value));
        }
        out.push_str("</correctResponse>\n");
    }
    if draft.kind == QuestionType::Open || number.is_some() {
        out.push_str("  </responseDeclaration>\n");
        return;
    }
    let _ = write!(out, "    <mapping lowerBound=\"0\" upperBound=\"{marks}\" defaultValue=\"0\">");
    if draft.kind == QuestionType::Text {
        // A number beside texts has no place of its own.
        for text in draft.texts.iter().chain(draft.number.as_ref()) {
            let text = escaped(&text.replace('\n', " "));
            let _ =
                write!(out, "<mapEntry mapKey=\"{text}\" mappedValue=\"{marks}\" caseSensitive=\"false\"/>");
        }
    } else {
        let share = marks as f64 / right.len().max(1) as f64;
        for (at, (_, is_right)) in (1..).zip(&draft.options) {
            let worth = match (draft.kind, is_right) {
                (_, true) => share,
                (QuestionType::Multi, false) => -share,
                _ => 0.0,
            };
            let _ = write!(out, "<mapEntry mapKey=\"A{at}\" mappedValue=\"{worth:.4}\"/>");
        }
    }
    out.push_str("</mapping>\n  </responseDeclaration>\n");
}

fn interact(out: &mut String, n: usize, draft: &Draft) {
    let text = escaped(&draft.text);
    match draft.kind {
        QuestionType::Open => {
            let _ = writeln!(
                out,
                "    <extendedTextInteraction responseIdentifier=\"Q{n}\"><prompt>{text}</prompt></extendedTextInteraction>"
            );
        }
        QuestionType::Text => {
            let _ = writeln!(
                out,
                "    <div><p>{text}</p><p><textEntryInteraction responseIdentifier=\"Q{n}\"/></p></div>"
            );
        }
        QuestionType::Single | QuestionType::Multi => {
            let most = i32::from(draft.kind == QuestionType::Single);
            let _ = write!(
                out,
                "    <choiceInteraction responseIdentifier=\"Q{n}\" shuffle=\"false\" maxChoices=\"{most}\"><prompt>{text}</prompt>"
            );
            for (at, (text, _)) in (1..).zip(&draft.options) {
                let text = escaped(text);
                let _ = write!(out, "<simpleChoice identifier=\"A{at}\">{text}</simpleChoice>");
            }
            out.push_str("</choiceInteraction>\n");
        }
    }
}

fn score(out: &mut String, n: usize, draft: &Draft) {
    if draft.kind == QuestionType::Open {
        // A person does.
    } else if draft.number.is_some() && draft.texts.is_empty() {
        let tolerance = draft.tolerance.as_deref().map(|text| escaped(&text.replace(',', ".")));
        let how = tolerance.map_or_else(
            || "toleranceMode=\"exact\"".to_owned(),
            |text| format!("toleranceMode=\"absolute\" tolerance=\"{text} {text}\""),
        );
        let _ = writeln!(
            out,
            "    <responseCondition><responseIf><equal {how}><variable identifier=\"Q{n}\"/><correct identifier=\"Q{n}\"/></equal>\
             <setOutcomeValue identifier=\"SCORE_Q{n}\"><baseValue baseType=\"float\">{}</baseValue></setOutcomeValue></responseIf></responseCondition>",
            draft.marks
        );
    } else {
        let _ = writeln!(
            out,
            "    <setOutcomeValue identifier=\"SCORE_Q{n}\"><mapResponse identifier=\"Q{n}\"/></setOutcomeValue>"
        );
    }
}

#[cfg(test)]
#[path = "qti_tests.rs"]
mod tests;
