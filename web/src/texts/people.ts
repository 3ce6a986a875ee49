export const peopleTexts = {
  you: 'Det är du',
  edit: 'Redigera profilen',
  notFoundTitle: 'Personen finns inte',
  notFound: 'Adressen kan vara felskriven, eller så har personen bytt användarnamn.',
  home: 'Till startsidan',
  search: 'Sök personer',
};
