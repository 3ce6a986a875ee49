import { NativeSelect, TextInput } from '@mantine/core';
import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { priceRuleTexts } from '@/texts/bookingsRules.ts';
import { entityTypeLabels } from '@/texts/entities.ts';
import { blankClass, type ClassForm } from '../prices.ts';
import { pricesSaid } from '../said.ts';
import { AddButton, Fold, type PartProps, put, RemoveButton, without } from './fieldTools.tsx';
import classes from './manage.module.css';
import { PriceRules } from './PriceRules.tsx';

const NAME = 80;
const MOST = 20;
const VAT = [0, 6, 12, 25];

/** What it costs, for whom; none: nothing. */
export function PriceFields({ form: { priceClasses }, onChange, wrong }: PartProps) {
  return (
    <Fold title={texts.price} said={pricesSaid(priceClasses)}>
      {priceClasses.map((one, n) => (
        <ClassFields
          key={one.key}
          n={n}
          one={one}
          wrong={wrong}
          onChange={(patch) => onChange({ priceClasses: put(priceClasses, n, patch) })}
          onRemove={() => onChange({ priceClasses: without(priceClasses, n) })}
        />
      ))}
      {priceClasses.length < MOST && (
        <AddButton
          label={texts.addClass}
          onClick={() => onChange({ priceClasses: [...priceClasses, blankClass()] })}
        />
      )}
    </Fold>
  );
}

type ClassFieldsProps = Pick<PartProps, 'wrong'> & {
  n: number;
  one: ClassForm;
  onChange: (patch: Partial<ClassForm>) => void;
  onRemove: () => void;
};

function ClassFields({ n, one, wrong, onChange, onRemove }: ClassFieldsProps) {
  const at = `priceClasses[${n}]`;
  return (
    <fieldset className={classes.group}>
      <legend>{texts.priceClass(n + 1)}</legend>
      <div className={classes.pair}>
        <TextInput
          name={`${at}.name`}
          label={texts.className}
          description={texts.classHint}
          maxLength={NAME}
          value={one.name}
          error={wrong(`${at}.name`)}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <TextInput
          name={`${at}.base`}
          label={texts.perHour}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={one.perHour}
          error={wrong(`${at}.base`)}
          onChange={({ currentTarget }) => onChange({ perHour: currentTarget.value })}
        />
        <NativeSelect
          name={`${at}.vatRate`}
          label={texts.vat}
          data={VAT.map((rate) => ({ value: String(rate), label: texts.percent(rate) }))}
          value={one.vatRate}
          error={wrong(`${at}.vatRate`)}
          onChange={({ currentTarget }) => onChange({ vatRate: currentTarget.value })}
        />
      </div>
      <PriceRules at={at} one={one} wrong={wrong} onChange={onChange} />
      <details className={classes.who} open={isForSome(one)}>
        <summary>{texts.classFor}</summary>
        <RelationTypesField
          name={`${at}.relationTypes.${one.key}`}
          label={texts.classFor}
          hint={texts.classAll}
          chosen={one.relationTypes}
          all
          error={wrong(`${at}.relationTypes`)}
        />
        <EntityTypes {...{ one, onChange }} />
      </details>
      <RemoveButton label={texts.removeOf(texts.priceClass(n + 1))} onClick={onRemove} />
    </fieldset>
  );
}

/** As it was read: what is ticked meanwhile folds nothing away. */
const isForSome = ({ old }: ClassForm) =>
  old !== null && old.relationTypes.length + old.entityTypes.length > 0;

function EntityTypes({ one, onChange }: Pick<ClassFieldsProps, 'one' | 'onChange'>) {
  const types = Object.entries(entityTypeLabels) as [ClassForm['entityTypes'][number], string][];
  return (
    <fieldset className={classes.checks}>
      <legend>{priceRuleTexts.forTypes}</legend>
      {types.map(([type, label]) => (
        <label key={type} className={classes.check}>
          <input
            type="checkbox"
            checked={one.entityTypes.includes(type)}
            onChange={({ currentTarget }) =>
              onChange({
                entityTypes: currentTarget.checked
                  ? [...one.entityTypes, type]
                  : one.entityTypes.filter((other) => other !== type),
              })
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
