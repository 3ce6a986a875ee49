/** A name that somebody chooses before the part that opens people's cards is there: kept for it. */

export const personOf = (element: Element) =>
  element.closest<HTMLElement>('[data-person], [data-person-slug]');

/** A person by their user name, and what their card stands beside. */
export type Wish = { slug: string; anchor: HTMLElement };
let open: ((wish: Wish) => void) | null = null;

/** Whoever opens cards hears of wishes until the answer is called. */
export function hearWishes(listener: (wish: Wish) => void): () => void {
  open = listener;
  return () => {
    if (open === listener) open = null;
  };
}

/** Opens somebody's card. False: nobody is there who could. */
export function wishPerson(slug: string, anchor: HTMLElement): boolean {
  open?.({ slug, anchor });
  return open !== null;
}

/** Not one that opens something elsewhere. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

let kept: HTMLElement | null = null;

function keep(event: MouseEvent) {
  const name = isPlain(event) && event.target instanceof Element ? personOf(event.target) : null;
  // A link leads to the person's page by itself.
  if (name && !(name instanceof HTMLAnchorElement)) kept = name;
}

/** Keeps the last such name. Answers how to stop. */
export function keepChosen(): () => void {
  document.addEventListener('click', keep);
  return () => document.removeEventListener('click', keep);
}

/** What was chosen, and still stands in the page; from now on nothing is kept. */
export function takeChosen(): HTMLElement | null {
  document.removeEventListener('click', keep);
  const name = kept?.isConnected ? kept : null;
  kept = null;
  return name;
}
