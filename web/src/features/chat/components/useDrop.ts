import { type RefObject, useEffect, useState } from 'react';
import { useStable } from './useStable.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

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
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(true);
    };
    const leave = (event: DragEvent) => {
      if (!pane.contains(event.relatedTarget as Node | null)) setDropping(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    pane.addEventListener('dragover', over);
    pane.addEventListener('dragleave', leave);
    pane.addEventListener('drop', drop);
    return () => {
      pane.removeEventListener('dragover', over);
      pane.removeEventListener('dragleave', leave);
      pane.removeEventListener('drop', drop);
    };
  }, [within, take]);
  return dropping;
}
