import { Button, Textarea, TextInput } from '@mantine/core';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { paymentTexts as texts } from '@/texts/ledger.ts';
import { ledgerCalls } from '../api.ts';
import { settingsForm, settingsOf, wrongSettings } from '../drafts.ts';
import type { Accounts, LedgerSettings } from '../types.ts';
import classes from './ledger.module.css';

const NUMBER = 20;
const ADDRESS = 300;
const MOVED_ON = 'MOVED_ON';
const ACCOUNTS = Object.entries(texts.account) as [keyof Accounts, string][];

type SettingsFormProps = {
  idEntity: number;
  old: LedgerSettings;
  onDone: (settings: LedgerSettings) => void | Promise<void>;
  onReload: () => void;
};

const isField = (one: unknown): one is HTMLInputElement | HTMLTextAreaElement =>
  (one instanceof HTMLInputElement && one.type !== 'checkbox') ||
  one instanceof HTMLTextAreaElement;

type TextName = 'orgNumber' | 'vatNumber' | 'swish' | 'bankgiro' | 'plusgiro' | 'paymentTerms';

/** How an organisation bills: who it is, how it is paid and when, and its accounts. */
export function SettingsForm({ idEntity, old, onDone, onReload }: SettingsFormProps) {
  const [form, setForm] = useState(() => settingsForm(old));
  // Those that somebody has written in and gone on from: from then on they say at once what is wrong with them.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const wrong = wrongSettings(form);
  const change = (patch: Partial<typeof form>) => setForm((held) => ({ ...held, ...patch }));
  const { submit, pending, message, code, fieldError } = useSubmit<LedgerSettings>({
    check: () => {
      setLeft(new Set(Object.keys(wrong)));
      return wrong;
    },
    send: () => ledgerCalls.saveSettings(idEntity, settingsOf(form, old.version)),
    done: onDone,
  });
  const isStale = code === MOVED_ON;
  // What the form said itself is said by `wrong`, and gone as soon as it is put right.
  const errorOf = (name: string) =>
    (left.has(name) ? wrong[name] : undefined) ?? (code === null ? undefined : fieldError(name));
  function onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // On the way to a button nothing moves away under the finger; 'Spara' checks everything.
    if (!isField(relatedTarget) || !isField(target)) return;
    const { name } = target;
    setLeft((held) => (held.has(name) ? held : new Set([...held, name])));
  }
  const text = (name: TextName, hint?: string) => (
    <TextInput
      name={name}
      label={texts[name]}
      description={hint}
      maxLength={NUMBER}
      autoComplete="off"
      // A number of an account has a hyphen, which a keypad of digits has not.
      inputMode={name === 'paymentTerms' ? 'numeric' : 'text'}
      value={form[name]}
      error={errorOf(name)}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <form className={classes.form} onSubmit={submit} onBlur={onBlur} noValidate>
      <Part title={texts.sender}>
        <div className={`${classes.pair} ${classes.numbers}`}>
          {text('orgNumber', texts.orgHint)}
          {text('vatNumber', texts.vatHint)}
        </div>
        <Textarea
          name="address"
          label={texts.address}
          rows={3}
          maxLength={ADDRESS}
          value={form.address}
          error={errorOf('address')}
          onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        />
      </Part>
      <Part title={texts.ways}>
        <p className={classes.faint}>{texts.waysHint}</p>
        <div className={`${classes.pair} ${classes.numbers}`}>
          {text('swish', texts.swishHint)}
          {text('bankgiro', texts.bankgiroHint)}
          {text('plusgiro', texts.plusgiroHint)}
        </div>
      </Part>
      <Part title={texts.terms}>
        <div className={classes.pair}>{text('paymentTerms')}</div>
        <Toggle
          label={texts.stopOverdue}
          hint={texts.stopOverdueHint}
          checked={form.stopOverdue}
          onChange={(stopOverdue) => change({ stopOverdue })}
        />
      </Part>
      <Folded title={texts.accounts} hint={texts.accountsHint}>
        {ACCOUNTS.map(([name, label]) => (
          <TextInput
            key={name}
            name={`accounts.${name}`}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={form.accounts[name]}
            error={errorOf(`accounts.${name}`)}
            onChange={({ currentTarget }) =>
              change({ accounts: { ...form.accounts, [name]: currentTarget.value } })
            }
          />
        ))}
      </Folded>
      <FormAlert message={isStale ? texts.conflict : message} />
      <div className={classes.buttons}>
        {isStale && (
          <Button variant="default" onClick={onReload}>
            {texts.reload}
          </Button>
        )}
        <Button type="submit" loading={pending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type FoldedProps = { title: string; hint: string; children: ReactNode };

/** What hardly anybody changes; open where something in it is wrong. */
function Folded({ title, hint, children }: FoldedProps) {
  const box = useRef<HTMLDetailsElement>(null);
  // Before the focus goes to the wrong field, which cannot have it while it is folded away.
  useLayoutEffect(() => {
    if (box.current?.querySelector('[aria-invalid="true"]')) box.current.open = true;
  });
  return (
    <details ref={box} className={classes.folded}>
      <summary>{title}</summary>
      <p className={classes.faint}>{hint}</p>
      <div className={classes.pair}>{children}</div>
    </details>
  );
}
