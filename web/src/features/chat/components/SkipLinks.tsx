import type { RefObject } from 'react';
import { chatTexts } from '@/texts/chat.ts';
import classes from './SkipLinks.module.css';

/** Where each leads, within the chat. */
const PLACES = [
  [chatTexts.skipToMessages, '[aria-posinset][tabindex="0"], ol [data-row-key][tabindex="0"]'],
  [chatTexts.skipToComposer, '[data-composer]'],
  [
    chatTexts.skipToChannels,
    'nav[data-region] a[aria-current="page"], nav[data-region] [data-channel]',
  ],
] as const;

/** The first of the selectors that anything answers to, not what stands first in the page. */
const placeOf = (root: HTMLElement | null, selector: string) =>
  selector
    .split(', ')
    .map((one) => root?.querySelector<HTMLElement>(one))
    .find(Boolean);

/** Seen when they have the focus: past the many channels and messages in one step. */
export function SkipLinks({ root }: { root: RefObject<HTMLElement | null> }) {
  return (
    <div className={classes.skips}>
      {PLACES.map(([label, selector]) => (
        <button
          key={selector}
          type="button"
          className={classes.skip}
          onClick={() => placeOf(root.current, selector)?.focus()}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
