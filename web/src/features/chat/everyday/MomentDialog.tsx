import type { ReactNode } from 'react';
import { MomentField } from '@/area/DateField.tsx';
import { type Field, Form } from '@/area/Form.tsx';
import { momentOf } from '@/area/moments.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { fieldTexts } from '@/texts/area.ts';
import { saveTexts as texts } from '@/texts/everyday.ts';
import classes from './everyday.module.css';
import { firstGuess } from './moments.ts';

interface Props {
  title: string;
  submit: string;
  /** RFC 3339; without: tomorrow at eight. */
  first?: string;
  onClose: () => void;
  /** The dialog closes once it is done; what it throws is shown in it. */
  onChosen: (at: Date, values: FormData) => Promise<void>;
  /** What else is asked, above the moment. */
  children?: (field: Field) => ReactNode;
}

/** A moment of one's own, for what is to happen later. */
export default function MomentDialog({ title, submit, first, onClose, onChosen, children }: Props) {
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
        send={(values) => onChosen(new Date(momentOf(values, 'at') ?? Number.NaN), values)}
        done={onClose}
      >
        {(field) => (
          <>
            {children?.(field)}
            <div className={classes.moment}>
              <MomentField
                label={texts.when}
                defaultValue={first ?? firstGuess(new Date())}
                {...field('at')}
              />
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
