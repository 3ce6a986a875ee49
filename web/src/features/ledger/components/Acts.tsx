import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import { ledgerTexts as texts } from '@/texts/ledger.ts';
import type { Entry, EntryAbility } from '../types.ts';
import classes from './ledger.module.css';

const ActDialog = lazy(() => loadPart(() => import('./ActDialog.tsx')));

const ACTS: EntryAbility[] = ['PAY', 'CANCEL', 'REFUND'];

/** What is done, as it is said of an entry: a refund is paid out. */
export const actLabel = (act: EntryAbility, { kind }: Entry): string => {
  if (act === 'PAY') return kind === 'REFUND' ? texts.payOut : texts.pay;
  return act === 'CANCEL' ? texts.cancel : texts.refund;
};

/** What may be done with an entry by whoever manages the ledger; each asks first. */
export function Acts({ entry }: { entry: Entry }) {
  const [doing, setDoing] = useState<EntryAbility | null>(null);
  const may = ACTS.filter((act) => entry.abilities.includes(act));
  if (may.length === 0) return null;
  return (
    <div className={classes.acts}>
      {may.map((act) => (
        <Button
          key={act}
          variant={act === 'PAY' ? 'light' : 'subtle'}
          aria-label={texts.actOf(actLabel(act, entry), entry.reference)}
          onClick={() => setDoing(act)}
        >
          {actLabel(act, entry)}
        </Button>
      ))}
      {doing && (
        <Suspense>
          <ActDialog act={doing} entry={entry} onClose={() => setDoing(null)} />
        </Suspense>
      )}
    </div>
  );
}
