import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { Toggle } from '@/components/choices.tsx';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { PUBLIC } from '../form.ts';
import { Check, Part, type PartProps } from './fieldTools.tsx';
import { NumberInput } from './TimesFields.tsx';

const AVAILABLE = '1';

/** Who may book, and what happens then. */
export function RuleFields(props: PartProps) {
  const { form, onChange, wrong } = props;
  const isPublic = form.whoMayBook.includes(PUBLIC);
  return (
    <Part title={texts.rules}>
      <Check
        label={texts.everybody}
        checked={isPublic}
        onChange={(on) =>
          onChange({
            whoMayBook: on
              ? [...form.whoMayBook, PUBLIC]
              : form.whoMayBook.filter((one) => one !== PUBLIC),
          })
        }
      />
      {/* Kept in the page, so that what was chosen is not lost. */}
      <div hidden={isPublic}>
        <RelationTypesField
          name="whoMayBook"
          label={texts.who}
          hint={texts.whoHint}
          chosen={form.whoMayBook}
          error={wrong('whoMayBook')}
        />
      </div>
      {/* Nobody books what cannot be booked; what was chosen is kept for when it can. */}
      {form.status === AVAILABLE && (
        <Toggle
          label={texts.guests}
          hint={form.priceClasses.length > 0 ? texts.guestsPay : texts.guestsHint}
          checked={form.guests}
          onChange={(guests) => onChange({ guests })}
        />
      )}
      <Toggle
        label={texts.approval}
        hint={texts.approvalHint}
        checked={form.requiresApproval}
        onChange={(requiresApproval) => onChange({ requiresApproval })}
      />
      <Toggle
        label={texts.checkIn}
        hint={texts.checkInHint}
        checked={form.enableCheckIn}
        onChange={(enableCheckIn) => onChange({ enableCheckIn })}
      />
      {form.enableCheckIn && (
        <NumberInput
          {...props}
          field="autoReleaseMinutes"
          label={texts.release}
          hint={texts.releaseHint}
        />
      )}
    </Part>
  );
}
