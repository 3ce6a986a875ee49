/**
 * What a word processor or a page has put on the clipboard, as a lesson's Markdown. The document that it is read into is inert:
 * no script of it runs and nothing of it is fetched, and only text leaves it. Loaded with the first paste of such a text.
 */
import TurndownService from 'turndown';

/** Columns beyond those that a lesson's table has room for. */
const COLUMNS_MAX = 12;
/** What is no text. Pictures are the course's own and are added by their button. */
const NO_TEXT = [
  'script,style,title,meta,link,template,noscript,iframe,object,embed,svg,math,img,picture,video,audio,canvas',
  'input,button,select,textarea,[hidden]',
].join(',');
const HIDDEN = /(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const BOLD = /font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i;
const NOT_BOLD = /font-weight\s*:\s*(?:normal|[1-5]00)/i;
const ITALIC = /font-style\s*:\s*italic/i;
const STRUCK = /text-decoration[^;]*:[^;]*line-through/i;
const HEADINGS = 'h1,h2,h3,h4,h5,h6';

const styleOf = (node: Element) => node.getAttribute('style') ?? '';
const oneLine = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

/** Ends a line of a cell: white space that is kept, unlike that between blocks. */
const LINE = '\u2028';
/** Deeper or larger markup is no text that somebody wrote: each element costs a look at all that it is in. */
const DEPTH_MAX = 100;
const ELEMENTS_MAX = 20_000;

function isSane(page: Document): boolean {
  let count = 0;
  let level: Element[] = [page.body];
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > DEPTH_MAX || count > ELEMENTS_MAX) return false;
    level = level.flatMap(({ children }) => [...children]);
  }
  return true;
}

/** '': it is better pasted as its text. */
export function markdownOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  if (!isSane(page)) return '';
  for (const node of page.body.querySelectorAll(NO_TEXT)) node.remove();
  for (const node of page.body.querySelectorAll('[style]')) {
    if (HIDDEN.test(styleOf(node))) node.remove();
  }
  plainSpaces(page);
  wordTitles(page);
  wordLists(page);
  within(page);
  marksOfStyles(page);
  const text = service.turndown(page.body);
  return text
    .replaceAll(LINE, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Word sets spaces that do not break where it only means space. */
function plainSpaces(page: Document) {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    node.nodeValue = (node.nodeValue ?? '')
      .replace(/\u00a0/g, ' ')
      .replace(/[\u00ad\u200b\ufeff]/g, '');
  }
}

function renamed(node: Element, name: string): Element {
  const other = node.ownerDocument.createElement(name);
  other.append(...node.childNodes);
  node.replaceWith(other);
  return other;
}

function wordTitles(page: Document) {
  for (const node of page.querySelectorAll('p.MsoTitle')) renamed(node, 'h1');
}

/** Word's lists are paragraphs that say in their style that they are items; their signs stand in the text. */
function wordLists(page: Document) {
  for (const node of page.querySelectorAll('[style*="mso-list"]')) {
    const style = styleOf(node);
    const level = /\blevel(\d)/.exec(style)?.[1];
    if (!level) continue;
    const sign = [...node.querySelectorAll('[style*="mso-list"]')].find((part) =>
      /mso-list\s*:\s*ignore/i.test(styleOf(part)),
    );
    const number = /^(\d{1,9})[.)]/.exec(oneLine(sign?.textContent ?? ''))?.[1];
    sign?.remove();
    const before = node.previousElementSibling;
    let list = before?.hasAttribute('data-word') ? before : null;
    if (!list) {
      list = page.createElement('ul');
      list.setAttribute('data-word', '');
      node.before(list);
    }
    const item = renamed(node, 'li') as HTMLElement;
    item.dataset.level = String(Number(level) - 1);
    item.dataset.sign = number ? `${number}. ` : '- ';
    list.append(item);
  }
}

/** Lists between items belong to the item before them; lines of a cell stand beside each other. */
function within(page: Document) {
  for (const list of page.querySelectorAll(':is(ul,ol) > :is(ul,ol)')) {
    const before = list.previousElementSibling;
    if (before?.nodeName === 'LI') before.append(list);
  }
  for (const line of page.querySelectorAll(':is(td,th) :is(p,div,li,br)')) line.after(LINE);
}

