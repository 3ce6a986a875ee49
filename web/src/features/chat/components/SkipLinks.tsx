import type { RefObject } from 'react';
import { chatTexts } from '@/texts/chat.ts';
import classes from './SkipLinks.module.css';

/** Where each leads, within the chat. */
const PLACES = [
  [chatTexts.skipToMessages, '[aria-posinset][tabindex="0"], ol [data-row-key][tabindex="0"]'],
  [chatTexts.skipToComposer, '[data-composer]'],
  [chatTexts.skipToChannels, 'nav[data-region] a[aria-current="page"], nav[data-region] a[href]'],
] as const;

/** Seen when they have the focus: past the many channels and messages in one step. */
export function SkipLinks({ root }: { root: RefObject<HTMLElement | null> }) {
  return (
    <div className={classes.skips}>
      {PLACES.map(([label, selector]) => (
        <button
          key={selector}
          type="button"
          className={classes.skip}
          onClick={() => root.current?.querySelector<HTMLElement>(selector)?.focus()}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
