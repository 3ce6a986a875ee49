/**
 * Last step of the build: writes `<file>.br` and `<file>.gz` beside every text of `dist`, which the server sends to whoever takes
 * them (http/src/platform/web_app.rs). Done here once, so that no server spends its start on it.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = resolve(import.meta.dirname, '../dist');
const TEXTS = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.mjs',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
  '.xml',
]);
/** Smaller files gain nothing, in bytes. */
const WORTH_COMPRESSING = 512;

/** Notes of the build are not served, and what stands in a frame is another every time. */
const isServed = (file: string) => !/^(\.vite|framed)[\\/]/.test(relative(dist, file));

const encodings = {
  br: (plain: Buffer) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gz: (plain: Buffer) => promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
};

async function compress(file: string): Promise<void> {
  const plain = readFileSync(file);
  for (const [suffix, encode] of Object.entries(encodings)) {
    const encoded = await encode(plain);
    if (encoded.length < plain.length) writeFileSync(`${file}.${suffix}`, encoded);
  }
}

const texts = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((name) => join(dist, name))
  .filter((file) => TEXTS.has(extname(file)) && isServed(file))
  .filter((file) => statSync(file).size >= WORTH_COMPRESSING);
await Promise.all(texts.map(compress));
process.stdout.write(`${texts.length} files compressed\n`);
