export const timeTexts = { today: 'I dag', yesterday: 'I går' };
