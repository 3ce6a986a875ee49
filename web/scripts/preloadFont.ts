import type { Plugin } from 'vite';

/** The one font file that every page shows: fetched beside the script, not after the CSS. */
const FONT = /figtree-latin-wght-normal.*\.woff2$/;

export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => FONT.test(name));
        if (!file) throw new Error('the font is not in the bundle: has its name changed?');
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: `/${file}`,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
