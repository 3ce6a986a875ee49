//! The texts of the demo's courses.

/// Title and text of a lesson.
type Text = (&'static str, &'static str);

/// A course of the demo.
pub(super) struct Script {
    /// The school's; else Klyftig's.
    pub of_school: bool,
    pub title: &'static str,
    pub summary: &'static str,
    /// Has a quiz as its last lesson, and gives a certificate.
    pub has_quiz: bool,
    pub modules: &'static [(&'static str, &'static [Text])],
}

pub(super) const COURSES: &[Script] = &[
    Script {
        of_school: false,
        title: "Föreningskunskap på en kväll",
        summary: "Styrelse, årsmöte och ekonomi, för dig som just har blivit vald.",
        has_quiz: false,
        modules: &[
            (
                "Styrelsen",
                &[
                    (
                        "Vem gör vad?",
                        "# Rollerna\n\nEn styrelse behöver inte vara stor, men den behöver veta *vem som gör vad*.\n\n\
                         | Roll | Ansvar |\n|---|---|\n| Ordförande | Leder mötena och företräder föreningen |\n\
                         | Kassör | Sköter pengarna och bokföringen |\n| Sekreterare | Skriver protokoll |\n\n\
                         ## Att tänka på\n\n- Skriv ner rollerna i protokollet från det första mötet.\n- Byt gärna roller mellan åren.",
                    ),
                    (
                        "Ett bra styrelsemöte",
                        "# Före mötet\n\nKallelsen går ut *en vecka* före, med dagordning.\n\n# Under mötet\n\n1. Öppna på \
                         utsatt tid.\n2. Ta besluten först och diskussionerna sedan.\n3. Säg högt vad som beslutades.\n\n\
                         # Efter mötet\n\nProtokollet justeras inom två veckor.",
                    ),
                ],
            ),
            (
                "Årsmötet",
                &[
                    (
                        "Kallelse och dagordning",
                        "# Kallelsen\n\nStadgarna säger hur lång tid före mötet den ska ut. Läs dem *först*.\n\n> Ett årsmöte som \
                         kallats för sent kan behöva tas om.",
                    ),
                    (
                        "Ansvarsfrihet",
                        "# Vad det betyder\n\nMötet säger att styrelsen har skött sig under året. Revisorn föreslår, medlemmarna \
                         röstar, och *styrelsen röstar inte* i den frågan.",
                    ),
                ],
            ),
        ],
    },
    Script {
        of_school: false,
        title: "Trygg på nätet",
        summary: "Lösenord, länkar och bilder: en halvtimme som gör skillnad.",
        has_quiz: true,
        modules: &[(
            "Grunderna",
            &[
                (
                    "Lösenord som håller",
                    "# Längd slår krångel\n\nFyra ord som inte hör ihop är bättre än åtta tecken med utropstecken.\n\n- Använd \
                     *ett* lösenord per tjänst.\n- Låt en lösenordshanterare minnas dem.",
                ),
                (
                    "Länkar du inte väntat dig",
                    "# Stanna upp\n\nBanken ringer inte och ber dig logga in. Skriv adressen själv i stället för att följa länken.",
                ),
                (
                    "Bilder på andra",
                    "# Fråga först\n\nEn bild på någon annan är deras också. Fråga innan du delar, särskilt när det gäller barn.",
                ),
            ],
        )],
    },
    Script {
        of_school: true,
        title: "Ny på Björkängsskolan",
        summary: "Det du behöver veta de första veckorna: salar, rutiner och vem du frågar.",
        has_quiz: false,
        modules: &[
            (
                "Första dagen",
                &[
                    (
                        "Nycklar och inloggning",
                        "# Nycklar\n\nHämta dem på expeditionen mellan *7.30 och 9.00*. Ta med legitimation.\n\n# Inloggning\n\n\
                         Du har fått ett brev med din första inloggning. Byt lösenord samma dag.",
                    ),
                    (
                        "Hitta i huset",
                        "# Tre plan\n\n| Plan | Här finns |\n|---|---|\n| 1 | Matsal, expedition, slöjd |\n| 2 | Årskurs 4–6 |\n\
                         | 3 | Årskurs 7–9, NO-salar |\n\nPersonalrummet ligger på plan 2, längst bort till vänster.",
                    ),
                ],
            ),
            (
                "Rutiner",
                &[
                    (
                        "Frånvaro",
                        "# Sjuk själv?\n\nRing före *7.00*. Skriv i kanalen för arbetslaget vad som är planerat.\n\n# Elever\n\n\
                         Frånvaro förs in under lektionens första kvart.",
                    ),
                    (
                        "Rastvakt",
                        "# Schemat\n\nDitt pass står i personalkalendern. Väst hänger i personalrummet.\n\n> Byt pass med en \
                         kollega, inte med luften: skriv i kanalen.",
                    ),
                    (
                        "Om larmet går",
                        "# Ut, inte undan\n\n1. Gå med klassen närmaste väg ut.\n2. Samlas vid fotbollsplanen.\n3. Räkna in, \
                         och meddela den som bär gul väst.",
                    ),
                ],
            ),
        ],
    },
];
