import { useEffect, useRef, useState } from 'react';
import { fullTime } from '@/lib/times.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import classes from './enrollment.module.css';

const MINUTE_MS = 60_000;
const LOOK_MS = 10_000;

/** Until when an offer stands, and how long that is from now. */
export function OfferTime({ until, onOver }: { until: string; onOver: () => void }) {
  const [now, setNow] = useState(Date.now);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  const left = Date.parse(until) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return over.current();
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <p className={classes.offer}>
      {isOver
        ? texts.offerOver
        : texts.offerUntil(fullTime(until), texts.left(Math.floor(left / MINUTE_MS)))}
    </p>
  );
}
