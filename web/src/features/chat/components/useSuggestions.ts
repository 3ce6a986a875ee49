import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { type Suggestion, suggest, type Trigger, triggerAt } from '../lib/mentions.ts';
import { can, membersQuery } from '../queries.ts';

const ASKED = 20;
const PAUSE_MS = 100;

/** Who could be meant by the @ at the caret. */
export function useSuggestions(channel: Channel, me: number) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [index, setIndex] = useState(0);
  /** Esc closes for this @ only. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [query] = useDebouncedValue(trigger?.query ?? '', PAUSE_MS);
  const open = trigger !== null && trigger.start !== dismissed;
  const members = useQuery({
    ...membersQuery(channel.id, query, ASKED),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const everybody = can(channel, 'MODERATE');
  const suggestions = useMemo<Suggestion[]>(
    () => (open && trigger ? suggest(trigger.query, members.data ?? [], { everybody, me }) : []),
    [open, trigger, members.data, everybody, me],
  );

  return {
    trigger: open ? trigger : null,
    suggestions,
    index: Math.min(index, Math.max(suggestions.length - 1, 0)),
    move: (step: number) => {
      const count = suggestions.length;
      if (count > 0) setIndex((current) => (Math.min(current, count - 1) + step + count) % count);
    },
    /** After each input and each move of the caret. */
    update: (text: string, caret: number | null) => {
      const found = caret === null ? null : triggerAt(text, caret);
      setTrigger(found);
      if (found?.query !== trigger?.query || found?.start !== trigger?.start) setIndex(0);
      if (found === null) setDismissed(null);
    },
    dismiss: () => setDismissed(trigger?.start ?? null),
  };
}
