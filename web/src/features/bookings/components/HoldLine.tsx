import hidden from '@/components/spoken.module.css';
import { useNow } from '@/hooks/useNow.ts';
import { bookTexts as texts } from '@/texts/bookings.ts';
import { clockOf, countdown, ms } from '../times.ts';
import type { Hold } from '../types.ts';
import classes from './bookings.module.css';

const SECOND_MS = 1_000;
const SOON = 60;

/** How long a time is held. The seconds are for the eye; heard is only until when, that it ends soon, and that it has ended. */
export function HoldLine({ hold }: { hold: Hold | null }) {
  const now = useNow(SECOND_MS);
  const left = hold ? (ms(hold.expiresAt) - now) / SECOND_MS : null;
  return (
    <div className={classes.hold}>
      {left !== null && left > 0 && <p aria-hidden="true">{texts.holding(countdown(left))}</p>}
      {left !== null && left <= 0 && <p aria-hidden="true">{texts.lapsed}</p>}
      <p className={hidden.spoken} role="status">
        {hold && left !== null && spoken(hold, left)}
      </p>
    </div>
  );
}

function spoken({ expiresAt }: Hold, left: number): string {
  if (left <= 0) return texts.lapsed;
  return left <= SOON ? texts.soon : texts.holdingUntil(clockOf(expiresAt));
}
