/** Addresses in a message's text: to the web and to mail, and nowhere else. */

/** What turns the direction of reading would let an address read as another. */
const STOPS = String.raw`\s<>"\u200E\u200F\u202A-\u202E\u2066-\u2069`;
const LINK = new RegExp(String.raw`(?:https?:\/\/|www\.)[^${STOPS}]+`, 'iy');
const MAIL = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/y;
const NAMED = new RegExp(
  String.raw`\[([^[\]\n]{1,200})\]\((https?:\/\/[^${STOPS}()]+(?:\([^${STOPS}()]*\)[^${STOPS}()]*)*|mailto:[\w.+-]{1,64}@[\w.-]+)\)`,
  'iy',
);
const WORD = /[\p{L}\p{N}_]/u;

type FoundLink = { token: { kind: 'link'; text: string; href: string }; end: number } | null;

function match(pattern: RegExp, text: string, at: number, end: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found && at + found[0].length <= end ? found : null;
}

/** `[text](address)`. A text that itself reads as an address is shown as where it leads. */
export function namedLinkAt(text: string, at: number, end: number): FoundLink {
  if (text[at] !== '[') return null;
  const found = match(NAMED, text, at, end);
  const [whole, label = '', href = ''] = found ?? [];
  if (whole === undefined || label.trim() === '') return null;
  if (!href.toLowerCase().startsWith('mailto:') && !isWebAddress(href)) return null;
  return {
    token: { kind: 'link', text: readsAsAddress(label) ? href : label, href },
    end: at + whole.length,
  };
}

const readsAsAddress = (label: string) =>
  /:\/\/|^\s*www\.|^\s*[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/:?#]\S*)?\s*$/i.test(label);

export function linkAt(
  text: string,
  at: number,
  end: number,
  before: string | undefined,
): FoundLink {
  if (before !== undefined && WORD.test(before)) return null;
  const link = match(LINK, text, at, end)?.[0];
  if (link) {
    const shown = withoutTrailing(link);
    const href = /^www\./i.test(shown) ? `https://${shown}` : shown;
    return isWebAddress(href)
      ? { token: { kind: 'link', text: shown, href }, end: at + shown.length }
      : null;
  }
  // Tried once for each run of such characters, or a long one would be read again from each of them.
  if (before !== undefined && /[.+-]/.test(before)) return null;
  const mail = match(MAIL, text, at, end)?.[0];
  if (!mail) return null;
  return { token: { kind: 'link', text: mail, href: `mailto:${mail}` }, end: at + mail.length };
}

function isWebAddress(href: string): boolean {
  const url = URL.parse?.(href) ?? null;
  return url ? /^https?:$/.test(url.protocol) : /^https?:\/\/[^\s/]+/i.test(href);
}

/** A sentence's punctuation is not the address's; a bracket is only when it was opened inside it. */
function withoutTrailing(link: string): string {
  let end = link.length;
  let unbalanced = 0;
  for (const sign of link) {
    if (sign === ')') unbalanced += 1;
    else if (sign === '(') unbalanced -= 1;
  }
  for (; end > 0; end -= 1) {
    const last = link[end - 1] ?? '';
    if (last === ')' && unbalanced > 0) unbalanced -= 1;
    else if (!/[.,:;!?'*_~\]}]/.test(last)) break;
  }
  return link.slice(0, end);
}
