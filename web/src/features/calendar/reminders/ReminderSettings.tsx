import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { Card } from '@/components/Card.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { reminderTexts as texts } from '@/texts/engagement.ts';
import { reminderCalls, type UsualReminders, usualQuery } from './reminders.ts';
import { TimeChecks } from './TimeChecks.tsx';

/** When one is reminded of events of which nothing else is said. Saved as soon as it is chosen. */
export default function ReminderSettings() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(usualQuery);
  const save = useMutation({
    // One after the other: each says the whole.
    scope: { id: 'usual reminders' },
    mutationFn: (all: UsualReminders) => reminderCalls.setUsual(all),
    onSuccess: (held) => client.setQueryData(usualQuery.queryKey, held),
  });
  const [chosen, choose] = useChosen(save);
  const shown = chosen ?? data;
  return (
    <Card id="reminders" title={texts.usual} text={texts.usualText}>
      <FormAlert message={save.error ? messageOf(save.error) : null} />
      {error && !shown && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !shown && <LoadingState />}
      {shown && (
        <TimeChecks
          label={texts.which}
          times={shown}
          onChange={(change) => choose({ ...shown, ...change })}
        />
      )}
    </Card>
  );
}
