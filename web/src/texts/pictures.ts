/** Pictures in full view. */
export const pictureTexts = {
  previous: 'Föregående bild',
  next: 'Nästa bild',
  which: (n: number, all: number) => `${n} av ${all}`,
  closer: 'Zooma in',
  farther: 'Zooma ut',
  whole: 'Visa hela bilden',
  download: 'Ladda ner',
};
