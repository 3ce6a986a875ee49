//! The posts of a spring term.

use storage::feed::Audience;

/// A post.
pub struct Post {
    /// Month, day, hour and minute, in Swedish time.
    pub at: (i8, i8, i8, i8),
    pub by: &'static str,
    /// Slug of the organisation in whose name it is posted.
    pub of: Option<&'static str>,
    pub audience: Audience,
    pub text: &'static str,
    pub likes: &'static [&'static str],
    pub comments: &'static [Comment],
    /// Author, slug of the organisation in whose name, and text of each repost.
    pub reposts: &'static [(&'static str, Option<&'static str>, &'static str)],
}

/// A comment.
pub struct Comment {
    pub by: &'static str,
    pub of: Option<&'static str>,
    /// Minutes after the post.
    pub after: i64,
    pub text: &'static str,
    /// Who reported it, and the reason.
    pub reported: Option<(&'static str, &'static str)>,
}

const fn comment(by: &'static str, after: i64, text: &'static str) -> Comment {
    Comment { by, of: None, after, text, reported: None }
}

const fn answers(of: &'static str, by: &'static str, after: i64, text: &'static str) -> Comment {
    Comment { by, of: Some(of), after, text, reported: None }
}

const SCHOOL: &str = "bjorkangsskolan";
const CLUB: &str = "hornebo-sk";
const BUILDERS: &str = "lindqvist-soner-bygg";

