import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import QrCode from '@/components/QrCode.tsx';
import { fieldOf, kronor } from '@/lib/money.ts';
import { entryTexts as texts } from '@/texts/ledger.ts';
import type { Entry } from '../types.ts';
import classes from './paper.module.css';

/** What is written where one pays: by a code, in the app, or by hand. */
export function HowToPay({ entry: { amount, entityName, payment } }: { entry: Entry }) {
  const heading = useId();
  const [said, setSaid] = useState('');
  if (!payment) return <p className={classes.faint}>{texts.ask(entityName)}</p>;
  const { swish, bankgiro, plusgiro, reference } = payment;
  const copied = [
    { name: texts.swish, shown: swish?.payee },
    { name: texts.bankgiro, shown: bankgiro },
    { name: texts.plusgiro, shown: plusgiro },
    { name: texts.amount, shown: kronor(amount), text: swish?.amount ?? fieldOf(amount) },
    { name: swish ? texts.message : texts.reference, shown: swish?.message ?? reference },
  ];
  return (
    <section className={classes.how} aria-labelledby={heading}>
      <h2 id={heading}>{texts.how}</h2>
      {swish && (
        <div className={classes.swish}>
          <div className={classes.code}>
            <QrCode text={swish.qr} label={texts.code(kronor(amount))} />
          </div>
          <p className={classes.scan}>{texts.scan}</p>
          <Button component="a" href={swish.link} className={classes.app}>
            {texts.open}
          </Button>
        </div>
      )}
      <dl className={classes.ways}>
        {copied.map(({ name, shown, text = shown }) =>
          shown && text ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className={classes.written}>{shown}</span>
                <Copy name={name} text={text} onSaid={setSaid} />
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      <p className={classes.said} role="status">
        {said}
      </p>
      <p className={classes.faint}>{texts.marked(entityName)}</p>
    </section>
  );
}

type CopyProps = { name: string; text: string; onSaid: (words: string) => void };

/** Says on itself that it is done, and to who does not see it. */
function Copy({ name, text, onSaid }: CopyProps) {
  const [isDone, setDone] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setDone(true);
        onSaid(texts.copied(name));
      },
      () => onSaid(texts.notCopied),
    );
  return (
    <Button
      variant="default"
      size="sm"
      className={classes.copy}
      aria-label={texts.copyOf(name)}
      leftSection={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {isDone ? texts.done : texts.copy}
    </Button>
  );
}
