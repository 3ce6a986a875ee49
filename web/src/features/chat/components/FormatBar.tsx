import {
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconQuote,
  IconStrikethrough,
} from '@tabler/icons-react';
import { chatTexts } from '@/texts/chat.ts';
import { chatFormatTexts } from '@/texts/chatFormat.ts';
import classes from './FormatBar.module.css';
import type { Format } from './writingKeys.ts';

const BUTTONS: [Format, typeof IconBold, string][] = [
  ['bold', IconBold, 'Control+B'],
  ['italic', IconItalic, 'Control+I'],
  ['strike', IconStrikethrough, 'Control+Shift+X'],
  ['code', IconCode, 'Control+E'],
  ['list', IconList, ''],
  ['numbers', IconListNumbers, ''],
  ['quote', IconQuote, ''],
];

/** What the keys do, for the pointer. One tab stop, and the field keeps its selection. */
export default function FormatBar({ onFormat }: { onFormat: (how: Format) => void }) {
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={chatTexts.formatting}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const buttons = [...event.currentTarget.querySelectorAll('button')];
        const from = buttons.indexOf(event.target as HTMLButtonElement);
        buttons[(from + step + buttons.length) % buttons.length]?.focus();
      }}
    >
      {BUTTONS.map(([how, Icon, keys], index) => (
        <button
          key={how}
          type="button"
          className={classes.button}
          tabIndex={index === 0 ? 0 : -1}
          aria-label={chatFormatTexts.formats[how]}
          aria-keyshortcuts={keys || undefined}
          title={chatFormatTexts.formatHint(chatFormatTexts.formats[how], keys)}
          // The keyboard of a phone stays up.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onFormat(how)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
