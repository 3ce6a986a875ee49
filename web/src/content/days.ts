/**
 * Days of the year. Sources: lagen (1989:253) om allmänna helgdagar, förordningen (1982:270) om
 * allmänna flaggdagar, semesterlagen (1977:480) 3 a §, and the list of international days of
 * the United Nations.
 */
import { onDates } from './dates.ts';
import { contact, type InfoPages } from './types.ts';

const calendars = { label: 'Mer om kalendrar', to: '/docs' };

export const pages: InfoPages = {
  '/helgdagar': {
    title: 'Helgdagar',
    days: 'holiday',
    lead: 'Sverige har tretton allmänna helgdagar utöver söndagarna. Några har fast datum, andra följer påsken eller en veckodag.',
    sections: [
      {
        heading: 'Så infaller de',
        facts: [
          ['Nyårsdagen', '1 januari'],
          ['Trettondedag jul', '6 januari'],
          ['Långfredagen', 'fredagen före påskdagen'],
          ['Påskdagen', 'söndagen efter första fullmånen från och med 21 mars'],
          ['Annandag påsk', 'dagen efter påskdagen'],
          ['Första maj', '1 maj'],
          ['Kristi himmelsfärdsdag', 'sjätte torsdagen efter påskdagen'],
          ['Pingstdagen', 'sjunde söndagen efter påskdagen'],
          ['Nationaldagen', '6 juni'],
          ['Midsommardagen', 'lördagen mellan 20 och 26 juni'],
          ['Alla helgons dag', 'lördagen mellan 31 oktober och 6 november'],
          ['Juldagen', '25 december'],
          ['Annandag jul', '26 december'],
        ],
      },
    ],
    next: [
      { label: 'Helgdagar 2026', to: '/2026' },
      { label: 'Aftnar', to: '/aftnar' },
      { label: 'Flaggdagar', to: '/flaggdagar' },
    ],
  },
  '/flaggdagar': {
    title: 'Flaggdagar',
    days: 'flagdays',
    lead: 'På allmänna flaggdagar hissas svenska flaggan på statliga flaggstänger. Alla andra får flagga när de vill.',
    sections: [
      {
        heading: 'Allmänna flaggdagar',
        facts: [
          ['Nyårsdagen', '1 januari'],
          ['Konungens namnsdag', '28 januari'],
          ['Kronprinsessans namnsdag', '12 mars'],
          ['Påskdagen', 'följer påsken'],
          ['Konungens födelsedag', '30 april'],
          ['Första maj', '1 maj'],
          ['Veterandagen', '29 maj'],
          ['Pingstdagen', 'sjunde söndagen efter påskdagen'],
          ['Sveriges nationaldag', '6 juni'],
          ['Midsommardagen', 'lördagen mellan 20 och 26 juni'],
          ['Kronprinsessans födelsedag', '14 juli'],
          ['Drottningens namnsdag', '8 augusti'],
          ['Dag för val i hela riket till riksdagen', 'andra söndagen i september under valår'],
          ['FN-dagen', '24 oktober'],
          ['Gustav Adolfsdagen', '6 november'],
          ['Nobeldagen', '10 december'],
          ['Drottningens födelsedag', '23 december'],
          ['Juldagen', '25 december'],
        ],
      },
    ],
    next: [
      { label: 'Helgdagar', to: '/helgdagar' },
      { label: 'FN-dagar', to: '/fn-dagar' },
    ],
  },
  '/aftnar': {
    title: 'Aftnar',
    days: 'eves',
    lead: 'En afton är dagen före en helgdag. Aftnarna är inga allmänna helgdagar, men midsommarafton, julafton och nyårsafton räknas som söndagar i semesterlagen.',
    sections: [
      {
        heading: 'Årets aftnar',
        facts: [
          ['Trettondagsafton', '5 januari'],
          ['Skärtorsdagen', 'torsdagen före påskdagen'],
          ['Påskafton', 'lördagen före påskdagen'],
          ['Valborgsmässoafton', '30 april'],
          ['Pingstafton', 'lördagen före pingstdagen'],
          ['Midsommarafton', 'fredagen mellan 19 och 25 juni'],
          ['Allhelgonaafton', 'fredagen mellan 30 oktober och 5 november'],
          ['Julafton', '24 december'],
          ['Nyårsafton', '31 december'],
        ],
      },
    ],
    next: [
      { label: 'Helgdagar', to: '/helgdagar' },
      { label: 'Temadagar', to: '/temadagar' },
    ],
  },
  '/temadagar': {
    title: 'Temadagar',
    days: 'themeday',
    lead: 'Dagar som firas av tradition eller för att någon tog initiativet, från fettisdagen till kanelbullens dag.',
    sections: [
      {
        heading: 'Några välkända temadagar',
        facts: [
          ['Alla hjärtans dag', '14 februari'],
          ['Fettisdagen', 'tisdagen 47 dagar före påskdagen'],
          ['Våffeldagen', '25 mars'],
          ['Mors dag', 'sista söndagen i maj'],
          ['Kanelbullens dag', '4 oktober'],
          ['Fars dag', 'andra söndagen i november'],
          ['Lucia', '13 december'],
        ],
      },
    ],
    next: [
      { label: 'FN-dagar', to: '/fn-dagar' },
      { label: 'Flaggdagar', to: '/flaggdagar' },
    ],
  },
  '/fn-dagar': {
    title: 'FN-dagar',
    days: 'unday',
    lead: 'Förenta nationerna utser internationella dagar för att uppmärksamma en fråga i hela världen.',
    sections: [
      {
        heading: 'Ett urval',
        facts: [
          ['Internationella kvinnodagen', '8 mars'],
          ['Världsvattendagen', '22 mars'],
          ['Världshälsodagen', '7 april'],
          ['Pressfrihetens dag', '3 maj'],
          ['Världsmiljödagen', '5 juni'],
          ['Världsflyktingdagen', '20 juni'],
          ['FN-dagen', '24 oktober'],
          ['Barnkonventionens dag', '20 november'],
          ['Dagen för avskaffande av våld mot kvinnor', '25 november'],
          ['Dagen för personer med funktionsnedsättning', '3 december'],
          ['Dagen för mänskliga rättigheter', '10 december'],
        ],
      },
    ],
    next: [
      { label: 'Temadagar', to: '/temadagar' },
      { label: 'Flaggdagar', to: '/flaggdagar' },
    ],
  },
  '/samhallsinformation': {
    title: 'Samhällsinformation',
    lead: 'Här samlas datum som rör många på en gång, och var du hittar svaren hos den som bestämmer dem.',
    sections: [
      {
        heading: 'Hos myndigheterna',
        links: [
          { label: 'Krisinformation.se', to: 'https://www.krisinformation.se' },
          { label: 'Valmyndigheten', to: 'https://www.val.se' },
          { label: 'Skatteverket', to: 'https://www.skatteverket.se' },
        ],
      },
    ],
    next: [{ label: 'Helgdagar', to: '/helgdagar' }, contact],
  },
  '/temakalendrar': {
    title: 'Temakalendrar',
    lead: 'Kalendrar om ett ämne i taget. Dagarna står här, och i kalendern bredvid det som är ditt eget. En organisation kan ha en kalender om sitt ämne som alla får se.',
    next: [
      { label: 'Temadagar', to: '/temadagar' },
      { label: 'FN-dagar', to: '/fn-dagar' },
      { label: 'Skapa en kalender', to: '/skapa' },
      calendars,
    ],
  },
  '/ortskalendrar': {
    title: 'Ortskalendrar',
    lead: 'Det som händer på en ort, samlat på en sida för varje kommun. Sök efter kommunen; det som föreningar, skolor och företag lägger upp för alla hamnar där av sig självt.',
    next: [
      { label: 'Sök en kommun', to: '/search?types=kommun' },
      { label: 'Stockholm', to: '/ortskalendrar/stockholm' },
      { label: 'Skapa en organisation', to: '/cre' },
    ],
  },
  '/lander': {
    title: 'Länder',
    lead: 'Helgdagar skiljer sig mellan länder, också mellan grannar. Här är de nordiska ländernas nationaldagar.',
    sections: [
      {
        heading: 'Nordens nationaldagar',
        facts: [
          ['Norge', '17 maj'],
          ['Danmark', '5 juni (grundlagsdagen)'],
          ['Sverige', '6 juni'],
          ['Island', '17 juni'],
          ['Finland', '6 december'],
        ],
      },
    ],
    next: [{ label: 'Helgdagar i Sverige', to: '/helgdagar' }],
  },
  '/2025': {
    title: '2025',
    lead: 'Allmänna helgdagar i Sverige under 2025, utöver söndagarna.',
    sections: [
      {
        heading: 'Helgdagar 2025',
        facts: onDates([
          ['Nyårsdagen', '2025-01-01'],
          ['Trettondedag jul', '2025-01-06'],
          ['Långfredagen', '2025-04-18'],
          ['Påskdagen', '2025-04-20'],
          ['Annandag påsk', '2025-04-21'],
          ['Första maj', '2025-05-01'],
          ['Kristi himmelsfärdsdag', '2025-05-29'],
          ['Nationaldagen', '2025-06-06'],
          ['Pingstdagen', '2025-06-08'],
          ['Midsommardagen', '2025-06-21'],
          ['Alla helgons dag', '2025-11-01'],
          ['Juldagen', '2025-12-25'],
          ['Annandag jul', '2025-12-26'],
        ]),
      },
    ],
    next: [
      { label: '2026', to: '/2026' },
      { label: 'Så infaller helgdagarna', to: '/helgdagar' },
    ],
  },
  '/2026': {
    title: '2026',
    lead: 'Allmänna helgdagar i Sverige under 2026, utöver söndagarna.',
    sections: [
      {
        heading: 'Helgdagar 2026',
        facts: onDates([
          ['Nyårsdagen', '2026-01-01'],
          ['Trettondedag jul', '2026-01-06'],
          ['Långfredagen', '2026-04-03'],
          ['Påskdagen', '2026-04-05'],
          ['Annandag påsk', '2026-04-06'],
          ['Första maj', '2026-05-01'],
          ['Kristi himmelsfärdsdag', '2026-05-14'],
          ['Pingstdagen', '2026-05-24'],
          ['Nationaldagen', '2026-06-06'],
          ['Midsommardagen', '2026-06-20'],
          ['Alla helgons dag', '2026-10-31'],
          ['Juldagen', '2026-12-25'],
          ['Annandag jul', '2026-12-26'],
        ]),
      },
    ],
    next: [
      { label: '2025', to: '/2025' },
      { label: 'Så infaller helgdagarna', to: '/helgdagar' },
    ],
  },
};
