import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MomentField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { momentOf } from '@/area/moments.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { ErrorState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { capital } from '@/lib/dates.ts';
import { todayHere } from '@/lib/zone.ts';
import { myDayTexts } from '@/texts/tasks.ts';
import { reminderTexts as texts } from '@/texts/tasksPage.ts';
import { remindersKey, remindersQuery, taskCalls } from '../api.ts';
import { choicesFor, choiceWords, reminderWords } from '../reminders.ts';
import type { Reminder, ReminderDraft, Task } from '../types.ts';
import { useReminderActs } from '../useReminderActs.ts';
import classes from './page.module.css';
import common from './tasks.module.css';

const FIRED = 1;
const ACKNOWLEDGED = 2;

/** One's own reminders of a task. */
export function Reminders({ task }: { task: Task }) {
  const { data, error, refetch } = useQuery(remindersQuery({ task: task.idTask }));
  const [adds, setAdds] = useState(false);
  return (
    <section className={common.section} aria-labelledby="reminders">
      <div className={common.head}>
        <h2 id="reminders">{texts.title}</h2>
        <Button variant="default" size="sm" onClick={() => setAdds(true)}>
          {texts.add}
        </Button>
      </div>
      <p className={common.faint}>{data?.length === 0 ? texts.none : texts.lead}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className={classes.lines}>
          {data.map((one) => (
            <li key={one.idTaskReminder}>
              <Row reminder={one} />
            </li>
          ))}
        </ul>
      )}
      {adds && <AddDialog task={task} onClose={() => setAdds(false)} />}
    </section>
  );
}

function Row({ reminder }: { reminder: Reminder }) {
  const { acknowledge, snooze, remove } = useReminderActs();
  const words = reminderWords(reminder, todayHere());
  const { status, txTitle } = reminder;
  return (
    <div className={classes.reminder}>
      <span>
        {capital(words)}
        {status === FIRED && `, ${texts.rung}`}
        {status === ACKNOWLEDGED && `, ${texts.past}`}
      </span>
      <span className={classes.tools}>
        {status === FIRED && (
          <>
            <Button
              size="sm"
              variant="light"
              aria-label={myDayTexts.acknowledgeName(txTitle)}
              onClick={() => acknowledge(reminder)}
            >
              {texts.acknowledge}
            </Button>
            <Button
              size="sm"
              variant="default"
              aria-label={myDayTexts.snoozeName(txTitle)}
              onClick={() => snooze(reminder, Date.now())}
            >
              {texts.snooze}
            </Button>
          </>
        )}
        <Button
          size="sm"
          variant="subtle"
          aria-label={texts.remove(words)}
          onClick={() => remove(reminder)}
        >
          {texts.take}
        </Button>
      </span>
    </div>
  );
}

const OWN = 'own';

/** Before it is due, when it begins, or at a moment of one's own. */
function AddDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const client = useQueryClient();
  const choices = choicesFor(task);
  const [chosen, setChosen] = useState(choices.length > 0 ? '0' : OWN);
  function draftOf(values: FormData): ReminderDraft {
    const choice = choices[Number(chosen)];
    if (chosen !== OWN && choice) return { idTask: task.idTask, ...choice };
    return { idTask: task.idTask, at: Date.parse(momentOf(values, 'at') ?? '') };
  }
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <Form
        check={(values) =>
          chosen === OWN && !momentOf(values, 'at') ? { at: texts.noMoment } : {}
        }
        send={(values, key) => taskCalls.remind(draftOf(values), key)}
        done={() => {
          void client.invalidateQueries({ queryKey: remindersKey });
          toast({ type: 'success', message: texts.added });
          onClose();
        }}
        submit={texts.save}
        onCancel={onClose}
      >
        {(field) => (
          <>
            <NativeSelect
              label={texts.when}
              data={[
                ...choices.map((choice, n) => ({
                  value: String(n),
                  label: capital(choiceWords(choice)),
                })),
                { value: OWN, label: texts.own },
              ]}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              data-autofocus
              {...field('relativeTo')}
            />
            {chosen === OWN && (
              <MomentField label={texts.moment} minDate={todayHere()} {...field('at')} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
