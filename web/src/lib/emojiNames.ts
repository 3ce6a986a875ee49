/** Emoji by the names that stand between colons, as the server reads them (scripts/emoji.ts). Fetched once a text has such a name. */
let names: ReadonlyMap<string, string> | null = null;
let asked = false;
const waiting = new Set<() => void>();

/** A line each: the emoji, then its names. */
export function takeNames(lines: string): void {
  names = new Map(
    lines.split('\n').flatMap((line) => {
      const [emoji = '', ...all] = line.split(' ');
      return all.map((name): [string, string] => [name, emoji]);
    }),
  );
  for (const tell of waiting) tell();
}

export const emojiNamed = (name: string): string | undefined => names?.get(name.toLowerCase());

/** Null until they are here. */
export const emojiNames = () => names;

export function onEmojiNames(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

const NAME = /(?<![\p{L}\p{N}]):[\p{L}\p{N}_+-]{1,64}:/u;

/** Asks for them where a text may have one. Without a network it stays as typed, until another text asks. */
export function wantEmojiNames(text: string): void {
  if (asked || !NAME.test(text)) return;
  asked = true;
  fetch(`${__EMOJI_BASE__}/names.txt`)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      takeNames(await answer.text());
    })
    .catch(() => {
      asked = false;
    });
}
