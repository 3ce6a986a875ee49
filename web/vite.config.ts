import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunks } from './scripts/chunks.ts';
import { EMOJI_BASE, emojiData } from './scripts/emoji.ts';
import { lightLibraries } from './scripts/lightLibraries.ts';
import { preloadFont } from './scripts/preloadFont.ts';
import { revision, stampPage } from './scripts/revision.ts';
import { themeStyles } from './scripts/themeCss.ts';

const backend = process.env.KALENDER_BACKEND ?? 'http://127.0.0.1:8080';

const { plugin: divideChunks, groups } = chunks();

// The server compares Origin with its own address, and in development the browser's
// page comes from another port.
const proxied = { target: backend, headers: { origin: backend } };
const proxy = {
  '/api': proxied,
  '/img': proxied,
  '/ws-notify': { ...proxied, ws: true },
};

export default defineConfig({
  plugins: [
    react(),
    lightLibraries(),
    themeStyles(),
    emojiData(),
    preloadFont(),
    stampPage(),
    divideChunks,
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: {
    __EMOJI_BASE__: JSON.stringify(EMOJI_BASE),
    __REVISION__: JSON.stringify(revision()),
  },
  server: { proxy },
  preview: { proxy },
  build: {
    manifest: true,
    assetsDir: 'assets',
    // Below these the minifier would rewrite light-dark(), which needs a literal
    // color-scheme; the colour scheme here is a custom property.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    target: ['chrome111', 'firefox114', 'safari16.4'],
    rolldownOptions: {
      // A feature's doors only pass on: whoever takes one thing of them does not get the files of all the others.
      treeshake: {
        moduleSideEffects: [{ test: /src.features.\w+.\w+\.tsx?$/, sideEffects: false }],
      },
      output: {
        // A request costs more than a few kB: what every visit needs is one file, and what
        // several pages share comes in files that are worth one (scripts/chunks.ts).
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'], priority: 1 }, ...groups] },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // One jsdom for each process instead of each file: the files keep contexts of their own.
    pool: 'vmForks',
    setupFiles: ['./src/test/setup.ts'],
    include: ['{src,examples}/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // What browsers get of it: for Node it speaks by other means than theirs.
    alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
    server: { deps: { inline: ['tus-js-client'] } },
    // Property tests share the machine with compilers.
    testTimeout: 60_000,
  },
});
