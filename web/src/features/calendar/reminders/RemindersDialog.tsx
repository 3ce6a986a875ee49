import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { reminderTexts as texts } from '@/texts/engagement.ts';
import classes from './reminders.module.css';
import {
  asKind,
  type EventReminders,
  type Kind,
  kindOf,
  reminderCalls,
  remindersQuery,
  usualQuery,
} from './reminders.ts';
import { TimeChecks } from './TimeChecks.tsx';

const KINDS: Kind[] = ['usual', 'custom', 'none'];

type RemindersDialogProps = { eventUUID: string; isSeries: boolean; onClose: () => void };

/** When one is reminded of an event. Saved as soon as it is chosen. */
export default function RemindersDialog({ eventUUID, isSeries, onClose }: RemindersDialogProps) {
  const client = useQueryClient();
  const query = remindersQuery(eventUUID);
  const { data, error, refetch } = useQuery(query);
  // One's own begin with what is usual: without it nothing can be chosen.
  const { data: usual, error: noUsual, refetch: refetchUsual } = useQuery(usualQuery);
  const failed = error ?? noUsual;
  const save = useMutation({
    // One after the other: each says the whole.
    scope: { id: `reminders ${eventUUID}` },
    mutationFn: (all: EventReminders) => reminderCalls.set(eventUUID, all),
    onSuccess: (held) => client.setQueryData(query.queryKey, held),
  });
  const [chosen, choose] = useChosen(save);
  const shown = usual && (chosen ?? data);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {failed && !shown && (
        <ErrorState error={failed} onRetry={() => void Promise.all([refetch(), refetchUsual()])} />
      )}
      {!failed && !shown && <LoadingState />}
      {shown && (
        <div className={classes.stack}>
          <FormAlert message={save.error ? messageOf(save.error) : null} />
          <RadioList
            label={texts.which}
            options={KINDS.map((value) => ({ value, ...texts.kinds[value] }))}
            value={kindOf(shown)}
            onChange={(kind) => choose(asKind(kind, shown, usual))}
          />
          {kindOf(shown) === 'custom' && (
            <TimeChecks
              label={texts.times}
              times={shown}
              onChange={(change) => choose({ ...shown, ...change })}
            />
          )}
          {isSeries && <p>{texts.ofSeries}</p>}
          <p className={classes.said} role="status">
            {save.isSuccess && texts.saved}
          </p>
          <p>
            <Link to="/settings#reminders">{texts.settings}</Link>
          </p>
        </div>
      )}
    </Dialog>
  );
}
