/** The choice of an emoji. */
export const chatEmojiTexts = {
  skinTone: 'Hudton',
  recentEmoji: 'Senast använda',
  emojiGroups: 'Grupper',
  searchEmoji: 'Sök emoji',
  smileys: 'Smileyer & känslor',
  noEmoji: 'Ingen emoji hittades',
  emojiGroupNames: [
    'Smileyer och känslor',
    'Människor och kropp',
    'Djur och natur',
    'Mat och dryck',
    'Resor och platser',
    'Aktiviteter',
    'Föremål',
    'Symboler',
    'Flaggor',
  ],
  skinTones: {
    none: 'gul',
    light: 'ljus',
    'medium-light': 'mellanljus',
    medium: 'mellan',
    'medium-dark': 'mellanmörk',
    dark: 'mörk',
  },
};
