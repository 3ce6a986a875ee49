/**
 * Sweden's 21 counties and 290 municipalities with their official codes (SCB, läns- och
 * kommunkoder). A municipality's number is the county's two digits and its own two.
 */
const COUNTIES: [code: string, name: string, municipalities: string][] = [
  [
    '01',
    'Stockholms län',
    '14 Upplands Väsby,15 Vallentuna,17 Österåker,20 Värmdö,23 Järfälla,25 Ekerö,26 Huddinge,27 Botkyrka,28 Salem,36 Haninge,38 Tyresö,39 Upplands-Bro,40 Nykvarn,60 Täby,62 Danderyd,63 Sollentuna,80 Stockholm,81 Södertälje,82 Nacka,83 Sundbyberg,84 Solna,86 Lidingö,87 Vaxholm,88 Norrtälje,91 Sigtuna,92 Nynäshamn',
  ],
  [
    '03',
    'Uppsala län',
    '05 Håbo,19 Älvkarleby,30 Knivsta,31 Heby,60 Tierp,80 Uppsala,81 Enköping,82 Östhammar',
  ],
  [
    '04',
    'Södermanlands län',
    '28 Vingåker,61 Gnesta,80 Nyköping,81 Oxelösund,82 Flen,83 Katrineholm,84 Eskilstuna,86 Strängnäs,88 Trosa',
  ],
  [
    '05',
    'Östergötlands län',
    '09 Ödeshög,12 Ydre,13 Kinda,60 Boxholm,61 Åtvidaberg,62 Finspång,63 Valdemarsvik,80 Linköping,81 Norrköping,82 Söderköping,83 Motala,84 Vadstena,86 Mjölby',
  ],
  [
    '06',
    'Jönköpings län',
    '04 Aneby,17 Gnosjö,42 Mullsjö,43 Habo,62 Gislaved,65 Vaggeryd,80 Jönköping,82 Nässjö,83 Värnamo,84 Sävsjö,85 Vetlanda,86 Eksjö,87 Tranås',
  ],
  [
    '07',
    'Kronobergs län',
    '60 Uppvidinge,61 Lessebo,63 Tingsryd,64 Alvesta,65 Älmhult,67 Markaryd,80 Växjö,81 Ljungby',
  ],
  [
    '08',
    'Kalmar län',
    '21 Högsby,34 Torsås,40 Mörbylånga,60 Hultsfred,61 Mönsterås,62 Emmaboda,80 Kalmar,81 Nybro,82 Oskarshamn,83 Västervik,84 Vimmerby,85 Borgholm',
  ],
  ['09', 'Gotlands län', '80 Gotland'],
  ['10', 'Blekinge län', '60 Olofström,80 Karlskrona,81 Ronneby,82 Karlshamn,83 Sölvesborg'],
  [
    '12',
    'Skåne län',
    '14 Svalöv,30 Staffanstorp,31 Burlöv,33 Vellinge,56 Östra Göinge,57 Örkelljunga,60 Bjuv,61 Kävlinge,62 Lomma,63 Svedala,64 Skurup,65 Sjöbo,66 Hörby,67 Höör,70 Tomelilla,72 Bromölla,73 Osby,75 Perstorp,76 Klippan,77 Åstorp,78 Båstad,80 Malmö,81 Lund,82 Landskrona,83 Helsingborg,84 Höganäs,85 Eslöv,86 Ystad,87 Trelleborg,90 Kristianstad,91 Simrishamn,92 Ängelholm,93 Hässleholm',
  ],
  ['13', 'Hallands län', '15 Hylte,80 Halmstad,81 Laholm,82 Falkenberg,83 Varberg,84 Kungsbacka'],
  [
    '14',
    'Västra Götalands län',
    '01 Härryda,02 Partille,07 Öckerö,15 Stenungsund,19 Tjörn,21 Orust,27 Sotenäs,30 Munkedal,35 Tanum,38 Dals-Ed,39 Färgelanda,40 Ale,41 Lerum,42 Vårgårda,43 Bollebygd,44 Grästorp,45 Essunga,46 Karlsborg,47 Gullspång,52 Tranemo,60 Bengtsfors,61 Mellerud,62 Lilla Edet,63 Mark,65 Svenljunga,66 Herrljunga,70 Vara,71 Götene,72 Tibro,73 Töreboda,80 Göteborg,81 Mölndal,82 Kungälv,84 Lysekil,85 Uddevalla,86 Strömstad,87 Vänersborg,88 Trollhättan,89 Alingsås,90 Borås,91 Ulricehamn,92 Åmål,93 Mariestad,94 Lidköping,95 Skara,96 Skövde,97 Hjo,98 Tidaholm,99 Falköping',
  ],
  [
    '17',
    'Värmlands län',
    '15 Kil,30 Eda,37 Torsby,60 Storfors,61 Hammarö,62 Munkfors,63 Forshaga,64 Grums,65 Årjäng,66 Sunne,80 Karlstad,81 Kristinehamn,82 Filipstad,83 Hagfors,84 Arvika,85 Säffle',
  ],
  [
    '18',
    'Örebro län',
    '14 Lekeberg,60 Laxå,61 Hallsberg,62 Degerfors,63 Hällefors,64 Ljusnarsberg,80 Örebro,81 Kumla,82 Askersund,83 Karlskoga,84 Nora,85 Lindesberg',
  ],
  [
    '19',
    'Västmanlands län',
    '04 Skinnskatteberg,07 Surahammar,60 Kungsör,61 Hallstahammar,62 Norberg,80 Västerås,81 Sala,82 Fagersta,83 Köping,84 Arboga',
  ],
  [
    '20',
    'Dalarnas län',
    '21 Vansbro,23 Malung-Sälen,26 Gagnef,29 Leksand,31 Rättvik,34 Orsa,39 Älvdalen,61 Smedjebacken,62 Mora,80 Falun,81 Borlänge,82 Säter,83 Hedemora,84 Avesta,85 Ludvika',
  ],
  [
    '21',
    'Gävleborgs län',
    '01 Ockelbo,04 Hofors,21 Ovanåker,32 Nordanstig,61 Ljusdal,80 Gävle,81 Sandviken,82 Söderhamn,83 Bollnäs,84 Hudiksvall',
  ],
  [
    '22',
    'Västernorrlands län',
    '60 Ånge,62 Timrå,80 Härnösand,81 Sundsvall,82 Kramfors,83 Sollefteå,84 Örnsköldsvik',
  ],
  [
    '23',
    'Jämtlands län',
    '03 Ragunda,05 Bräcke,09 Krokom,13 Strömsund,21 Åre,26 Berg,61 Härjedalen,80 Östersund',
  ],
  [
    '24',
    'Västerbottens län',
    '01 Nordmaling,03 Bjurholm,04 Vindeln,09 Robertsfors,17 Norsjö,18 Malå,21 Storuman,22 Sorsele,25 Dorotea,60 Vännäs,62 Vilhelmina,63 Åsele,80 Umeå,81 Lycksele,82 Skellefteå',
  ],
  [
    '25',
    'Norrbottens län',
    '05 Arvidsjaur,06 Arjeplog,10 Jokkmokk,13 Överkalix,14 Kalix,18 Övertorneå,21 Pajala,23 Gällivare,60 Älvsbyn,80 Luleå,81 Piteå,82 Boden,83 Haparanda,84 Kiruna',
  ],
];

export type County = { name: string; municipalities: { id: number; name: string }[] };

/** Counties by code, their municipalities by name. */
export const counties: County[] = COUNTIES.map(([code, name, list]) => ({
  name,
  municipalities: list
    .split(',')
    .map((one) => ({ id: Number(code + one.slice(0, 2)), name: one.slice(3) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'sv')),
}));

/** What an account has before one is chosen. */
export const NO_MUNICIPALITY = -1;
