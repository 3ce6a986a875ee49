import { type ReactNode, useState } from 'react';
import { MomentField } from '@/area/DateField.tsx';
import { type Field, Form } from '@/area/Form.tsx';
import { momentOf, partsOf } from '@/area/moments.ts';
import { RepeatFields } from '@/area/RepeatFields.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { repeatOf, ruleOf } from '@/lib/repeat.ts';
import { HOME_ZONE, wallOf } from '@/lib/zone.ts';
import { fieldTexts } from '@/texts/area.ts';
import { saveTexts as texts } from '@/texts/everyday.ts';
import classes from './everyday.module.css';
import { firstGuess } from './moments.ts';

interface Props {
  title: string;
  submit: string;
  /** RFC 3339; without: tomorrow at eight. */
  first?: string;
  /** How it is repeated; null: it is not. Without: that is not asked. */
  rrule?: string | null;
  onClose: () => void;
  /** The dialog closes once it is done; what it throws is shown in it. */
  onChosen: (at: Date, values: FormData, rrule: string | null) => Promise<void>;
  /** What else is asked, above the moment. */
  children?: (field: Field) => ReactNode;
}

/** Rules are counted by the clock in Sweden. */
const homeDay = (moment: string) => wallOf(moment, HOME_ZONE).date;

/** A moment of one's own, for what is to happen later. */
export default function MomentDialog(props: Props) {
  const { title, submit, rrule, onClose, onChosen, children } = props;
  const [first] = useState(() => props.first ?? firstGuess(new Date()));
  const [day, setDay] = useState(partsOf(first).date);
  const [repeat, setRepeat] = useState(() => repeatOf(rrule ?? null, homeDay(first), HOME_ZONE));
  const wrong = (values: FormData) => {
    const at = momentOf(values, 'at');
    if (!at) return fieldTexts.wrongMoment;
    return Date.parse(at) <= Date.now() ? texts.late : undefined;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={submit}
        onCancel={onClose}
        check={(values) => ({ at: wrong(values) })}
        send={(values) => {
          const at = new Date(momentOf(values, 'at') ?? Number.NaN);
          return onChosen(at, values, ruleOf(repeat, homeDay(at.toISOString())));
        }}
        done={onClose}
      >
        {(field) => (
          <>
            {children?.(field)}
            <div className={classes.moment}>
              <MomentField
                label={texts.when}
                defaultValue={first}
                onDay={(chosen) => chosen && setDay(chosen)}
                {...field('at')}
              />
            </div>
            {rrule !== undefined && (
              <RepeatFields
                repeat={repeat}
                onChange={setRepeat}
                day={day}
                zone={HOME_ZONE}
                {...field('rrule')}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
