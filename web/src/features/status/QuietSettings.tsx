import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@/api/types.ts';
import { TimeField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { isTime } from '@/area/moments.ts';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { quietTexts as texts } from '@/texts/status.ts';
import { NO_HOURS, setQuiet } from './api.ts';
import { QuietNow } from './QuietNow.tsx';
import classes from './status.module.css';

/** When I am left alone: now, and in hours that come again. */
export function QuietSettings({ me }: { me: User }) {
  const client = useQueryClient();
  const held = me.quiet ?? NO_HOURS;
  const wrong = (values: FormData, name: string) =>
    isTime(textOf(values, name)) ? undefined : texts.wrongTime;
  return (
    <Card id="quiet" title={texts.settings} text={texts.hint}>
      <QuietNow />
      <Form
        submit={texts.save}
        check={(values) => ({ from: wrong(values, 'from'), to: wrong(values, 'to') })}
        send={(values) =>
          setQuiet(client, {
            days: values.getAll('days').map(Number),
            from: textOf(values, 'from'),
            to: textOf(values, 'to'),
          })
        }
        done={() => toast({ type: 'success', message: texts.saved })}
      >
        {(field) => (
          <fieldset className={classes.hours}>
            <legend>{texts.hours}</legend>
            <p className={classes.hint}>{texts.hoursHint}</p>
            <fieldset className={classes.days}>
              <legend>{texts.days}</legend>
              {texts.dayNames.map((name, at) => (
                <label key={name} className={classes.day}>
                  <input
                    type="checkbox"
                    name="days"
                    value={at + 1}
                    defaultChecked={held.days.includes(at + 1)}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
            <div className={classes.times}>
              <TimeField label={texts.from} defaultValue={held.from} {...field('from')} />
              <TimeField label={texts.to} defaultValue={held.to} {...field('to')} />
            </div>
          </fieldset>
        )}
      </Form>
    </Card>
  );
}
