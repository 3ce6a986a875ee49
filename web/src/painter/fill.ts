/**
 * A painter fills what the app's own code drew when it was built (parts.tsx): words stand in braces there. What people have
 * written becomes text and values of attributes, never markup.
 */

export type Words = Record<string, string | number>;
/** What came with the page: the bodies of its first answers, by the addresses that they answer. */
export type Answers = Readonly<Record<string, unknown>>;

/** A part by its name, once more each time. */
export function part<T extends HTMLElement = HTMLElement>(frame: ParentNode, name: string): T {
  const found = frame.querySelector<T>(`[data-part="${name}"], [data-sole="${name}"] > *`);
  if (!found) throw new Error(`no part ${name}`);
  const copy = found.cloneNode(true) as T;
  delete copy.dataset.part;
  // They are the app's.
  for (const one of copy.querySelectorAll('[id]')) one.removeAttribute('id');
  return copy;
}

/** Each text and each value is read once: what is put in is not looked at again. */
export function fill<T extends Element>(filled: T, words: Words): T {
  const put = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => String(words[name] ?? whole));
  for (const element of [filled, ...filled.querySelectorAll('*')]) {
    for (const { name, value } of element.attributes) {
      if (value.includes('{')) element.setAttribute(name, put(value));
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) node.data = put(node.data);
    }
  }
  return filled;
}

/** What this device keeps, as lib/storage.ts has it; null where it may not be read. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Who acts for an organisation has a bar over every page, which no frame has. */
export const acts = (): boolean => kept('activeContext')?.includes('"organization"') === true;
