import { IconMoodPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { engagementTexts as texts } from '@/texts/engagement.ts';
import { engagementCalls, reactionsQuery } from './calls.ts';
import classes from './engagement.module.css';

const EmojiSheet = lazy(() =>
  loadPart(async () => (await import('@/features/chat/pickers.tsx')).emojiSheet()),
);

/** Who reacts with what, counted. */
export function Reactions({ eventUUID }: { eventUUID: string }) {
  const client = useQueryClient();
  const query = reactionsQuery(eventUUID);
  const { data: reactions = [] } = useQuery(query);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const react = useMutation({
    scope: { id: `reactions ${eventUUID}` },
    mutationFn: ({ emoji, on }: { emoji: string; on: boolean }) =>
      engagementCalls.react(eventUUID, emoji, on),
    onSuccess: (held) => client.setQueryData(query.queryKey, held),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
  });
  return (
    <div className={classes.reactions}>
      {reactions.length > 0 && (
        <ul aria-label={texts.reactions}>
          {reactions.map(({ emoji, count, me }) => (
            <li key={emoji}>
              <button
                type="button"
                className={classes.reaction}
                aria-pressed={me}
                onClick={() => react.mutate({ emoji, on: !me })}
              >
                {texts.reaction(emoji, count)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className={classes.reaction}
        aria-label={texts.react}
        title={texts.react}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <IconMoodPlus size={20} stroke={1.75} aria-hidden="true" />
      </button>
      <Suspense>
        {anchor && (
          <EmojiSheet
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onPick={(emoji) => {
              setAnchor(null);
              react.mutate({ emoji, on: true });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