/** Google's documents say with styles what is bold, and wrap all of it in a `b` that is none. */
function marksOfStyles(page: Document) {
  for (const node of page.querySelectorAll('b[style],strong[style]')) {
    if (NOT_BOLD.test(styleOf(node))) renamed(node, 'span');
  }
  for (const node of page.querySelectorAll('span[style]')) {
    const style = styleOf(node);
    const marks = [
      BOLD.test(style) && 'strong',
      ITALIC.test(style) && 'em',
      STRUCK.test(style) && 's',
    ];
    for (const mark of marks) {
      if (!mark) continue;
      const around = page.createElement(mark);
      around.append(...node.childNodes);
      node.append(around);
    }
  }
}

const service = new TurndownService({ codeBlockStyle: 'fenced', br: '' });
// There are no signs that take another's meaning away.
service.escape = (text) => text;

/** Around each line of what is marked; a mark within its own kind says nothing more. */
const mark = (names: (keyof HTMLElementTagNameMap)[], sign: string) =>
  service.addRule(names.join(), {
    filter: names,
    replacement(content, node) {
      const above = (node as Element).parentElement?.closest([...names, HEADINGS, 'th'].join());
      if (above) return content;
      const lines = content.split('\n').map((line) => {
        const text = line.trim();
        return text ? sign + text + sign : '';
      });
      return lines.join('\n');
    },
  });
mark(['strong', 'b'], '*');
mark(['em', 'i'], '_');
mark(['s', 'del'], '~');

service.addRule('headings', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement(_, node) {
    const text = oneLine(node.textContent);
    const level = Math.min(Number(node.nodeName.slice(1)), 3);
    return text ? `\n\n${'#'.repeat(level)} ${text}\n\n` : '';
  },
});

service.addRule('links', {
  filter: 'a',
  replacement(content, node) {
    const href = (node as Element).getAttribute('href')?.trim() ?? '';
    const text = oneLine(content);
    if (!text || !/^(?:https?:\/\/|mailto:)/i.test(href)) return content;
    const address = href.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    return text === href || /[[\]]/.test(text) ? address : `[${text}](${address})`;
  },
});

service.addRule('items', {
  filter: 'li',
  replacement(content, node) {
    const item = node as HTMLElement;
    const list = item.parentElement;
    const nth = list
      ? [...list.children].filter(({ nodeName }) => nodeName === 'LI').indexOf(item)
      : 0;
    const first = Number(list?.getAttribute('start') ?? 1) || 1;
    const sign = item.dataset.sign ?? (list?.nodeName === 'OL' ? `${first + nth}. ` : '- ');
    const level = Number(item.dataset.level ?? depthOf(item));
    // An item is a line; those within it stand on their own.
    const lines: string[] = [''];
    for (const line of content.split('\n')) {
      if (/^ *(?:- |\d{1,9}\. )/.test(line) && lines[0]) lines.push(line);
      else if (line.trim()) lines.push(`${lines.pop()} ${line.trim()}`.trimStart());
    }
    const text = lines.join('\n');
    return text ? `${'  '.repeat(level)}${sign}${text}\n` : '';
  },
});

function depthOf(item: Element): number {
  let depth = -1;
  for (let up = item.parentElement; up; up = up.parentElement) {
    if (up.nodeName === 'UL' || up.nodeName === 'OL') depth += 1;
  }
  return Math.max(depth, 0);
}

service.addRule('tables', {
  filter: 'table',
  replacement(content, node) {
    const table = node as HTMLTableElement;
    const rows = [...table.rows].map((row) =>
      [...row.cells].flatMap((cell) => [
        oneLine(cell.textContent).replace(/\|/g, '\\|'),
        ...Array<string>(Math.min(Math.max(cell.colSpan, 1), COLUMNS_MAX) - 1).fill(''),
      ]),
    );
    const width = Math.max(0, ...rows.map(({ length }) => length));
    // A frame that only arranges.
    if (width < 2 || rows.length < 2) return `\n\n${content}\n\n`;
    const drawn = rows.map(
      (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
    );
    const [head, ...rest] = drawn;
    return `\n\n${[head, `|${'---|'.repeat(width)}`, ...rest].join('\n')}\n\n`;
  },
});
// What stands in a table is said by it.
service.addRule('cells', {
  filter: ['td', 'th'],
  replacement: (content) => `${content.trim()}\n\n`,
});
service.addRule('parts of tables', {
  filter: ['tr', 'tbody', 'thead', 'tfoot', 'caption'],
  replacement: (content) => content,
});
service.addRule('rules', { filter: 'hr', replacement: () => '\n\n' });
service.addRule('quotes', {
  filter: 'blockquote',
  replacement: (content) =>
    `\n\n${content
      .trim()
      .replace(/\n{2,}/g, '\n')
      .replace(/^/gm, '> ')}\n\n`,
});
