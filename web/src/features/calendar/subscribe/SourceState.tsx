import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { dateOf } from '@/lib/dates.ts';
import { sourceTexts as texts } from '@/texts/subscribe.ts';
import { calendarCalls, calendarsQuery } from '../api.ts';
import type { Calendar } from '../types.ts';
import { useNow } from '../useCalendar.ts';
import { stateOf } from './source.ts';
import classes from './subscribe.module.css';

/** How it stands with a calendar from elsewhere, and a way to have it fetched now. */
export function SourceState({ calendar }: { calendar: Calendar }) {
  const client = useQueryClient();
  const now = useNow();
  const refresh = useMutation({
    mutationFn: () => calendarCalls.refresh(calendar.calendarUUID),
    onSuccess: () => client.invalidateQueries({ queryKey: calendarsQuery.queryKey }),
  });
  const { sourceState: state } = calendar;
  if (!state) return null;
  const { failure, skipped } = state;
  return (
    <section className={classes.source} aria-label={texts.state}>
      <div className={classes.stateRow}>
        <p role="status">{stateOf(calendar, Math.max(now.getTime(), Date.now()))}</p>
        <Button
          size="compact-md"
          variant="default"
          loading={refresh.isPending || state.fetching}
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => refresh.mutate()}
        >
          {failure ? texts.again : texts.now}
        </Button>
      </div>
      <FormAlert
        message={failure ? failure.text : null}
        hint={
          failure &&
          [texts.since(dateOf(failure.since)), state.nextFetch ? texts.kept : texts.stopped].join(
            ' ',
          )
        }
      />
      {refresh.error && <FormAlert message={messageOf(refresh.error)} />}
      {skipped.length > 0 && (
        <details>
          <summary>{texts.skipped(skipped.length)}</summary>
          <ul className={classes.left}>
            {skipped.map(({ uid, title, message }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may say the same twice
              <li key={`${uid} ${n}`}>
                <strong dir="auto">{title || texts.untitled}</strong> {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
