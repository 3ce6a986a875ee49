import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dateOf } from '@/lib/dates.ts';
import { kronor } from '@/lib/money.ts';
import { ledgerTexts, entryTexts as texts } from '@/texts/ledger.ts';
import { OPEN, payerOf, vatByRate } from '../entries.ts';
import { entryPath, pdfPath } from '../paths.ts';
import type { Entry, Sender as EntrySender } from '../types.ts';
import { dayWords } from './EntryRow.tsx';
import classes from './paper.module.css';
import { Status } from './Status.tsx';

type SenderProps = { name: string; sender: EntrySender };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** An entry as it is printed: who bills whom for what; below it how it is paid. */
export function Paper({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { reference, entityName, entitySlug, customerName, customerEntityName } = entry;
  return (
    <article className={classes.paper}>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {ledgerTexts.one(reference)}
        </h1>
        <Status entry={entry} />
      </div>
      <dl className={classes.parties}>
        <div>
          <dt>{texts.from}</dt>
          <dd>
            <Link to={`/${entitySlug}`}>{entityName}</Link>
            {entry.sender && <Sender name={entityName} sender={entry.sender} />}
          </dd>
        </div>
        <div>
          <dt>{texts.to}</dt>
          <dd dir="auto">
            {payerOf(entry)}
            {customerEntityName && (
              <span className={classes.faint}>{texts.orderedBy(customerName)}</span>
            )}
          </dd>
        </div>
      </dl>
      <Facts entry={entry} />
      <Lines entry={entry} />
      {children}
    </article>
  );
}

/** Where whoever bills is found, and by which numbers: as on the PDF. */
function Sender({ name, sender: { address, orgNumber, vatNumber } }: SenderProps) {
  // The name stands above it.
  const lines = address.split('\n').filter((line) => line.trim() && line.trim() !== name);
  return (
    <span className={classes.sender}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {orgNumber && <span>{texts.orgNumber(orgNumber)}</span>}
      {vatNumber && <span>{texts.vatNumber(vatNumber)}</span>}
    </span>
  );
}

function Facts({ entry }: { entry: Entry }) {
  const isRefund = entry.kind === 'REFUND';
  const { idRefundOf, daPaid, daCancelled, cancelReason } = entry;
  return (
    <dl className={classes.facts}>
      <Fact name={texts.number}>{entry.reference}</Fact>
      <Fact name={texts.created}>{dateOf(entry.daCreated)}</Fact>
      {entry.flStatus === OPEN && <Fact name={texts.due}>{dayWords(entry.dueDate)}</Fact>}
      {daPaid && <Fact name={isRefund ? texts.paidOut : texts.paid}>{dateOf(daPaid)}</Fact>}
      {daCancelled && (
        <Fact name={texts.cancelled}>
          {dateOf(daCancelled)}
          {cancelReason && ` – ${cancelReason}`}
        </Fact>
      )}
      <Fact name={texts.about}>{entry.text}</Fact>
      {idRefundOf !== undefined && (
        <Fact name={texts.refundOf}>
          <Link to={entryPath(idRefundOf)}>{texts.original}</Link>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ entry: { lines, amount, refunded } }: { entry: Entry }) {
  return (
    <table className={classes.lines} aria-label={texts.lines}>
      <thead>
        <tr>
          <th scope="col">{texts.text}</th>
          <th scope="col">{texts.vat}</th>
          <th scope="col">{texts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what an entry bills never changes.
          <tr key={n}>
            <td>{line.text}</td>
            <td>{texts.percent(line.vatRate)}</td>
            <td>{kronor(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {vatByRate(lines).map(({ rate, vat }) => (
          <Sum key={rate} name={texts.vatOf(rate)} ore={vat} />
        ))}
        <Sum name={texts.sum} ore={amount} total />
        {refunded > 0 && <Sum name={texts.refunded} ore={-refunded} />}
      </tfoot>
    </table>
  );
}

function Sum({ name, ore, total }: { name: string; ore: number; total?: boolean }) {
  return (
    <tr data-total={total}>
      <th scope="row" colSpan={2}>
        {name}
      </th>
      <td>{kronor(ore)}</td>
    </tr>
  );
}

export function FileButtons({ entry }: { entry: Entry }) {
  return (
    <>
      <Button
        component="a"
        href={pdfPath(entry.idBookingLedger)}
        download={`${ledgerTexts.one(entry.reference)}.pdf`}
        variant="default"
        leftSection={<IconDownload {...icon} />}
      >
        {texts.pdf}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter {...icon} />}
        onClick={() => window.print()}
      >
        {texts.print}
      </Button>
    </>
  );
}
