import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Field, Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { type FieldChecks, textOf } from '@/hooks/useSubmit.ts';
import { fieldOf, kronor, oreOf } from '@/lib/money.ts';
import { entryFormTexts, ledgerTexts as texts } from '@/texts/ledger.ts';
import { ledgerAnew, ledgerCalls } from '../api.ts';
import { wrongSum } from '../drafts.ts';
import { leftOf, payerOf } from '../entries.ts';
import type { Entry, EntryAbility, PaymentMethod } from '../types.ts';
import { actLabel } from './Acts.tsx';
import classes from './ledger.module.css';

const REFERENCE = 100;
const REASON = 500;
const METHODS = Object.entries(texts.methods).map(([value, label]) => ({ value, label }));

/** How one of the acts asks, sends and says that it is done. */
type Part = {
  said: string;
  check?: (values: FormData) => FieldChecks;
  send: (values: FormData, key: string) => Promise<Entry>;
  fields: (field: Field) => ReactNode;
};

const paying = ({ idBookingLedger: id, kind }: Entry): Part => ({
  said: kind === 'REFUND' ? texts.paidOut : texts.paid,
  send: (values) => {
    const reference = textOf(values, 'reference');
    const method = textOf(values, 'method') as PaymentMethod;
    return ledgerCalls.pay(id, { method, ...(reference && { reference }) });
  },
  fields: (field) => (
    <>
      <NativeSelect label={entryFormTexts.method} data={METHODS} {...field('method')} />
      <TextInput
        label={entryFormTexts.reference}
        description={entryFormTexts.referenceHint}
        maxLength={REFERENCE}
        autoComplete="off"
        {...field('reference')}
      />
    </>
  ),
});

const cancelling = ({ idBookingLedger: id }: Entry): Part => ({
  said: texts.cancelled,
  check: (values) => ({
    reason: textOf(values, 'reason') ? undefined : entryFormTexts.missing,
  }),
  send: (values) => ledgerCalls.cancel(id, textOf(values, 'reason')),
  fields: (field) => (
    <>
      <p>{entryFormTexts.cancelText}</p>
      <Textarea
        label={entryFormTexts.reason}
        description={entryFormTexts.cancelHint}
        rows={2}
        maxLength={REASON}
        {...field('reason')}
      />
    </>
  ),
});

function refunding(entry: Entry): Part {
  const left = leftOf(entry);
  return {
    said: texts.refunded,
    check: (values) => ({ amount: wrongSum(textOf(values, 'amount'), left) }),
    send: (values, key) => {
      const reason = textOf(values, 'reason');
      const amount = oreOf(textOf(values, 'amount')) ?? 0;
      return ledgerCalls.refund(entry.idBookingLedger, { amount, ...(reason && { reason }) }, key);
    },
    fields: (field) => (
      <>
        <TextInput
          label={entryFormTexts.refundAmount}
          description={entryFormTexts.refundLeft(kronor(left))}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          defaultValue={fieldOf(left)}
          {...field('amount')}
        />
        <TextInput
          label={entryFormTexts.reason}
          description={entryFormTexts.refundHint}
          maxLength={REASON}
          {...field('reason')}
        />
      </>
    ),
  };
}

const parts = { PAY: paying, CANCEL: cancelling, REFUND: refunding };

type ActDialogProps = { act: EntryAbility; entry: Entry; onClose: () => void };

/** Marks an entry as paid, cancels or refunds it: what it is about, what is asked, and the button. */
export default function ActDialog({ act, entry, onClose }: ActDialogProps) {
  const client = useQueryClient();
  const { said, fields, ...submission } = parts[act](entry);
  return (
    <Dialog title={actLabel(act, entry)} onClose={onClose}>
      <p className={classes.what}>
        <strong>{entry.reference}</strong> · {payerOf(entry)} · {kronor(entry.amount)}
        <span className={classes.faint}>{entry.text}</span>
      </p>
      <Form
        {...submission}
        submit={actLabel(act, entry)}
        onCancel={onClose}
        done={async () => {
          onClose();
          toast({ type: 'success', message: said });
          await ledgerAnew(client);
        }}
      >
        {fields}
      </Form>
    </Dialog>
  );
}