/// By date.
pub const POSTS: &[Post] = &[
    Post {
        at: (1, 8, 7, 30),
        by: "Karin Öberg",
        of: Some(SCHOOL),
        audience: Audience::Public,
        text: "Välkomna tillbaka till vårterminen! Skolan börjar i dag klockan 8.15 för alla klasser. \
               Vecka 3 gäller det nya schemat, det finns i kalendern Läsåret. #vårtermin",
        likes: &["Anna Lindberg", "Lena Karlsson", "Emma Wallin", "Mikael Persson"],
        comments: &[
            comment("Mikael Persson", 42, "Gäller de gamla busstiderna även den här terminen?"),
            answers(
                SCHOOL,
                "Karin Öberg",
                75,
                "Ja, bussarna går som i höstas. Tider finns hos Vikbotrafiken.",
            ),
        ],
        reposts: &[],
    },
    Post {
        at: (1, 19, 19, 12),
        by: "Malin Åberg",
        of: Some(CLUB),
        audience: Audience::Public,
        text: "Isen på Tallåsens IP är äntligen tjock nog. Vi spolar klart på torsdag och öppnar för allmänheten \
               på lördag 10–14. Ta med skridskor och hjälm, kiosken har varm choklad. #skridskor",
        likes: &["Göran Hedlund", "Anna Lindberg", "Amina Hassan", "Helena Björk", "Kalle Wiklund"],
        comments: &[
            comment("Helena Björk", 25, "Går det att låna skridskor i storlek 33?"),
            answers(
                CLUB,
                "Malin Åberg",
                51,
                "Ja, fritidsbanken i omklädningsrummet har de flesta storlekar.",
            ),
        ],
        reposts: &[("Karin Öberg", Some(SCHOOL), "Ett tips till alla familjer i helgen.")],
    },
    Post {
        at: (2, 3, 12, 5),
        by: "Marie Lundgren",
        of: Some(SCHOOL),
        audience: Audience::EntityMembers,
        text: "I dag slängde vi 14 gram mat per person i matsalen. Det är det bästa sedan vi började mäta! \
               Målet till påsk är 12 gram.",
        likes: &["Karin Öberg", "Ingrid Sjöberg", "Noor Hassan"],
        comments: &[
            comment(
                "Ingrid Sjöberg",
                90,
                "6B har gjort diagram av alla mätningar, de hänger utanför matsalen.",
            ),
            Comment {
                by: "Hugo Persson",
                of: None,
                after: 214,
                text: "Det är ju bara 6A som slänger, de fattar ingenting. Pucko-klassen!",
                reported: Some(("Noor Hassan", "Han är elak mot hela min systers klass.")),
            },
        ],
        reposts: &[],
    },
    Post {
        at: (2, 20, 16, 40),
        by: "Lena Karlsson",
        of: None,
        audience: Audience::Public,
        text: "Någon som har längdskidor för en tolvåring att låna ut över sportlovet? Vi hämtar gärna.",
        likes: &["Mikael Persson"],
        comments: &[
            comment("Mikael Persson", 18, "Hugos förra par står i förrådet, 160 cm. Kom förbi i kväll!"),
            comment("Lena Karlsson", 26, "Perfekt, tack! Vi kommer vid sju."),
        ],
        reposts: &[],
    },
    Post {
        at: (3, 9, 8, 0),
        by: "Anna Lindberg",
        of: Some(SCHOOL),
        audience: Audience::Public,
        text: "Öppet hus för blivande förskoleklasser torsdag 19 mars klockan 17–19. Vi visar klassrum, fritids och \
               skolgård, och du får träffa lärarna. Ingen anmälan behövs. #öppethus",
        likes: &["Johan Bergqvist", "Camilla Eriksson", "Sofia Nilsson", "Rolf Granström"],
        comments: &[
            comment("Sofia Nilsson", 130, "Får syskon följa med?"),
            answers(SCHOOL, "Karin Öberg", 160, "Absolut, fritids har öppet för syskonen hela kvällen."),
        ],
        reposts: &[("Camilla Eriksson", None, "Rekommenderas, vi var där förra året.")],
    },
    Post {
        at: (3, 17, 15, 20),
        by: "Susanne Lindqvist",
        of: Some(BUILDERS),
        audience: Audience::Public,
        text: "Vi söker två lärlingar till sommaren, gärna från Vikbo eller Hörnebo. Du går andra året på bygg och \
               kommer i tid. Skriv till oss eller ring Fredrik. #jobb #lärling",
        likes: &["Håkan Lindqvist", "Robert Sjögren", "Stefan Modig"],
        comments: &[comment("Robert Sjögren", 65, "Bra gäng att lära sig yrket av.")],
        reposts: &[("Stefan Lundqvist", Some(CLUB), "Till er i juniorlaget som söker sommarjobb.")],
    },
    Post {
        at: (3, 28, 10, 15),
        by: "Peter Sundin",
        of: None,
        audience: Audience::Followers,
        text: "Första träningen utomhus i dag. Sju grader, motvind och tretton glada P12:or.",
        likes: &["Anna Lindberg"],
        comments: &[],
        reposts: &[],
    },
    Post {
        at: (4, 14, 18, 30),
        by: "Kjell Norberg",
        of: Some(CLUB),
        audience: Audience::Public,
        text: "Städdag på Tallåsens IP lördag 25 april klockan 10–13. Vi krattar, målar bänkar och lagar nät. \
               Ta med handskar, klubben bjuder på korv. Alla är välkomna, också ni som inte är medlemmar. #städdag",
        likes: &["Malin Åberg", "Anna Lindberg", "Lena Karlsson", "Yusuf Demir", "Nina Rask", "Bengt Rosén"],
        comments: &[
            comment("Yusuf Demir", 33, "Jag tar med släpet om någon kan lasta riset."),
            comment("Nina Rask", 47, "Jag och Daniel hjälper till!"),
        ],
        reposts: &[("Karin Öberg", Some(SCHOOL), "")],
    },
    Post {
        at: (4, 27, 9, 45),
        by: "Susanne Lindqvist",
        of: Some(BUILDERS),
        audience: Audience::Followers,
        text: "Från och med vecka 19 är infarten på Kvarngatan 4 avstängd. Leveranser går via Strandvägen till midsommar.",
        likes: &["Erik Dahl"],
        comments: &[],
        reposts: &[],
    },
    Post {
        at: (5, 11, 13, 10),
        by: "Karin Öberg",
        of: Some(SCHOOL),
        audience: Audience::Public,
        text: "Friluftsdagen för 7–9 är flyttad till tisdag 19 maj på grund av vädret. Samling som vanligt klockan 8.30 \
               vid Tallåsen. Matsäck ingår, ta med vattenflaska och kläder efter väder. #friluftsdag",
        likes: &["Ingrid Sjöberg", "Amina Hassan", "Maja Karlsson"],
        comments: &[
            comment("Amina Hassan", 22, "Tack för att ni sa till i god tid."),
            comment("Rolf Granström", 58, "Lycka till med vädret. Vi ses kanske i spåret!"),
        ],
        reposts: &[],
    },
    Post {
        at: (5, 24, 20, 5),
        by: "Malin Åberg",
        of: Some(CLUB),
        audience: Audience::Public,
        text: "F13 vann Vikbocupen! 3–1 mot Strömnäs BK i finalen och noll insläppta mål på väg dit. \
               Tack till alla som stod i kiosken och längs linjen. #F13 #vikbocupen",
        likes: &[
            "Stefan Lundqvist",
            "Lisa Engström",
            "Helena Björk",
            "Tuva Björk",
            "Anna Lindberg",
            "Johan Bergqvist",
        ],
        comments: &[
            comment("Lisa Engström", 12, "Så stolt över det här laget!"),
            comment("Helena Björk", 30, "Vilken kväll. Tuva har inte tagit av sig medaljen än."),
        ],
        reposts: &[],
    },
    Post {
        at: (6, 8, 15, 0),
        by: "Karin Öberg",
        of: Some(SCHOOL),
        audience: Audience::Public,
        text: "Skolavslutning fredag 12 juni klockan 9.00 på skolgården, vid regn i idrottshallen. Årskurs 9 sjunger, \
               alla slutar klockan 10.30. Trevlig sommar önskar all personal! #skolavslutning",
        likes: &["Anna Lindberg", "Lena Karlsson", "Henrik Johansson", "Camilla Eriksson", "Emma Wallin"],
        comments: &[
            comment("Henrik Johansson", 40, "Är fritids öppet på eftermiddagen?"),
            answers(SCHOOL, "Karin Öberg", 55, "Ja, till klockan 16 som vanligt."),
        ],
        reposts: &[],
    },
];
