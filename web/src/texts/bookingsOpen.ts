/** A bookable that everybody may book: its page, and its times on other sites' pages. */
export const openTexts = {
  title: 'Sidan för alla',
  guests: 'Här bokar den som inte har konto. Den som är inloggad bokar i appen på samma adress.',
  accounts: 'Här ser alla de lediga tiderna. För att boka behövs ett konto.',
  address: 'Adress',
  copy: 'Kopiera adressen',
  copied: 'Kopierat',
  codeHint: 'Klistra in den i er webbplats HTML, där de lediga tiderna ska synas.',
};
