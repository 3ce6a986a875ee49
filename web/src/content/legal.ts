/** Terms: how the product treats people and their data, as it is built. */
import { contact, docs, type InfoPages } from './types.ts';

const settings = { label: 'Inställningar', to: '/settings' };

export const pages: InfoPages = {
  '/docs/anvandarvillkor': {
    title: 'Användarvillkor',
    lead: 'Reglerna för att använda Kalender, kort.',
    sections: [
      {
        heading: 'Ditt konto',
        list: [
          'Kontot är personligt. Håll lösenordet för dig själv.',
          'Använd ditt riktiga namn, så att andra vet vem de pratar med.',
          'Du ansvarar för det du skriver och laddar upp.',
        ],
      },
      {
        heading: 'I organisationerna',
        list: [
          'Den som äger eller administrerar en organisation avgör vem som är med.',
          'Den som modererar en kanal får ta bort meddelanden där.',
          'Det som bryter mot lag, hotar eller kränker ska tas bort.',
        ],
      },
      {
        heading: 'Tjänsten',
        paragraphs: [
          'Kalender tillhandahålls av den som driver servern. Frågor om drift, avbrott och avtal besvaras av dem.',
        ],
      },
    ],
    next: [{ label: 'Integritetspolicy', to: '/docs/integritetspolicy' }, contact],
  },
  '/docs/integritetspolicy': {
    title: 'Integritetspolicy',
    lead: 'Vilka uppgifter Kalender har om dig, varför, och vem som ser dem. Den som driver servern är personuppgiftsansvarig.',
    sections: [
      {
        heading: 'Det som lagras',
        facts: [
          [
            'Konto',
            'namn, användarnamn, e-postadress, profilbild och lösenordet i en form som inte går att läsa tillbaka',
          ],
          ['Organisationer', 'vilka du hör till eller följer, och i vilken roll'],
          ['Chat', 'det du skriver, dina reaktioner och hur långt du har läst'],
          ['Inloggningar', 'tid, webbläsare och IP-adress för varje enhet du är inloggad på'],
        ],
      },
      {
        heading: 'Kakor',
        facts: [
          ['kalender_jwt', 'din inloggning, i 30 dagar, oläsbar för skript'],
          ['kalender_jwt_present', 'talar om för sidan att du är inloggad'],
        ],
      },
      {
        heading: 'Det som inte görs',
        list: [
          'Ingen reklam, ingen spårning mellan webbplatser, inga skript från andra.',
          'Inga meddelandetexter, lösenord eller kakor skrivs i serverns loggar.',
        ],
      },
    ],
    next: [{ label: 'Dina rättigheter', to: '/docs/gdpr' }, settings],
  },
  '/docs/gdpr': {
    title: 'GDPR',
    lead: 'Dina rättigheter enligt dataskyddsförordningen, och hur du använder dem här.',
    sections: [
      {
        heading: 'Du har rätt att',
        facts: [
          ['Se', 'hämta en kopia av allt som finns om dig, i inställningarna'],
          ['Rätta', 'namn, användarnamn och bild ändrar du själv i inställningarna'],
          ['Radera', 'kontot raderar du i inställningarna; det är borta efter 14 dagar'],
          ['Klaga', 'hos Integritetsskyddsmyndigheten'],
        ],
        links: [{ label: 'Integritetsskyddsmyndigheten', to: 'https://www.imy.se' }],
      },
    ],
    next: [settings, contact],
  },
  '/docs/kopvillkor': {
    title: 'Köpvillkor',
    lead: 'Det går inte att köpa något i Kalender, så det finns inga köpvillkor att godkänna.',
    next: [{ label: 'Användarvillkor', to: '/docs/anvandarvillkor' }, docs],
  },
};
