import { useEffect } from 'react';
import { useBlocker, useLocation, useNavigationType } from 'react-router';
import { closeTop, hasOpen } from '@/lib/layers.ts';
import { noteStep } from '@/lib/trail.ts';

/** Keeps what Back means: first what lies open over the page is closed, then the page itself is left. */
export function useTrail(): void {
  const { pathname, search, key } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own key
  useEffect(() => noteStep(pathname + search, type === 'PUSH'), [pathname, search, key, type]);

  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && hasOpen());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    closeTop();
  }, [blocker]);
}
