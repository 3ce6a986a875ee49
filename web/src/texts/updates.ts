export const updateTexts = {
  title: 'Ny version tillgänglig',
  text: (host: string) =>
    `Det finns en ny version av ${host}. Spara det du håller på med först, så går inget förlorat.`,
  reload: 'Ladda om sidan',
  cancel: 'Avbryt',
};

export const returnTexts = {
  title: (service: string) => `Vill du öppna ${service}?`,
  text: (service: string) => `${service} öppnas i ett nytt fönster. Kalender är kvar här.`,
  stay: 'Nej, stanna här',
  open: (service: string) => `Öppna ${service}`,
};

export const pictureTexts = {
  title: 'Profilbild krävs',
  required: 'Obligatorisk för att fortsätta använda Kalender.',
  reason:
    'Med en bild känner de du samarbetar med snabbt igen dig. Välj gärna en bild på ditt ansikte.',
  upload: 'Ladda upp',
};
