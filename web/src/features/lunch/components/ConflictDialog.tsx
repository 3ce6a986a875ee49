import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import { shortDate } from '@/lib/dates.ts';
import { lunchEditTexts } from '@/texts/lunch.ts';
import type { Conflict } from '../week.ts';
import classes from './lunch.module.css';

const texts = lunchEditTexts.conflict;

type ConflictDialogProps = {
  days: readonly Conflict[];
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
};

/** Somebody has changed the same days meanwhile: both, and the choice. */
export function ConflictDialog({ days, onKeep, onTake, onClose }: ConflictDialogProps) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.mine}</th>
            <th scope="col">{texts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, mine, theirs }) => (
            <tr key={date}>
              <th scope="row">{shortDate(date)}</th>
              <td>{mine || '–'}</td>
              <td>{theirs || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onTake}>
          {texts.take}
        </Button>
        <Button onClick={onKeep}>{texts.keep}</Button>
      </div>
    </Dialog>
  );
}
