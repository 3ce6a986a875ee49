import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Card } from '@/components/Card.tsx';
import { RadioList } from '@/components/choices.tsx';
import { EmailField } from '@/components/fields.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { addTexts, contactsSaid } from '@/texts/contacts.ts';
import { contactCalls, GREETING_MAX } from '../api.ts';
import { inWords, sayContacts, useRefreshContacts } from '../useContactCall.ts';
import classes from './add.module.css';

const texts = addTexts.invite;
type By = 'email' | 'sms';

/** Somebody who may not be here yet; whether they are is not told. */
export function InviteForm() {
  const refresh = useRefreshContacts();
  const [by, setBy] = useState<By>('email');
  /** To whom the last one went: the form is empty again for the next. */
  const [sent, setSent] = useState<{ to: string; times: number }>({ to: '', times: 0 });
  const name = by === 'email' ? 'email' : 'phone';
  return (
    <Card id="invite" title={texts.title} text={texts.text}>
      <div className={classes.invite}>
        <RadioList
          label={texts.by}
          options={[
            { value: 'email', label: texts.email },
            { value: 'sms', label: texts.sms },
          ]}
          value={by}
          onChange={setBy}
        />
        <Form
          key={`${by}${sent.times}`}
          submit={texts.submit}
          check={(values) => ({
            [name]: textOf(values, name)
              ? undefined
              : by === 'email'
                ? texts.missingEmail
                : texts.missingPhone,
          })}
          send={async (values) => {
            const to = textOf(values, name);
            const call = by === 'email' ? contactCalls.inviteByEmail : contactCalls.inviteBySms;
            const said = await inWords(call(to, textOf(values, 'message')));
            return { to, said };
          }}
          done={({ to, said }) => {
            const specified = by === 'email' ? contactsSaid.inviteEmail : contactsSaid.inviteSms;
            setSent({ to, times: sent.times + 1 });
            sayContacts(said?.message || specified);
            void refresh();
          }}
        >
          {(field) => (
            <>
              {by === 'email' ? (
                <EmailField autoComplete="off" label={texts.address} {...field('email')} />
              ) : (
                <TextInput
                  type="tel"
                  inputMode="tel"
                  autoComplete="off"
                  label={texts.phone}
                  description={texts.phoneHint}
                  {...field('phone')}
                />
              )}
              <Textarea
                rows={3}
                maxLength={GREETING_MAX}
                label={texts.message}
                description={texts.messageHint}
                {...field('message')}
              />
            </>
          )}
        </Form>
        <p className={classes.faint} role="status">
          {sent.to && texts.sent(sent.to)}
        </p>
      </div>
    </Card>
  );
}
