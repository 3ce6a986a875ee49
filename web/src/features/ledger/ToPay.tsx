import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { isAbsent } from '@/api/ApiError.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { kronor } from '@/lib/money.ts';
import { toPayTexts as texts } from '@/texts/ledger.ts';
import { entriesIn, mineQuery } from './api.ts';
import { dueWords } from './components/EntryRow.tsx';
import classes from './components/ledger.module.css';
import { Status } from './components/Status.tsx';
import { isOwed } from './entries.ts';
import { entryPath } from './paths.ts';
import type { Entry } from './types.ts';

const keyOf = ({ idBookingLedger }: Entry) => idBookingLedger;
const row = (entry: Entry) => <Owed entry={entry} />;

/** Among one's bookings: what is to be paid, what is due first on top; nothing where nothing is. */
export default function ToPay() {
  const heading = useId();
  const query = useInfiniteQuery(mineQuery);
  const owed = entriesIn(query.data?.pages)
    .filter(isOwed)
    .sort((a, b) => a.dueDate.localeCompare(b.dueDate));
  const isFailed = query.error !== null && !isAbsent(query.error);
  if (owed.length === 0 && !isFailed) return null;
  return (
    <section className={classes.toPay} aria-labelledby={heading}>
      <h2 id={heading}>{texts.title}</h2>
      <PagedList
        query={query}
        items={owed}
        keyOf={keyOf}
        row={row}
        label={texts.title}
        className={classes.list}
        empty={null}
      />
    </section>
  );
}

function Owed({ entry }: { entry: Entry }) {
  const { idBookingLedger, text, entityName, amount, reference } = entry;
  return (
    <div className={classes.entry}>
      <div className={classes.entryHead}>
        <span className={classes.strong}>{text}</span>
        <Status entry={entry} />
        <span className={classes.amount}>{kronor(amount)}</span>
      </div>
      <p className={classes.faint}>
        {texts.to(entityName)} · {dueWords(entry)}
      </p>
      <div>
        <Button
          component={Link}
          to={entryPath(idBookingLedger)}
          variant="light"
          aria-label={texts.payOf(`${text}, ${reference}`)}
        >
          {texts.pay}
        </Button>
      </div>
    </div>
  );
}
