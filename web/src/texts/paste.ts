/** What is pasted where one writes. */
export const pasteTexts = {
  asText: 'Texten är inklistrad.',
  asPicture: 'Klistra in som bild',
};
