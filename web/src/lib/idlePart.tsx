import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useIdle } from './whenIdle.ts';

type Part = { default: ComponentType };

/**
 * A part that nobody sees at first: fetched at once, while there is a network, and drawn when the
 * page is idle. Should it not come (a tunnel), the page stands without it. `get` is for who does
 * more than fetch it once it is to be drawn.
 */
export function idlePart(load: () => Promise<Part>, get = load) {
  const Drawn = lazy(() => get().catch(() => ({ default: () => <></> })));
  return function IdlePart() {
    const idle = useIdle();
    useEffect(() => {
      // A task of its own: naming a part's files costs as much as drawing what is seen.
      const timer = setTimeout(() => load().catch(() => {}));
      return () => clearTimeout(timer);
    }, []);
    return (
      idle && (
        <Suspense>
          <Drawn />
        </Suspense>
      )
    );
  };
}
