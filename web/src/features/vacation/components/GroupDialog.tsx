import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { settingTexts as texts } from '@/texts/vacationManage.ts';
import { groupForm, withGroup, wrongGroup } from '../forms.ts';
import { STALE } from '../said.ts';
import type { Employee, Group, Settings } from '../types.ts';
import classes from './vacation.module.css';

const NAME = 80;

type GroupDialogProps = {
  groups: readonly Group[];
  employees: readonly Employee[];
  save: (groups: Group[]) => Promise<Settings>;
  onSaved: (now: Settings, said: string) => Promise<void>;
  onReload: () => Promise<void>;
  onClose: () => void;
  /** What is changed; without: a new one. */
  old?: Group;
};

/** A group: its name, who is in it, and how many of them are to be present. */
export function GroupDialog({ groups, employees, old, ...props }: GroupDialogProps) {
  const [form, setForm] = useState(() => groupForm(old));
  const people = useId();
  const others = groups.filter((one) => one !== old);
  const gone = form.users.filter((id) => !employees.some(({ user }) => user.id === id)).length;
  const change = (patch: Partial<typeof form>) => setForm((held) => ({ ...held, ...patch }));
  const { submit, pending, message, code, fieldError } = useSubmit<Settings>({
    check: () => wrongGroup(form, others),
    send: () => props.save(withGroup(groups, old, form)),
    done: (now) => props.onSaved(now, texts.saved),
  });
  const isStale = code === STALE;
  const tooMany = fieldError('users');
  return (
    <Dialog title={old ? texts.editGroup : texts.newGroup} onClose={props.onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormAlert message={isStale ? texts.stale : message} />
        {isStale && (
          <Button variant="default" onClick={() => void props.onReload()}>
            {texts.reload}
          </Button>
        )}
        <div className={classes.pair}>
          <TextInput
            name="name"
            label={texts.name}
            maxLength={NAME}
            autoComplete="off"
            value={form.name}
            error={fieldError('name')}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <TextInput
            name="minimum"
            label={texts.minimum}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={form.minimum}
            error={fieldError('minimum')}
            onChange={({ currentTarget }) => change({ minimum: currentTarget.value })}
          />
        </div>
        <fieldset className={classes.group} aria-describedby={`${people}-words`}>
          <legend>{texts.people}</legend>
          <p id={`${people}-words`} className={tooMany ? classes.wrong : classes.faint}>
            {tooMany ?? (gone > 0 ? texts.gone(gone) : employees.length === 0 && texts.noPeople)}
          </p>
          <div className={classes.boxes}>
            {employees.map(({ user }) => (
              <label key={user.id} className={classes.box}>
                <input
                  type="checkbox"
                  name="users"
                  value={user.id}
                  checked={form.users.includes(user.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({
                      users: checked
                        ? [...form.users, user.id]
                        : form.users.filter((id) => id !== user.id),
                    })
                  }
                />
                <span dir="auto">{user.displayName}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={classes.buttons}>
          <Button type="submit" loading={pending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
