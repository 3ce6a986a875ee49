import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Form } from '@/area/Form.tsx';
import { Card } from '@/components/Card.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { ErrorState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { phoneTexts as texts } from '@/texts/notificationSettings.ts';
import { phoneCalls, phoneQuery } from './api.ts';
import classes from './settings.module.css';
import type { Phone } from './types.ts';

const CODE = /^\d{6}$/;

/** The number for SMS: entered, verified by the code that was sent there, removed. */
export function PhoneCard() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(phoneQuery);
  const keep = (phone: Phone) => client.setQueryData(phoneQuery.queryKey, phone);
  return (
    <Card id="phone" title={texts.title} text={texts.text}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Entry key={`${data.phone} ${data.pending}`} phone={data} keep={keep} />}
    </Card>
  );
}

type EntryProps = { phone: Phone; keep: (phone: Phone) => void };

function Entry({ phone: held, keep }: EntryProps) {
  const [step, setStep] = useState<'code' | 'number' | 'held' | 'remove'>(
    held.pending ? 'code' : held.phone ? 'held' : 'number',
  );
  const { phone, pending } = held;
  if (step === 'code' && pending) {
    return <Code pending={pending} keep={keep} onOther={() => setStep('number')} />;
  }
  if (step === 'number' || !phone) {
    return (
      <Form
        submit={texts.send}
        {...((phone || pending) && { onCancel: () => setStep(pending ? 'code' : 'held') })}
        check={(values) => ({ phone: textOf(values, 'phone') ? undefined : texts.missing })}
        send={(values) => phoneCalls.set(textOf(values, 'phone'))}
        done={(next) => {
          keep(next);
          setStep('code');
        }}
      >
        {(field) => (
          <TextInput
            type="tel"
            autoComplete="tel"
            label={texts.label}
            description={texts.hint}
            {...field('phone')}
          />
        )}
      </Form>
    );
  }
  return (
    <>
      <p className={classes.number}>
        <strong>{phone}</strong> <span className={classes.verified}>{texts.verified}</span>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setStep('number')}>
          {texts.change}
        </Button>
        <Button variant="default" onClick={() => setStep('remove')}>
          {texts.remove}
        </Button>
      </div>
      {step === 'remove' && (
        <ConfirmCall
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={phoneCalls.remove}
          said={texts.removed}
          onDone={() => keep({ verified: false })}
          onClose={() => setStep('held')}
        />
      )}
    </>
  );
}

type CodeProps = { pending: string; keep: (phone: Phone) => void; onOther: () => void };

function Code({ pending, keep, onOther }: CodeProps) {
  return (
    <>
      <p role="status">{texts.sent(pending)}</p>
      <Form
        submit={texts.verify}
        check={(values) => ({
          code: CODE.test(textOf(values, 'code')) ? undefined : texts.codeMissing,
        })}
        send={(values) => phoneCalls.verify(textOf(values, 'code'))}
        done={(next) => {
          keep(next);
          toast({ type: 'success', message: texts.done });
        }}
      >
        {(field) => (
          <TextInput
            className={classes.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            label={texts.code}
            description={texts.codeHint}
            {...field('code')}
          />
        )}
      </Form>
      <Again pending={pending} keep={keep} onOther={onOther} />
    </>
  );
}

function Again({ pending, keep, onOther }: CodeProps) {
  const again = useMutation({
    mutationFn: () => phoneCalls.set(pending),
    onSuccess: (next) => {
      keep(next);
      toast({ type: 'success', message: texts.sentAgain });
    },
  });
  return (
    <div className={classes.again}>
      <FormAlert message={again.error ? messageOf(again.error) : null} />
      <div className={classes.buttons}>
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {texts.again}
        </Button>
        <Button variant="default" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
    </div>
  );
}
