import { bookTexts as texts } from '@/texts/bookings.ts';
import { kronor, priceWords } from '../money.ts';
import { lengthOf, ms, whenOf } from '../times.ts';
import type { BookingTerms, Quote } from '../types.ts';
import classes from './bookings.module.css';

/** A moment as a day and a clock: 'Fredag 28 november 14:00'. */
export const momentWords = (moment: string): string =>
  whenOf({ start: moment, end: moment }).split('–')[0] ?? '';

function termWords({ freeUntil, share }: BookingTerms, price: number, now: number): string {
  if (share === 0 || price === 0) return texts.term.nothing;
  if (freeUntil === undefined) return texts.term.never(share);
  if (ms(freeUntil) < now) return texts.term.over(share);
  return texts.term.freeUntil(lower(momentWords(freeUntil)), share);
}
/** Within a sentence. */
export const lower = (text: string): string =>
  text.charAt(0).toLocaleLowerCase('sv') + text.slice(1);

type PriceProps = {
  quote: Quote | undefined;
  /** What is asked for, in öre; undefined: it is not known. */
  price: number | undefined;
  pending: boolean;
};

/** What something costs, of what, and what giving it up would: before anybody books. */
export function Price({ quote, price, pending }: PriceProps) {
  if (price === undefined) {
    return (
      <p className={classes.faint} role="status">
        {pending ? texts.asking : texts.noPrice}
      </p>
    );
  }
  const lines = quote && quote.price === price ? quote.lines : [];
  return (
    <div className={classes.price}>
      <p>
        {texts.price}: <strong>{priceWords(price)}</strong>
        {quote && quote.vat > 0 && quote.price === price && (
          <span className={classes.faint}> {texts.vat(kronor(quote.vat))}</span>
        )}
      </p>
      {quote?.priceClass && price > 0 && (
        <p className={classes.faint}>{texts.priceClass(quote.priceClass)}</p>
      )}
      {lines.length > 1 && (
        <ul className={classes.lines}>
          {lines.map(({ rule, id, minutes, pricePerHour, amount }) => (
            <li key={`${rule} ${id} ${minutes}`}>
              {texts.line(lengthOf(minutes), kronor(pricePerHour))}: {kronor(amount)}
            </li>
          ))}
        </ul>
      )}
      {quote && (
        <p>
          {texts.terms}: {termWords(quote.terms, price, Date.now())}
        </p>
      )}
    </div>
  );
}
