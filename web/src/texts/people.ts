export const peopleTexts = {
  you: 'Det är du',
  edit: 'Redigera profilen',
  chat: 'Öppna chatten',
  later:
    'Direktmeddelanden och vänförfrågningar kommer snart. Ni når varandra i de organisationer ni båda hör till.',
  notFoundTitle: 'Personen finns inte',
  notFound: 'Adressen kan vara felskriven, eller så har personen bytt användarnamn.',
  home: 'Till startsidan',
  search: 'Sök personer',
};
