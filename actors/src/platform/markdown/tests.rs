use serde::Deserialize;

use super::*;

/// Cases that the web app's parser is tested against as well.
#[derive(Deserialize)]
struct Cases {
    /// A text, and its tree in a short notation.
    read: Vec<(String, String)>,
    /// A text, and its plain text.
    plain: Vec<(String, String)>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("../../../../web/src/lib/markdown.json")).unwrap()
}

fn written(line: &[Inline<'_>]) -> String {
    line.iter()
        .map(|one| match one {
            Inline::Text(text) => (*text).to_owned(),
            Inline::Marked(mark, children) => {
                let sign = match mark {
                    Mark::Bold => 'b',
                    Mark::Italic => 'i',
                    Mark::Strike => 's',
                };
                format!("<{sign}:{}>", written(children))
            }
            Inline::Code(text) => format!("<c:{text}>"),
            Inline::Link(text, href) => format!("<a:{text}→{href}>"),
            Inline::Channel(text) => format!("<#:{}>", &text[1..]),
            Inline::Name(text) => format!("<m:{text}>"),
        })
        .collect()
}

fn notation(blocks: &[Block<'_>]) -> String {
    let code = |code: &String| format!("[block:{code}]");
    let item = |item: &Item<'_>| {
        let within: String = item.code.iter().map(code).collect();
        format!("{}{}{within}", ">".repeat(item.depth), written(&item.line))
    };
    let one = |block: &Block<'_>| match block {
        Block::Code(text) => code(text),
        Block::List { start, items } => {
            let start = start.map_or("-".to_owned(), |number| number.to_string());
            format!("[{start}:{}]", items.iter().map(item).collect::<Vec<_>>().join(";"))
        }
        Block::Quote(quoted) => format!("[quote:{}]", notation(quoted)),
        Block::Paragraph(lines) => lines.iter().map(|line| written(line)).collect::<Vec<_>>().join("\n"),
    };
    blocks.iter().map(one).collect::<Vec<_>>().join("|")
}

#[test]
fn texts_are_read_as_the_web_reads_them() {
    for (text, expected) in cases().read {
        assert_eq!(notation(&read(&text, &[])), expected, "{text:?}");
    }
}

#[test]
fn plain_text_is_the_same_as_on_the_web() {
    for (text, expected) in cases().plain {
        assert_eq!(plain(&text, &[]), expected, "{text:?}");
    }
}

#[test]
fn names_stay_whole() {
    let text = "*@anna_ek* hej #en_stad_";
    let names = [1..9, 15..24];
    assert_eq!(notation(&read(text, &names)), "<b:<m:@anna_ek>> hej <m:#en_stad_>");
}

#[test]
fn brief_is_cut_between_characters() {
    assert_eq!(brief("*åäö* och mer", &[], 3), "åäö…");
    assert_eq!(brief("*ett*  två\n\ntre", &[], 4), "ett…");
    assert_eq!(brief("*kort*", &[], 4), "kort");
}

fn depth(line: &[Inline<'_>]) -> usize {
    let of = |one: &Inline<'_>| match one {
        Inline::Marked(_, children) => 1 + depth(children),
        _ => 0,
    };
    line.iter().map(of).max().unwrap_or_default()
}

/// Every line of a tree, and how deep its quotes nest.
fn lines<'t, 'a>(blocks: &'t [Block<'a>], into: &mut Vec<&'t Line<'a>>) -> usize {
    let mut deepest = 0;
    for block in blocks {
        match block {
            Block::Paragraph(said) => into.extend(said),
            Block::Quote(quoted) => deepest = deepest.max(1 + lines(quoted, into)),
            Block::List { items, .. } => into.extend(items.iter().map(|item| &item.line)),
            Block::Code(_) => {}
        }
    }
    deepest
}

#[test]
fn nothing_nests_without_end() {
    let many = 2_000;
    for text in [
        format!("{}a{}", "*_~".repeat(many), "~_*".repeat(many)),
        "*a _b ~c ".repeat(many) + &" c~ b_ a*".repeat(many),
        format!("{} a", ">".repeat(many)),
        format!("{}a", "> ".repeat(many)),
        format!("{}a{}", "[".repeat(many), "](https://a.se)".repeat(many)),
        "`".repeat(many * 2 + 1),
        "```".repeat(many),
    ] {
        let (blocks, mut found) = (read(&text, &[]), Vec::new());
        assert!(lines(&blocks, &mut found) <= 5, "{}", &text[..20]);
        assert!(found.iter().all(|line| depth(line) <= 3), "{}", &text[..20]);
    }
}

/// Each of these would take minutes if a line or a character were read again from every other.
#[test]
fn long_texts_are_read_in_linear_time() {
    let many = 20_000;
    for (text, is_seen) in [
        (format!("{}```\n{}", "a\n- b\n> c\n".repeat(many), "a\n".repeat(many)), true),
        ("> > ```\n> ```\n```\n".repeat(many), true),
        ("```a```b".repeat(many), true),
        ("```\n\n".repeat(many), true),
        ("- a\n  ```\n  b\n  ```\n".repeat(many), true),
        (":a".repeat(many), true),
        (":tada:".repeat(many), true),
        ((0..400).map(|depth| ">".repeat(depth)).collect::<Vec<_>>().join("\n"), false),
    ] {
        // With worse than linear time this would not return.
        assert_eq!(!read(&text, &[]).is_empty(), is_seen, "{}", &text[..12]);
    }
}

proptest::proptest! {
    #[test]
    fn links_lead_to_the_web_and_to_mail_alone(text in r#"(http|www|data|mailto:|javascript:|[*_~`> \n:/.@()\[\]<>"'#\-aö1])*"#) {
        fn hrefs<'a>(line: &'a [Inline<'_>], into: &mut Vec<&'a str>) {
            for one in line {
                match one {
                    Inline::Link(_, href) => into.push(href),
                    Inline::Marked(_, children) => hrefs(children, into),
                    _ => {}
                }
            }
        }
        let (blocks, mut all) = (read(&text, &[]), Vec::new());
        lines(&blocks, &mut all);
        for line in all {
            let mut found = Vec::new();
            hrefs(line, &mut found);
            let leads = |href: &&str| {
                let href = href.to_lowercase();
                ["https://", "http://", "mailto:"].iter().any(|scheme| href.starts_with(scheme))
            };
            proptest::prop_assert!(found.iter().all(leads), "{found:?}");
        }
    }
}
