import { NativeSelect, TextInput } from '@mantine/core';
import { resourceFormTexts } from '@/texts/bookingsManage.ts';
import { limitTexts as texts } from '@/texts/bookingsRules.ts';
import { relationLabels } from '@/texts/entities.ts';
import { ANYBODY, blankQuota, MOST_QUOTAS, type QuotaForm } from '../limits.ts';
import { limitsSaid } from '../said.ts';
import { AddButton, Fold, type PartProps, put, RemoveButton, without } from './fieldTools.tsx';
import classes from './manage.module.css';
import { NumberInput } from './TimesFields.tsx';

/** How many at once, how many people, and how much somebody may book in a time. */
export function LimitFields(props: PartProps) {
  const { form, onChange, wrong } = props;
  const { quotas } = form;
  return (
    <Fold title={texts.title} said={limitsSaid(form)}>
      <div className={classes.pair}>
        <NumberInput
          {...props}
          field="maxConcurrent"
          label={texts.concurrent}
          hint={texts.concurrentHint}
        />
        <NumberInput
          {...props}
          field="maxParticipants"
          label={resourceFormTexts.participants}
          hint={resourceFormTexts.participantsHint}
        />
      </div>
      {quotas.map((one, n) => (
        <QuotaFields
          key={one.key}
          n={n}
          one={one}
          wrong={wrong}
          onChange={(patch) => onChange({ quotas: put(quotas, n, patch) })}
          onRemove={() => onChange({ quotas: without(quotas, n) })}
        />
      ))}
      {quotas.length < MOST_QUOTAS && (
        <AddButton
          label={texts.add}
          onClick={() => onChange({ quotas: [...quotas, blankQuota()] })}
        />
      )}
    </Fold>
  );
}

type QuotaFieldsProps = Pick<PartProps, 'wrong'> & {
  n: number;
  one: QuotaForm;
  onChange: (patch: Partial<QuotaForm>) => void;
  onRemove: () => void;
};

function QuotaFields({ n, one, wrong, onChange, onRemove }: QuotaFieldsProps) {
  const at = `quotas[${n}]`;
  const select = (
    field: 'unit' | 'per' | 'holder' | 'scope' | 'relation',
    label: string,
    labels: [string, string][],
  ) => (
    <NativeSelect
      name={`${at}.${field}`}
      label={label}
      data={labels.map(([value, words]) => ({ value, label: words }))}
      value={one[field]}
      error={wrong(`${at}.${field}`)}
      onChange={({ currentTarget }) =>
        onChange({ [field]: currentTarget.value } as Partial<QuotaForm>)
      }
    />
  );
  // A group is only offered where one is named already.
  const scopes = Object.entries(texts.scopes).filter(
    ([scope]) => scope !== 'GROUP' || one.scope === 'GROUP',
  );
  const all = one.holder === 'RELATION' ? texts.choose : texts.anyRelation;
  return (
    <fieldset className={classes.group}>
      <legend>{texts.legend(n + 1)}</legend>
      <div className={classes.pair}>
        <TextInput
          name={`${at}.limit`}
          label={texts.limit}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={one.limit}
          error={wrong(`${at}.limit`)}
          onChange={({ currentTarget }) => onChange({ limit: currentTarget.value })}
        />
        {select('unit', texts.unit, Object.entries(texts.units))}
        {select('per', texts.per, Object.entries(texts.periods))}
      </div>
      <div className={classes.pair}>
        {select('holder', texts.holder, Object.entries(texts.holders))}
        {select('relation', texts.relation, [[ANYBODY, all], ...Object.entries(relationLabels)])}
        {select('scope', texts.scope, scopes)}
      </div>
      <RemoveButton label={resourceFormTexts.removeOf(texts.legend(n + 1))} onClick={onRemove} />
    </fieldset>
  );
}
