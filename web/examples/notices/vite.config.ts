import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { emojiData } from '../../scripts/emoji.ts';
import { stampPage } from '../../scripts/revision.ts';
import { themeStyles } from '../../scripts/themeCss.ts';
import product from '../../vite.config.ts';

/**
 * The example's own page, with the product's code. `npx vite -c examples/notices/vite.config.ts` draws it at /anslag/<organisation>
 * against the server at KALENDER_BACKEND; what only speeds up the product's first page is left out.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: resolve(import.meta.dirname, '../../public'),
  plugins: [react(), themeStyles(), emojiData(), stampPage()],
  resolve: { ...product.resolve },
  define: { ...product.define },
  server: { ...product.server },
  build: {
    outDir: resolve(import.meta.dirname, '../../node_modules/.cache/notices'),
    emptyOutDir: true,
    cssTarget: product.build?.cssTarget ?? [],
    target: product.build?.target ?? [],
  },
});
