/** Writes the names of emoji that the server reads texts with: after a new version of the emoji data. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emojiNames } from './emoji.ts';

const file = fileURLToPath(
  new URL('../../actors/src/platform/markdown/emoji.txt', import.meta.url),
);
writeFileSync(file, await emojiNames());
