import { IconMoodEdit, IconMoonStars } from '@tabler/icons-react';
import type { User } from '@/api/types.ts';
import { openStatus, type StatusWish } from '@/commands/events.ts';
import { clockTime } from '@/lib/times.ts';
import { statusMarkTexts as texts } from '@/texts/shell.ts';
import { quietUntil, standing } from './api.ts';
import { wordsOf } from './store.ts';

interface Props {
  className: string | undefined;
  me: User | undefined;
  onChosen?: () => void;
}

/** In a menu: what I say of myself now and until when I am left alone, and the ways to change that. */
export function StatusItems({ className, me, onChosen }: Props) {
  const now = Date.now();
  const said = standing(me?.status, now);
  const until = quietUntil(me?.quiet, now);
  const open = (what: StatusWish) => () => {
    onChosen?.();
    openStatus(what);
  };
  return (
    <>
      <button type="button" className={className} onClick={open('status')}>
        <IconMoodEdit size={20} stroke={1.75} aria-hidden="true" />
        {said
          ? texts.said(wordsOf({ text: said.text ?? null, emoji: said.emoji ?? null }))
          : texts.set}
      </button>
      <button type="button" className={className} onClick={open('quiet')}>
        <IconMoonStars size={20} stroke={1.75} aria-hidden="true" />
        {until ? texts.quietUntil(clockTime(until)) : texts.quiet}
      </button>
    </>
  );
}
