import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { RadioList } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { settingTexts as texts } from '@/texts/vacationManage.ts';
import { settingsQuery, vacationAnew, vacationCalls } from '../api.ts';
import { employedOnly, groupKey, MOST_GROUPS } from '../forms.ts';
import { STALE } from '../said.ts';
import type { Group, HolidayYear, PartProps, Settings } from '../types.ts';
import { useEmployees } from '../useEmployees.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { Pending } from './Pending.tsx';
import classes from './vacation.module.css';

const KINDS = (['APRIL', 'CALENDAR'] as const).map((value) => ({
  value,
  label: texts.years[value],
  hint: texts.yearHints[value],
}));

type Open = { act: 'add' } | { act: 'edit' | 'remove'; group: Group };

/** When the holiday year begins, and of whom how many are to be present; for who manages the staff. */
export default function SettingsOf({ entity, settings }: PartProps) {
  const { idEntity } = entity;
  const client = useQueryClient();
  const employees = useEmployees(idEntity);
  const [open, setOpen] = useState<Open | null>(null);
  if (!employees.all) return <Pending {...employees} />;
  const everybody = employees.all;
  const close = () => setOpen(null);
  /** What the others are is sent as it was read, but for those who are no longer employed, whom the server refuses. */
  const save = (change: Partial<Settings>) => {
    const next = { ...settings, ...change };
    return vacationCalls.saveSettings(idEntity, {
      ...next,
      groups: employedOnly(next.groups, everybody),
    });
  };
  const saved = async (now: Settings, said: string) => {
    client.setQueryData(settingsQuery(idEntity).queryKey, now);
    close();
    toast({ type: 'success', message: said });
    await vacationAnew(client);
  };
  const reload = () => client.invalidateQueries(settingsQuery(idEntity));
  const { groups } = settings;
  return (
    <div className={classes.stack}>
      <YearForm key={settings.version} settings={settings} save={save} onSaved={saved} />
      <section className={classes.section} aria-labelledby="groups">
        <h2 id="groups">{texts.groups}</h2>
        <p className={classes.faint}>{texts.groupsHint}</p>
        {groups.length === 0 && <p>{texts.noGroups}</p>}
        {groups.length > 0 && (
          <ul className={classes.list} aria-labelledby="groups">
            {groups.map((group) => (
              <GroupRow
                key={groupKey(group.id)}
                group={group}
                onAct={(act) => setOpen({ act, group })}
              />
            ))}
          </ul>
        )}
        {groups.length < MOST_GROUPS ? (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setOpen({ act: 'add' })}
            >
              {texts.newGroup}
            </Button>
          </div>
        ) : (
          <p className={classes.faint}>{texts.mostGroups(MOST_GROUPS)}</p>
        )}
      </section>
      {open && open.act !== 'remove' && (
        <GroupDialog
          groups={groups}
          employees={everybody}
          save={(next) => save({ groups: next })}
          onSaved={saved}
          onReload={async () => {
            await reload();
            close();
          }}
          onClose={close}
          {...('group' in open && { old: open.group })}
        />
      )}
      {open?.act === 'remove' && (
        <ConfirmCall
          title={texts.removeTitle(open.group.name)}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={() => save({ groups: groups.filter((one) => one !== open.group) })}
          said={texts.removed}
          onDone={(now) => {
            client.setQueryData(settingsQuery(idEntity).queryKey, now);
          }}
          onClose={() => {
            close();
            void vacationAnew(client);
          }}
        />
      )}
    </div>
  );
}

type YearFormProps = {
  settings: Settings;
  save: (change: Partial<Settings>) => Promise<Settings>;
  onSaved: (now: Settings, said: string) => Promise<void>;
};

function YearForm({ settings, save, onSaved }: YearFormProps) {
  const { submit, pending, message, code } = useSubmit<Settings>({
    send: (values) => save({ holidayYear: textOf(values, 'holidayYear') as HolidayYear }),
    done: (now) => onSaved(now, texts.saved),
  });
  return (
    <form className={classes.framed} onSubmit={submit} noValidate aria-label={texts.yearTitle}>
      <RadioList
        label={texts.year}
        name="holidayYear"
        options={KINDS}
        defaultValue={settings.holidayYear}
      />
      <FormAlert message={code === STALE ? texts.stale : message} />
      <div>
        <Button type="submit" loading={pending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

type GroupRowProps = { group: Group; onAct: (act: 'edit' | 'remove') => void };

function GroupRow({ group: { name, users, minimum }, onAct }: GroupRowProps) {
  return (
    <li className={classes.row}>
      <span>
        <strong dir="auto">{name}</strong>
        <span className={classes.faint}> {texts.about(users.length, minimum)}</span>
      </span>
      <span className={classes.acts}>
        <Button variant="default" aria-label={texts.editOf(name)} onClick={() => onAct('edit')}>
          {texts.edit}
        </Button>
        <Button variant="default" aria-label={texts.removeOf(name)} onClick={() => onAct('remove')}>
          {texts.remove}
        </Button>
      </span>
    </li>
  );
}
