//! Names in addresses: slugs of people and organisations, and reserved first path segments.

/// Names that mention everyone in a channel (`@all`); nobody may have them.
pub const EVERYONE: [&str; 3] = ["channel", "everyone", "all"];

/// First path segments that the application routes itself or reserves. One list, used by the router's tests and by
/// validation. The first seven are reserved by the specification.
pub const RESERVED: &[&str] = &[
    "login",
    "register",
    "settings",
    "profile",
    "feed",
    "kontakter",
    "konversation",
    "api",
    "docs",
    "ws-notify",
    "hooks",
    "img",
    "ics",
    "assets",
    "healthz",
    "readyz",
    "metrics",
    "index.html",
    "service-worker.js",
    "manifest.webmanifest",
    "favicon.ico",
    "favicon.svg",
    "robots.txt",
    "emoji",
    "sounds",
    "well-known",
    "start",
    "messages",
    "notifications",
    "klyftig",
    "underlag",
    "signup",
    "verify",
    "reset",
    "logout",
    "u",
    "person",
    "family",
    "cre",
    "search",
    "sok",
    "kalender",
    "calendar",
    "event",
    "skapa-evenemang",
    "create-event",
    "articles",
    "members",
    "inbjudan",
    "bookings",
    "contacts",
    "e",
    "editevent",
    "me",
    "helgdagar",
    "flaggdagar",
    "aftnar",
    "temadagar",
    "fn-dagar",
    "namnsdagar",
    "samhallsinformation",
    "temakalendrar",
    "ortskalendrar",
    "lander",
    "motor",
    "naringsliv",
    "akademin",
    "forening",
    "skolkalender",
    "skolmatsedel",
    "skolmatskalendern",
    "studiekalender",
    "utvecklingssamtal",
    "klasskalender",
    "utflykt",
    "vikariehantering",
    "resursbokning",
    "personalkalender",
    "support",
    "faq",
    "widgets",
    "om-oss",
    "blogg",
    "kontakt",
    "skapa",
    "pro",
    "2025",
    "2026",
    "admin",
    "tasks",
    "boards",
    "infopoint",
    "nyhetsbrev",
    "inlagg",
    "moderering",
    "artiklar",
    "uppgifter",
    "tavlor",
    "tavla",
    "bokningar",
    "boka",
    "hjalp",
    "help",
    "about",
    "static",
    "public",
    "www",
    "kalender-pa-hemsida",
    "moderation",
    "organisation",
    "organisationer",
];

/// Longest slug, in characters.
pub const SLUG_MAX: usize = 50;

/// Lowercase letters, digits and single hyphens: å→a, ä→a, ö→o, other letters transliterated. Empty if nothing is left.
pub fn slug(name: &str) -> String {
    let swedish = name.to_lowercase().replace(['å', 'ä'], "a").replace('ö', "o");
    let plain = deunicode::deunicode(&swedish).to_lowercase();
    let mut slug = String::with_capacity(plain.len());
    for c in plain.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if c != '\'' && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(SLUG_MAX);
    slug.trim_end_matches('-').to_owned()
}

/// Is it a valid slug: 2–50 of `a-z 0-9 -`, not reserved, not only digits?
pub fn is_free_slug(text: &str) -> bool {
    let shape = (2..=SLUG_MAX).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-');
    let mentions_everyone = EVERYONE.contains(&text);
    shape && !RESERVED.contains(&text) && !mentions_everyone && !text.bytes().all(|b| b.is_ascii_digit())
}

/// The `n`th attempt (from 0) at a slug for `name`: the plain slug, then numbered ones; never a reserved one.
pub fn attempt(name: &str, n: u32) -> String {
    let base = slug(name);
    let base = if base.len() < 2 { "medlem".to_owned() } else { base };
    let numbered = |n: u32| {
        let end = format!("-{n}");
        let mut head = base.clone();
        head.truncate(SLUG_MAX - end.len());
        format!("{}{end}", head.trim_end_matches('-'))
    };
    match n {
        0 if is_free_slug(&base) => base,
        0 => numbered(1),
        n => numbered(n + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swedish_names_become_slugs() {
        let cases = [
            ("Åsa Öberg", "asa-oberg"),
            ("Örjans skola i Ängelholm", "orjans-skola-i-angelholm"),
            ("  Hörnebo   SK!! ", "hornebo-sk"),
            ("Łukasz Żółć", "lukasz-zolc"),
            ("D'Arc", "darc"),
            ("---", ""),
        ];
        for (name, expected) in cases {
            assert_eq!(slug(name), expected, "{name}");
        }
    }

    #[test]
    fn reserved_first_segments_are_nobodys() {
        for name in ["login", "konversation", "api", "kalender", "u"] {
            assert!(!is_free_slug(name), "{name}");
        }
        assert_eq!(attempt("Feed", 0), "feed-1");
        for name in ["All", "Channel", "everyone"] {
            assert!(!is_free_slug(&name.to_lowercase()), "{name}");
            assert_eq!(attempt(name, 0), format!("{}-1", name.to_lowercase()));
        }
        assert_eq!(attempt("Anna Ek", 0), "anna-ek");
        assert_eq!(attempt("Anna Ek", 1), "anna-ek-2");
        assert_eq!(attempt("!", 0), "medlem");
        assert!(
            is_free_slug("hornebo-sk") && !is_free_slug("123") && !is_free_slug("-a") && !is_free_slug("Å-b")
        );
    }

    proptest::proptest! {
        #[test]
        fn every_attempt_is_free(name in ".{0,80}", n in 0u32..1000) {
            proptest::prop_assert!(is_free_slug(&attempt(&name, n)));
        }
    }
}
