import { useEffect, useState } from 'react';

const HEARD_MS = 2_000;

/** What a screen reader hears; a word said twice is heard twice. */
export function useSaid() {
  const [said, say] = useState('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(''), HEARD_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return { said, say };
}
