import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RelationType } from '@/api/types.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { bookingCalls } from '../api.ts';
import { draftOf, formOf, PUBLIC, type ResourceForm, wrongIn } from '../form.ts';
import type { Bookable, Space } from '../types.ts';
import { AskFields } from './AskFields.tsx';
import { LimitFields } from './LimitFields.tsx';
import classes from './manage.module.css';
import { PriceFields } from './PriceFields.tsx';
import { RuleFields } from './RuleFields.tsx';
import { TermFields } from './TermFields.tsx';
import { TimesFields } from './TimesFields.tsx';
import { WhatFields } from './WhatFields.tsx';

type BookableFormProps = {
  idEntity: number;
  /** As it was read; null: a new one. */
  old: Bookable | null;
  spaces: readonly Space[];
  onDone: (bookable: Bookable) => void | Promise<void>;
  /** Somebody else has changed it: what stands now is wanted. */
  onReload?: () => void;
};

/** Who leads the organisation is no choice of the form: whoever is named among them stays. */
const LEADERS = ['OWNER', 'ADMINISTRATOR'];
/** It has changed since it was read, or at the same moment. */
export const isStaleCode = (code: string | null): boolean =>
  code === 'STALE' || code === 'MOVED_ON';

/** Those choices whose fields keep them themselves. */
function completed(form: ResourceForm, values: FormData): ResourceForm {
  const chosen = values.getAll('whoMayBook').map(String);
  const kept = form.whoMayBook.filter((one) => one === PUBLIC || LEADERS.includes(one));
  return {
    ...form,
    whoMayBook: [...new Set([...kept, ...chosen])],
    priceClasses: form.priceClasses.map((one, n) => ({
      ...one,
      relationTypes: values.getAll(`priceClasses[${n}].relationTypes.${one.key}`) as RelationType[],
    })),
  };
}

/** A bookable to be made or changed, in words of whoever looks after it. */
export function BookableForm({ idEntity, old, spaces, onDone, onReload }: BookableFormProps) {
  const [form, setForm] = useState(() => formOf(old, spaces));
  const onChange = (patch: Partial<ResourceForm>) => setForm((held) => ({ ...held, ...patch }));
  const { submit, pending, message, code, fieldError } = useSubmit<Bookable>({
    check: () => wrongIn(form),
    send: (values, key) => {
      const draft = draftOf(completed(form, values), idEntity, old);
      return old ? bookingCalls.change(old.idBookable, draft) : bookingCalls.create(draft, key);
    },
    done: onDone,
  });
  const part = { form, onChange, wrong: fieldError };
  const isStale = isStaleCode(code);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {/* What has no field of its own is another bookable too where it differs. */}
      <input type="hidden" name="all" value={JSON.stringify(form)} />
      <WhatFields {...part} spaces={spaces} isNew={old === null} />
      <TimesFields {...part} />
      <RuleFields {...part} />
      <PriceFields {...part} />
      {form.priceClasses.length > 0 && <TermFields {...part} />}
      <LimitFields {...part} />
      <AskFields {...part} />
      <FormAlert message={isStale ? texts.conflict : message} />
      <div className={classes.buttons}>
        {isStale && onReload && (
          <Button variant="default" onClick={onReload}>
            {texts.reload}
          </Button>
        )}
        <Button type="submit" loading={pending}>
          {old ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  );
}
