import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { infopointFormTexts as texts } from '@/texts/infopoints.ts';
import { infopointCalls } from '../api.ts';
import { distanceWords } from '../lib/coordinates.ts';
import { MOST, type PlaceForm, positionOf, withPosition, wrongPlace } from '../lib/form.ts';
import { infopointPath } from '../paths.ts';
import type { Drafted } from '../types.ts';
import classes from './infopoints.module.css';
import { PositionFields } from './PositionFields.tsx';

type PlaceStepProps = {
  form: PlaceForm;
  onChange: (form: PlaceForm) => void;
  onDone: () => void;
};

const isNoticed = ({ warnings, similar }: Drafted) => warnings.length > 0 || similar.length > 0;

/** The first step: name and position, and what the server notices of them before anything is made. */
export function PlaceStep({ form, onChange, onDone }: PlaceStepProps) {
  const [noticed, setNoticed] = useState<Drafted | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const { submit, pending, message, fieldError } = useSubmit<Drafted>({
    check: () => wrongPlace(form),
    send: () => {
      const position = positionOf(form);
      // The check has seen that it is there.
      return infopointCalls.draft({ name: form.name.trim(), ...(position ?? withoutPosition()) });
    },
    done: (drafted) => {
      if (drafted.step === 1 && !isNoticed(drafted)) return onDone();
      setNoticed(drafted);
    },
  });
  /** What was noticed is of other words. */
  function change(to: PlaceForm) {
    setNoticed(null);
    onChange(to);
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert message={message} />
      <TextInput
        name="name"
        label={texts.name}
        maxLength={MOST.name}
        autoComplete="off"
        value={form.name}
        error={fieldError('name')}
        onChange={({ currentTarget }) => change({ ...form, name: currentTarget.value })}
      />
      <PositionFields form={form} onChange={change} wrong={fieldError} />
      <div role="status">
        {noticed && isNoticed(noticed) && (
          <Noticed
            noticed={noticed}
            onSwap={(to) => {
              change(withPosition(form, to));
              // The button that was pressed is gone.
              next.current?.focus();
            }}
            onGoOn={onDone}
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button ref={next} type="submit" loading={pending}>
          {texts.next}
        </Button>
      </div>
    </form>
  );
}

function withoutPosition(): never {
  throw new Error('a place without its position is sent nowhere');
}

type NoticedProps = {
  noticed: Drafted;
  onSwap: (to: { latitude: number; longitude: number }) => void;
  onGoOn: () => void;
};

function Noticed({ noticed: { warnings, swapped, similar }, onSwap, onGoOn }: NoticedProps) {
  return (
    <div className={classes.notice}>
      {warnings.includes('OUTSIDE_SWEDEN') && (
        <>
          <p>
            {texts.outside} {swapped && texts.swapped}
          </p>
          {swapped && (
            <div>
              <Button variant="default" onClick={() => onSwap(swapped)}>
                {texts.swap}
              </Button>
            </div>
          )}
        </>
      )}
      {similar.length > 0 && (
        <>
          <h2>{texts.similarTitle}</h2>
          <p>{texts.similar(similar.length)}</p>
          <ul className={classes.similar}>
            {similar.map(({ idInfopoint, name, distance, address }) => (
              <li key={idInfopoint}>
                <Link to={infopointPath(idInfopoint)} dir="auto">
                  {name}
                </Link>{' '}
                {[address, distance !== undefined && distanceWords(distance)]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <div>
        <Button onClick={onGoOn}>{texts.goOn}</Button>
      </div>
    </div>
  );
}
