import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { Once } from '@/components/Once.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { scopeTexts, tokenFormTexts as texts } from '@/texts/tokens.ts';
import { DateField } from './DateField.tsx';
import { Form } from './Form.tsx';
import { ScopesField } from './ScopesField.tsx';
import { chosen, type Scope } from './scopes.ts';

const NAME_MAX = 80;
const DAY_MS = 86_400_000;
const OTHER = 'other';
const NEVER = 'never';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const dayOf = (moment: string) => moment.slice(0, 10);
/** A day is meant with all its hours: the token ends at the next midnight. */
const dayAfter = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS).toISOString());

export type TokenInput = { name: string; scopes: Scope[]; expires?: string };
type Made = { name: string; token: string };

type TokenDialogProps = {
  title: string;
  nameHint: string;
  submit: string;
  /** May go on for ever. */
  endless?: boolean;
  /** What it may be given; without: everything. */
  offered?: (scope: Scope) => boolean;
  make: (token: TokenInput) => Promise<Made>;
  onMade: () => void;
  onClose: () => void;
};

/** A new token: what it is called, until when and for what; then its secret, this once. */
export function TokenDialog({
  title,
  nameHint,
  submit,
  endless = false,
  offered,
  make,
  onMade,
  onClose,
}: TokenDialogProps) {
  const [made, setMade] = useState<Made | null>(null);
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [ends, setEnds] = useState(endless ? NEVER : '90');
  const endOf = (values: FormData) => {
    if (ends === NEVER) return {};
    return { expires: ends === OTHER ? dayAfter(textOf(values, 'expires')) : inDays(Number(ends)) };
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {made ? (
        <Once label={texts.made(made.name)} hint={texts.once} value={made.token} onDone={onClose} />
      ) : (
        <Form
          submit={submit}
          onCancel={onClose}
          check={(values) => ({
            name: textOf(values, 'name') ? undefined : texts.nameMissing,
            expires: ends === OTHER && !textOf(values, 'expires') ? texts.endDayMissing : undefined,
            scopes: scopes.length > 0 ? undefined : scopeTexts.missing,
          })}
          send={(values) =>
            make({ name: textOf(values, 'name'), scopes: chosen(scopes), ...endOf(values) })
          }
          done={(token) => {
            setMade(token);
            onMade();
          }}
        >
          {(field) => (
            <>
              <TextInput
                label={texts.name}
                description={nameHint}
                maxLength={NAME_MAX}
                autoComplete="off"
                {...field('name')}
              />
              <NativeSelect
                label={texts.ends}
                value={ends}
                onChange={(event) => setEnds(event.currentTarget.value)}
                data={[
                  ...(endless ? [{ value: NEVER, label: texts.never }] : []),
                  ...Object.entries(texts.endings).map(([value, label]) => ({ value, label })),
                  { value: OTHER, label: texts.otherDay },
                ]}
              />
              {ends === OTHER && (
                <DateField label={texts.endDay} minDate={dayOf(inDays(0))} {...field('expires')} />
              )}
              <ScopesField
                value={scopes}
                onChange={setScopes}
                error={field('scopes').error}
                {...(offered && { offered })}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
