import { type RefObject, useEffect, useState } from 'react';
import { loadWithin } from '@/lib/loadPart.ts';
import { useStable } from './useStable.ts';

/** Files dropped anywhere in the pane that an element is in; whether some are being dragged over it. */
export function useDrop(
  within: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [dropping, setDropping] = useState(false);
  const take = useStable(onFiles);
  useEffect(() => {
    const pane = within.current?.closest<HTMLElement>('[data-region]');
    if (!pane) return;
    let stop: (() => void) | undefined;
    let gone = false;
    // Nobody drops a file before the page stands.
    void loadWithin(() => import('./dropTarget.ts')).then(({ dropTarget }) => {
      if (!gone) stop = dropTarget(pane, setDropping, take);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [within, take]);
  return dropping;
}
