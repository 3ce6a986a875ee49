import { NativeSelect, TextInput } from '@mantine/core';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { termTexts } from '@/texts/bookingsRules.ts';
import { termsSaid } from '../said.ts';
import type { FreeMode, NoShowMode } from '../terms.ts';
import { Fold, type PartProps } from './fieldTools.tsx';
import classes from './manage.module.css';
import { NumberInput } from './TimesFields.tsx';

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What cancelling and not coming cost. */
export function TermFields(props: PartProps) {
  const { form, onChange, wrong } = props;
  const isCounted = form.free !== 'always' && form.free !== 'never';
  return (
    <Fold title={texts.cancelling} said={termsSaid(form)}>
      <div className={classes.pair}>
        <NativeSelect
          name="free"
          label={texts.cancelFree}
          data={choices(texts.freeModes)}
          value={form.free}
          onChange={({ currentTarget }) => onChange({ free: currentTarget.value as FreeMode })}
        />
        {isCounted && <NumberInput {...props} field="freeCount" label={texts.freeCount} />}
        {form.free !== 'always' && (
          <TextInput
            name="cancellation.share"
            label={form.free === 'never' ? texts.shareAlways : texts.share}
            inputMode="numeric"
            value={form.share}
            error={wrong('cancellation.share')}
            onChange={({ currentTarget }) => onChange({ share: currentTarget.value })}
          />
        )}
      </div>
      <div className={classes.pair}>
        <NativeSelect
          name="noShow"
          label={termTexts.noShow}
          data={choices(termTexts.noShowModes)}
          value={form.noShow}
          onChange={({ currentTarget }) => onChange({ noShow: currentTarget.value as NoShowMode })}
        />
        {form.noShow === 'share' && (
          <TextInput
            name="cancellation.noShow.share"
            label={termTexts.noShowShare}
            inputMode="numeric"
            value={form.noShowShare}
            error={wrong('cancellation.noShow.share')}
            onChange={({ currentTarget }) => onChange({ noShowShare: currentTarget.value })}
          />
        )}
        {form.noShow === 'sum' && (
          <TextInput
            name="cancellation.noShow.sum"
            label={termTexts.noShowSum}
            description={termTexts.noShowSumHint}
            inputMode="decimal"
            value={form.noShowSum}
            error={wrong('cancellation.noShow.sum')}
            onChange={({ currentTarget }) => onChange({ noShowSum: currentTarget.value })}
          />
        )}
      </div>
    </Fold>
  );
}
