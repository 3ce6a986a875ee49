/** The pictures of what can be booked, for who manages it. */
export const bookablePictureTexts = {
  title: 'Bilder',
  lead: 'Den första syns i listor, alla på sidan där man bokar. Högst 8 bilder: JPEG, PNG eller WebP, högst 10 MB var.',
  conflict: 'Någon annan har ändrat resursen. Bilderna visas nu som de är.',
};
