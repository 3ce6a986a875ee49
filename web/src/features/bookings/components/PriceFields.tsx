import { NativeSelect, TextInput } from '@mantine/core';
import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { blankClass, type FreeMode } from '../form.ts';
import { AddButton, Part, type PartProps, put, RemoveButton, without } from './fieldTools.tsx';
import classes from './manage.module.css';
import { NumberInput } from './TimesFields.tsx';

const NAME = 80;
const VAT = [0, 6, 12, 25];

/** What it costs, for whom; none: nothing. */
export function PriceFields({ form: { priceClasses }, onChange, wrong }: PartProps) {
  return (
    <Part title={texts.price}>
      {priceClasses.length === 0 && <p className={classes.faint}>{texts.free}</p>}
      {priceClasses.map((one, n) => {
        const at = `priceClasses[${n}]`;
        const change = (patch: Partial<typeof one>) =>
          onChange({ priceClasses: put(priceClasses, n, patch) });
        const hasMore =
          one.old !== null &&
          one.old.days.length + one.old.schedules.length + one.old.hours.length > 0;
        return (
          <fieldset key={one.key} className={classes.group}>
            <legend>{texts.priceClass(n + 1)}</legend>
            <div className={classes.pair}>
              <TextInput
                name={`${at}.name`}
                label={texts.className}
                description={texts.classHint}
                maxLength={NAME}
                value={one.name}
                error={wrong(`${at}.name`)}
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
              <TextInput
                name={`${at}.base`}
                label={texts.perHour}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={one.perHour}
                error={wrong(`${at}.base`)}
                onChange={({ currentTarget }) => change({ perHour: currentTarget.value })}
              />
              <NativeSelect
                name={`${at}.vatRate`}
                label={texts.vat}
                data={VAT.map((rate) => ({ value: String(rate), label: texts.percent(rate) }))}
                value={one.vatRate}
                error={wrong(`${at}.vatRate`)}
                onChange={({ currentTarget }) => change({ vatRate: currentTarget.value })}
              />
            </div>
            {hasMore && <p className={classes.faint}>{texts.weekdayPrices}</p>}
            <details className={classes.who} open={one.relationTypes.length > 0}>
              <summary>{texts.classFor}</summary>
              <RelationTypesField
                name={`${at}.relationTypes.${one.key}`}
                label={texts.classFor}
                hint={texts.classAll}
                chosen={one.relationTypes}
                all
                error={wrong(`${at}.relationTypes`)}
              />
            </details>
            <RemoveButton
              label={texts.removeOf(texts.priceClass(n + 1))}
              onClick={() => onChange({ priceClasses: without(priceClasses, n) })}
            />
          </fieldset>
        );
      })}
      <AddButton
        label={texts.addClass}
        onClick={() => onChange({ priceClasses: [...priceClasses, blankClass()] })}
      />
    </Part>
  );
}

/** What cancelling and not coming cost. */
export function TermFields(props: PartProps) {
  const { form, onChange, wrong } = props;
  const isCounted = form.free !== 'always' && form.free !== 'never';
  return (
    <Part title={texts.cancelling}>
      <div className={classes.pair}>
        <NativeSelect
          name="free"
          label={texts.cancelFree}
          data={Object.entries(texts.freeModes).map(([value, label]) => ({ value, label }))}
          value={form.free}
          onChange={({ currentTarget }) => onChange({ free: currentTarget.value as FreeMode })}
        />
        {isCounted && <NumberInput {...props} field="freeCount" label={texts.freeCount} />}
      </div>
      <div className={classes.pair}>
        {form.free !== 'always' && (
          <TextInput
            name="cancellation.share"
            label={texts.share}
            inputMode="numeric"
            value={form.share}
            error={wrong('cancellation.share')}
            onChange={({ currentTarget }) => onChange({ share: currentTarget.value })}
          />
        )}
        <TextInput
          name="cancellation.noShow.share"
          label={texts.noShow}
          inputMode="numeric"
          value={form.noShow}
          error={wrong('cancellation.noShow.share')}
          onChange={({ currentTarget }) => onChange({ noShow: currentTarget.value })}
        />
      </div>
    </Part>
  );
}
