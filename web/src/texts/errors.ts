export const errorTexts = {
  server:
    'Vi har tekniska problem just nu. Dina ändringar kanske inte sparas. Prova att ladda om sidan om problemet kvarstår.',
  unreachable:
    'Kan inte nå servern. Kontrollera din internetanslutning. Prova att ladda om sidan om problemet kvarstår.',
  unknown: 'Något gick fel',
  tooMany: 'För många förfrågningar. Vänta lite innan du försöker igen.',
  tooManyFor: (seconds: number) => `För många förfrågningar. Försök igen om ${seconds} sekunder.`,
  newVersion: (host: string) =>
    `Det finns en ny version av ${host}. Ladda om sidan för att fortsätta`,
  title: 'Något gick fel',
  pageBroken: 'Den här delen av sidan kunde inte visas. Inget du har sparat har gått förlorat.',
  partOffline:
    'Den här delen kunde inte hämtas. Kontrollera din internetanslutning och försök igen.',
  reload: 'Ladda om sidan',
  retry: 'Försök igen',
  home: 'Till startsidan',
  reference: (id: string) => `Ärendenummer: ${id}`,
  loadFailed: 'Det gick inte att hämta innehållet.',
  offline: 'Du är offline. Det du ser kan vara gammalt, och vi försöker igen när du är uppkopplad.',
};
