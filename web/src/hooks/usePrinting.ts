import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Calls back as the page goes to paper and comes from it, before the browser takes it as it is; returns what ends that. */
export function onPrinting(call: (printing: boolean) => void): () => void {
  const paper = window.matchMedia('print');
  const before = () => call(true);
  const after = () => call(false);
  // Where a program prints the page there are no such events, but its medium changes.
  const changed = () => call(paper.matches);
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  paper.addEventListener('change', changed);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
    paper.removeEventListener('change', changed);
  };
}

/** Whether the page is being printed: what stands on paper alone is drawn then. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => window.matchMedia('print').matches);
  useEffect(() => onPrinting((on) => flushSync(() => setPrinting(on))), []);
  return printing;
}
