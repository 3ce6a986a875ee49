export const peopleTexts = {
  you: 'Det är du',
  edit: 'Redigera profilen',
  write: 'Skriv ett meddelande',
  later:
    'Vänförfrågningar kommer snart. Ni kan skriva till varandra här och i de organisationer ni båda hör till.',
  notFoundTitle: 'Personen finns inte',
  notFound: 'Adressen kan vara felskriven, eller så har personen bytt användarnamn.',
  home: 'Till startsidan',
  search: 'Sök personer',
};
