/** The bell and its list. */
export const notificationTexts = {
  title: 'Notiser',
  bell: (n: number) => (n === 0 ? 'Notiser' : `Notiser, ${n} olästa`),
  markAll: 'Markera alla som lästa',
  empty: 'Inga notiser än. Här syns omnämnanden, svar och ansökningar.',
  showAll: 'Visa alla',
  unread: 'oläst',
  settings: 'Inställningar för notiser',
} as const;
