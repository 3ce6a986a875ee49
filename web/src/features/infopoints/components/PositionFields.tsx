import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { infopointMapTexts, infopointFormTexts as texts } from '@/texts/infopoints.ts';
import { around, type Bounds, SWEDEN } from '../lib/bounds.ts';
import { coarse, type Position, pairOf } from '../lib/coordinates.ts';
import { type PlaceForm, positionOf, withPosition } from '../lib/form.ts';
import { CLOSE, LazyMap } from '../map/index.tsx';
import { useHere } from '../useHere.ts';
import classes from './infopoints.module.css';

/** Typing is not yet a place to look at. */
const PAUSE_MS = 400;

type PositionFieldsProps = {
  form: PlaceForm;
  onChange: (form: PlaceForm) => void;
  wrong: (field: string) => string | undefined;
};

/** Where a place is: tapped on the map, asked of the device, or typed. */
export function PositionFields({ form, onChange, wrong }: PositionFieldsProps) {
  const { latitude, longitude, name } = form;
  const position = useMemo(() => positionOf({ latitude, longitude }), [latitude, longitude]);
  const [settled] = useDebouncedValue(position, PAUSE_MS);
  const [view, setView] = useState<Bounds>(() => (position ? around(position, CLOSE) : SWEDEN));
  /** What was tapped is looked at already. */
  const tapped = useRef<Position | null>(position);
  const here = useHere((found) => onChange(withPosition(form, coarse(found))));

  useEffect(() => {
    if (!settled) return;
    const { current } = tapped;
    if (settled.latitude === current?.latitude && settled.longitude === current?.longitude) return;
    tapped.current = settled;
    setView(around(settled, CLOSE));
  }, [settled]);

  function tap(found: Position) {
    const next = withPosition(form, found);
    tapped.current = positionOf(next);
    onChange(next);
  }

  /** Maps and phones copy both numbers at once. */
  function paste(event: ClipboardEvent) {
    const pair = pairOf(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    onChange({ ...form, ...pair });
  }

  const pins = useMemo(
    () => (position ? [{ id: 0, name: name || texts.where, ...position }] : []),
    [position, name],
  );
  return (
    <fieldset className={classes.where}>
      <legend>{texts.where}</legend>
      <p className={classes.faint}>{texts.whereHint}</p>
      <div className={classes.choose}>
        <LazyMap
          label={infopointMapTexts.choose}
          view={view}
          pins={pins}
          selected={0}
          onTap={tap}
        />
      </div>
      <div>
        <Button
          variant="default"
          loading={here.isAsking}
          leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden="true" />}
          onClick={here.ask}
        >
          {texts.usePosition}
        </Button>
        <p className={classes.faint}>{texts.usePositionHint}</p>
      </div>
      {here.problem && (
        <p className={classes.problem} role="alert">
          {here.problem}
        </p>
      )}
      <div className={classes.pair}>
        {(['latitude', 'longitude'] as const).map((field) => (
          <TextInput
            key={field}
            name={field}
            label={texts[field]}
            description={texts[`${field}Example`]}
            inputMode="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={form[field]}
            error={wrong(field)}
            onPaste={paste}
            onChange={({ currentTarget }) => onChange({ ...form, [field]: currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
