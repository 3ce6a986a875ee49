import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { filterTexts as texts } from '@/texts/subscribe.ts';
import { useGroups } from '../useCalendar.ts';
import classes from './filters.module.css';
import { type EventFilter, filterCalls, isChosen, useFilters } from './filters.ts';

type FilterDialogProps = {
  /** null: a new one. */
  filter: EventFilter | null;
  onClose: () => void;
};

const LONGEST = 100;

/** What a choice of calendars is called, and which are in it. */
export default function FilterDialog({ filter, onClose }: FilterDialogProps) {
  const { groups } = useGroups();
  const { changed } = useFilters();
  const [removing, setRemoving] = useState(false);
  if (filter && removing) {
    return (
      <ConfirmCall
        danger
        title={texts.removeTitle(filter.name)}
        text={texts.removeText}
        action={texts.remove}
        call={() => filterCalls.remove(filter.idFilter)}
        said={texts.removed}
        onDone={() => void changed()}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={filter ? texts.changeTitle : texts.createTitle} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({
          name: textOf(values, 'name') ? undefined : texts.nameMissing,
          rules: values.has('calendar') ? undefined : texts.calendarsMissing,
        })}
        send={(values, key) => {
          const draft = {
            name: textOf(values, 'name'),
            isActive: values.has('isActive'),
            rules: values.getAll('calendar').map((uuid) => ({ calendarUUID: String(uuid) })),
          };
          return filter
            ? filterCalls.change(filter.idFilter, draft)
            : filterCalls.create(draft, key);
        }}
        done={async () => {
          onClose();
          toast({ type: 'success', message: texts.saved });
          await changed();
        }}
      >
        {(field) => {
          const { error } = field('rules');
          return (
            <>
              <TextInput
                label={texts.name}
                maxLength={LONGEST}
                defaultValue={filter?.name ?? ''}
                data-autofocus
                {...field('name')}
              />
              <fieldset className={classes.calendars}>
                <legend>{texts.calendars}</legend>
                {error && (
                  <p className={classes.wrong} role="alert">
                    {error}
                  </p>
                )}
                {groups.map(({ idEntity, name, calendars }) => (
                  <div key={idEntity ?? 'own'}>
                    <p className={classes.owner}>{name}</p>
                    {calendars.map((one) => (
                      <label key={one.calendarUUID} className={classes.check}>
                        <input
                          type="checkbox"
                          name="calendar"
                          value={one.calendarUUID}
                          defaultChecked={filter !== null && isChosen(filter, one.calendarUUID)}
                        />
                        {one.name}
                      </label>
                    ))}
                  </div>
                ))}
              </fieldset>
              <label className={classes.check}>
                <input
                  type="checkbox"
                  name="isActive"
                  defaultChecked={filter ? filter.isActive : true}
                />
                {texts.use}
              </label>
            </>
          );
        }}
      </Form>
      {filter && (
        <Button variant="subtle" color="red" mt="md" onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      )}
    </Dialog>
  );
}
