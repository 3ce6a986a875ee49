import { useCallback, useEffect, useState } from 'react';
import { type Period, spanOf, stepped } from './days.ts';
import { useAhead } from './useCalendar.ts';

type Way = -1 | 1;

/**
 * Leafing to the next period and the one before. What comes next in the way that somebody leafs is asked for while they look,
 * and what a button leads to as soon as they are at it; a year is too much for that.
 */
export function useLeafing(
  { period, date, pending }: { period: Period; date: string; pending: boolean },
  show: (day: string) => void,
) {
  const ahead = useAhead();
  const [way, setWay] = useState<Way | null>(null);
  const approach = useCallback(
    (n: Way) => {
      if (period !== 'year') ahead(spanOf(period, stepped(period, date, n)));
    },
    [ahead, period, date],
  );
  useEffect(() => {
    if (way && !pending) approach(way);
  }, [approach, pending, way]);
  const step = (n: Way) => {
    setWay(n);
    show(stepped(period, date, n));
  };
  /** What a button that leafs has. */
  const leafing = (n: Way) => ({
    onClick: () => step(n),
    onPointerEnter: () => approach(n),
    onFocus: () => approach(n),
  });
  return { step, leafing };
}
