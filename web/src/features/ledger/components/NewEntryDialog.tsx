import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DateField } from '@/area/DateField.tsx';
import { type Field, Form } from '@/area/Form.tsx';
import { isDate } from '@/area/moments.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { kronor } from '@/lib/money.ts';
import { entryTexts, entryFormTexts as texts } from '@/texts/ledger.ts';
import { ledgerAnew, ledgerCalls } from '../api.ts';
import { blankLine, draftOf, type LineForm, MOST_LINES, sumOf, wrongLines } from '../drafts.ts';
import { entryPath } from '../paths.ts';
import classes from './ledger.module.css';

const TEXT = 200;
const VAT = [25, 12, 6, 0].map((rate) => ({
  value: String(rate),
  label: entryTexts.percent(rate),
}));

/** Somebody is billed by hand: who, for what, how much. */
export default function NewEntryDialog({
  idEntity,
  onClose,
}: {
  idEntity: number;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [lines, setLines] = useState(() => [blankLine()]);
  const change = (n: number, patch: Partial<LineForm>) =>
    setLines((held) => held.map((one, at) => (at === n ? { ...one, ...patch } : one)));
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <Form
        submit={texts.submit}
        onCancel={onClose}
        check={(values) => {
          const due = textOf(values, 'dueDate');
          return {
            idAuthUserCustomer: textOf(values, 'idAuthUserCustomer')
              ? undefined
              : texts.whichCustomer,
            text: textOf(values, 'text') ? undefined : texts.missing,
            ...wrongLines(lines),
            dueDate: due === '' || isDate(due) ? undefined : texts.wrongDate,
          };
        }}
        send={(values, key) =>
          ledgerCalls.create(
            draftOf(lines, {
              idEntity,
              customer: textOf(values, 'idAuthUserCustomer'),
              text: textOf(values, 'text'),
              dueDate: textOf(values, 'dueDate'),
            }),
            key,
          )
        }
        done={async ({ idBookingLedger, reference }) => {
          toast({ type: 'success', message: texts.created(reference) });
          onClose();
          void navigate(entryPath(idBookingLedger));
          await ledgerAnew(client);
        }}
      >
        {(field) => (
          <>
            <PersonPicker
              idEntity={idEntity}
              label={texts.customer}
              description={texts.customerHint}
              {...field('idAuthUserCustomer')}
            />
            <TextInput
              label={texts.text}
              description={texts.textHint}
              maxLength={TEXT}
              autoComplete="off"
              {...field('text')}
            />
            {lines.map((line, n) => (
              <Line
                key={line.key}
                n={n}
                line={line}
                field={field}
                onChange={(patch) => change(n, patch)}
                {...(lines.length > 1 && {
                  onRemove: () => setLines((held) => held.filter((_, at) => at !== n)),
                })}
              />
            ))}
            <div className={classes.lineFoot}>
              {lines.length < MOST_LINES && (
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
                  onClick={() => setLines((held) => [...held, blankLine()])}
                >
                  {texts.addLine}
                </Button>
              )}
              <output className={classes.strong}>{texts.sum(kronor(sumOf(lines)))}</output>
            </div>
            <DateField label={texts.due} description={texts.dueHint} {...field('dueDate')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

type LineProps = {
  n: number;
  line: LineForm;
  field: Field;
  onChange: (patch: Partial<LineForm>) => void;
  onRemove?: () => void;
};

function Line({ n, line, field, onChange, onRemove }: LineProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{texts.line(n + 1)}</legend>
      <TextInput
        label={texts.lineText}
        maxLength={TEXT}
        autoComplete="off"
        value={line.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        {...field(`lines[${n}].text`)}
      />
      <div className={classes.pair}>
        <TextInput
          label={texts.amount}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={line.amount}
          onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
          {...field(`lines[${n}].amount`)}
        />
        <NativeSelect
          label={texts.vat}
          data={VAT}
          value={line.vatRate}
          onChange={({ currentTarget }) => onChange({ vatRate: currentTarget.value })}
          {...field(`lines[${n}].vatRate`)}
        />
      </div>
      {onRemove && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
            onClick={onRemove}
          >
            {texts.removeLine(n + 1)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
