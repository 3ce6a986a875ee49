import type { Plugin } from 'vite';

/** Of the font: what every browser here reads, and a name that no system has a font of. */
const SHEET = /@fontsource\/noto-color-emoji\/index\.css/;
/** Digits and signs of plain text, which the page's own font has. */
const PLAIN = 'U+23,U+2a,U+30-39,U+a9,U+ae,';

export function emojiFont(): Plugin {
  return {
    name: 'emoji-font',
    enforce: 'pre',
    transform(code, id) {
      if (!SHEET.test(id)) return null;
      const sheet = code
        .replace(/, url\([^)]*\.woff\) format\('woff'\)/g, '')
        .replaceAll("'Noto Color Emoji'", "'Kalender Emoji'")
        .replace(PLAIN, '');
      if (sheet.includes(PLAIN) || sheet.includes('.woff)'))
        throw new Error('the font’s sheet has changed');
      return { code: sheet, map: null };
    },
  };
}
