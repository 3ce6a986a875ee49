use super::*;

fn names() -> Names {
    let people = [("U1", 7, "anna-ek"), ("U2", 8, "bo")];
    Names {
        people: people.map(|(slack, id, name)| (slack.to_owned(), (UserId(id), name.to_owned()))).into(),
        channels: HashMap::from([("C1".to_owned(), "allmänt".to_owned())]),
        verbatim: false,
    }
}

#[test]
fn what_is_written_otherwise() {
    let cases = [
        ("Hej!", "Hej!", "Hej!"),
        ("<@U1>: hej <@U2|bosse>!", "@7: hej @8!", "@anna-ek: hej @bo!"),
        ("<@U1>s bil", "@7 s bil", "@anna-ek s bil"),
        ("<@U9|kalle> <@U8>", "@kalle @okänd", "@kalle @okänd"),
        ("<#C1|general> <#C9|annan> <#C8>", "#allmänt #annan #okänd", "#allmänt #annan #okänd"),
        ("<!subteam^S1|@larare> <!date^1^{date}|i går>", "@larare i går", "@larare i går"),
        (
            "<https://a.se/x|här> <https://a.se>",
            "här (https://a.se/x) https://a.se",
            "här (https://a.se/x) https://a.se",
        ),
        ("<http://a.se|a.se> <mailto:a@b.se|a@b.se>", "http://a.se a@b.se", "http://a.se a@b.se"),
        ("<https://a.se/?x=1&amp;y=2>", "https://a.se/?x=1&y=2", "https://a.se/?x=1&y=2"),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp;lt;", "1 < 2 && 3 > 2 &lt;", "1 < 2 && 3 > 2 &lt;"),
        (
            "bra :tada: :wave::skin-tone-3: :partyparrot: 10:30:45",
            "bra 🎉 👋🏼 :partyparrot: 10:30:45",
            "bra 🎉 👋🏼 :partyparrot: 10:30:45",
        ),
        ("`:tada:` *fet* _lutad_", "`:tada:` *fet* _lutad_", "`:tada:` *fet* _lutad_"),
        ("&gt; citat", "> citat", "> citat"),
        ("en < ensam och <utan slut", "en < ensam och <utan slut", "en < ensam och <utan slut"),
        ("  \n\0 ", "", ""),
        ("<>", "", ""),
    ];
    for (slack, content, shown) in cases {
        let made = render(slack, &names());
        assert_eq!(made.content, content, "{slack}");
        assert_eq!(made.formatted.as_deref().unwrap_or(&made.content), shown, "{slack}");
    }
}

#[test]
fn who_is_called() {
    let made = render("<@U2> <@U1> <@U2>", &names());
    assert_eq!(made.mentions, [UserId(8), UserId(7)]);
    assert!(!made.mention_all);
    for call in ["<!channel>", "hej <!here|here>", "<!everyone>"] {
        assert!(render(call, &names()).mention_all, "{call}");
    }
    assert_eq!(render("<!here>", &names()).content, "@here");
}

#[test]
fn long_texts_are_split() {
    let parts = render_all(&"å".repeat(4_001), &names());
    assert_eq!(parts.iter().map(|part| part.content.chars().count()).sum::<usize>(), 4_001);
    assert!(parts.len() == 2 && parts.iter().all(|part| !part.shortened));
    assert_eq!(render_all(&"å".repeat(4_000), &names()).len(), 1);
    // Never split within a mention.
    let text = format!("{}<@U1>{}", "a".repeat(3_998), "b".repeat(3_998));
    let mentions: usize = render_all(&text, &names()).iter().map(|part| part.mentions.len()).sum();
    assert_eq!(mentions, 1);
}

proptest::proptest! {
    #[test]
    fn nothing_breaks_it(text in "[<>@#!|:&;a-zå0-9 \n`]{0,200}") {
        let made = render(&text, &names());
        proptest::prop_assert!(made.content.chars().count() <= CONTENT_MAX);
        proptest::prop_assert!(!render_all(&text.repeat(60), &names()).iter().any(|part| part.shortened));
    }
}
