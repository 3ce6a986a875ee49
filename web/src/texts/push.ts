export const pushTexts = {
  title: 'Notiser på den här enheten',
  text: 'Omnämnanden, svar och ansökningar visas av enheten när du inte har Kalender öppet. Tystade kanaler ger inga notiser.',
  here: 'Visa notiser här',
  working: 'Ett ögonblick …',
  on: 'På. De slutar när du loggar ut.',
  off: 'Webbläsaren frågar om lov första gången.',
  denied:
    'Webbläsaren är inställd på att inte visa notiser från Kalender. Ändra det där: klicka på symbolen till vänster om adressen, välj Behörigheter eller Webbplatsinställningar och tillåt Notiser.',
  unsupported:
    'Den här webbläsaren kan inte visa notiser. På iPhone och iPad går det när Kalender ligger på hemskärmen.',
  failed:
    'Det gick inte att slå på notiser. Webbläsarens push-tjänst svarar inte. Försök igen om en stund.',
  notOff: 'Det gick inte att slå av notiser. Försök igen.',
} as const;
