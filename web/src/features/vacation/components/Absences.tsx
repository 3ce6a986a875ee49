import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { mineTexts as texts, vacationTexts } from '@/texts/vacation.ts';
import { vacationAnew, vacationCalls } from '../api.ts';
import { spanWords } from '../days.ts';
import type { Absence } from '../types.ts';
import classes from './vacation.module.css';

const wordsOf = (one: Absence) => `${vacationTexts.kinds[one.kind]}, ${spanWords(one)}`;

/** When one is away for something else. */
export function Absences({ absences }: { absences: readonly Absence[] }) {
  const [removed, setRemoved] = useState<Absence | null>(null);
  const sorted = [...absences].sort((a, b) => a.from.localeCompare(b.from));
  return (
    <section className={classes.section} aria-labelledby="absences">
      <h2 id="absences">{texts.absences}</h2>
      {sorted.length === 0 && <p className={classes.faint}>{texts.noAbsences}</p>}
      {sorted.length > 0 && (
        <ul className={classes.list} aria-labelledby="absences">
          {sorted.map((one) => (
            <li key={one.idAbsence} className={classes.row}>
              <span>{wordsOf(one)}</span>
              <Button
                variant="default"
                aria-label={texts.removeAbsenceOf(wordsOf(one))}
                onClick={() => setRemoved(one)}
              >
                {texts.removeAbsence}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <RemoveAbsence
          id={removed.idAbsence}
          what={wordsOf(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

type RemoveAbsenceProps = { id: number; what: string; onClose: () => void };

/** Asks before an absence is deleted. */
export function RemoveAbsence({ id, what, onClose }: RemoveAbsenceProps) {
  const client = useQueryClient();
  return (
    <ConfirmCall
      title={texts.removeAbsenceTitle}
      text={texts.removeAbsenceText(what)}
      action={texts.removeAbsence}
      danger
      call={() => vacationCalls.present(id)}
      said={texts.absenceRemoved}
      onDone={() => void vacationAnew(client)}
      onClose={onClose}
    />
  );
}
