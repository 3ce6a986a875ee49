import { useRef, useState } from 'react';
import { infopointTexts as texts } from '@/texts/infopoints.ts';
import type { Position } from './lib/coordinates.ts';

const TIMEOUT_MS = 10_000;
/** A position that is so old still says where one is. */
const KNOWN_MS = 60_000;

/** As the browser numbers what went wrong. */
const WRONG: Record<number, keyof typeof texts.locate> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
};

/** Where the device is: asked on a click only, kept nowhere. */
export function useHere(found: (position: Position) => void) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(found);
  latest.current = found;

  function ask() {
    setProblem(null);
    if (!('geolocation' in navigator)) {
      setProblem(texts.locate.unavailable);
      return;
    }
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        setAsking(false);
        latest.current({ longitude, latitude });
      },
      ({ code }) => {
        setAsking(false);
        setProblem(texts.locate[WRONG[code] ?? 'unavailable']);
      },
      { timeout: TIMEOUT_MS, maximumAge: KNOWN_MS },
    );
  }
  return { ask, isAsking, problem };
}
