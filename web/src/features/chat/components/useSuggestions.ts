import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { loadPart } from '@/lib/loadPart.ts';
import type { EmojiEntry } from '../lib/completions.ts';
import { type Suggestion, type Trigger, triggerAt } from '../lib/mentions.ts';
import { ofComments } from '../paths.ts';
import { can, channelsQuery, membersQuery } from '../queries.ts';

type Part = typeof import('../lib/completions.ts');

const ASKED = 20;
const PAUSE_MS = 100;

/** Asked for when the first is written; without them nothing is completed, and writing goes on. */
const emojiQuery = queryOptions({
  queryKey: ['chat', 'emoji'],
  queryFn: async ({ signal }): Promise<EmojiEntry[]> => {
    const answer = await fetch(`${__EMOJI_BASE__}/sv/completions.json`, { signal });
    if (!answer.ok) throw new Error(`emoji: ${answer.status}`);
    return (await answer.json()) as EmojiEntry[];
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
});

/** Who, which channel or which emoji could be meant at the caret. */
export function useSuggestions(channel: Channel, me: number) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [index, setIndex] = useState(0);
  /** Esc closes for this @ only. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [query] = useDebouncedValue(trigger?.query ?? '', PAUSE_MS);
  const open = trigger !== null && trigger.start !== dismissed;
  const members = useQuery({
    ...membersQuery(channel, query, ASKED),
    enabled: open && trigger.sign === '@',
    placeholderData: keepPreviousData,
  });
  const everybody = can(channel, 'MODERATE');
  const emoji = useQuery({ ...emojiQuery, enabled: open && trigger.sign === ':' }).data;
  const channels = useQuery({
    ...channelsQuery(channel.workspaceId),
    enabled:
      open && trigger.sign === '#' && channel.workspaceId > 0 && !ofComments(channel.workspaceId),
  }).data;
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    // Without it nothing is completed, and writing goes on.
    if (open) loadPart(() => import('../lib/completions.ts')).then(setPart, () => {});
  }, [open]);
  const suggestions = useMemo<Suggestion[]>(() => {
    if (!open || !trigger || !part) return [];
    return part.suggestionsFor(trigger, { emoji, channels, members: members.data, everybody, me });
  }, [open, trigger, part, members.data, emoji, channels, everybody, me]);

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
