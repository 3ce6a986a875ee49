import { IconMoodEdit } from '@tabler/icons-react';
import type { OwnStatus } from '@/api/types.ts';
import { openStatus } from '@/commands/events.ts';
import { statusMarkTexts as texts } from '@/texts/shell.ts';
import { standing } from './api.ts';
import { wordsOf } from './store.ts';

interface Props {
  className: string | undefined;
  status: OwnStatus | null | undefined;
  onChosen?: () => void;
}

/** In a menu: what I say of myself now, and the way to say something else. */
export function StatusItem({ className, status, onChosen }: Props) {
  const said = standing(status, Date.now());
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onChosen?.();
        openStatus('status');
      }}
    >
      <IconMoodEdit size={20} stroke={1.75} aria-hidden="true" />
      {said
        ? texts.said(wordsOf({ text: said.text ?? null, emoji: said.emoji ?? null }))
        : texts.set}
    </button>
  );
}
