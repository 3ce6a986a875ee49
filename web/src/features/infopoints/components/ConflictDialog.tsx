import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import { LongText } from '@/components/LongText.tsx';
import { infopointTypes, infopointFormTexts as texts } from '@/texts/infopoints.ts';
import { positionWords } from '../lib/coordinates.ts';
import type { Infopoint } from '../types.ts';
import classes from './infopoints.module.css';

type ConflictDialogProps = {
  theirs: Infopoint;
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
};

/** Somebody has changed the place meanwhile: theirs is shown, and a person chooses. */
export function ConflictDialog({ theirs, onKeep, onTake, onClose }: ConflictDialogProps) {
  const { name, idType, description, hours, address, link } = theirs;
  const { conflict } = texts;
  return (
    <Dialog title={conflict.title} onClose={onClose}>
      <p>{conflict.text}</p>
      <div className={classes.section}>
        <strong dir="auto">{name}</strong>
        <p>
          {infopointTypes[idType] ?? infopointTypes.OTHER} · {positionWords(theirs)}
        </p>
        {description && <LongText text={description} />}
        {[hours, address, link].map(
          (said) =>
            said && (
              <p key={said} className={classes.lines} dir="auto">
                {said}
              </p>
            ),
        )}
      </div>
      <div className={classes.buttons}>
        <Button onClick={onKeep}>{conflict.keep}</Button>
        <Button variant="default" onClick={onTake}>
          {conflict.take}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {conflict.leave}
        </Button>
      </div>
    </Dialog>
  );
}
