import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The chat is kept fresh by its live connection, and its lists hold their place. */
const KEEPS_ITSELF = 'chat';

/** Going to the address one is at fetches what the page shows anew. */
export function useSamePage(): void {
  const client = useQueryClient();
  const { pathname, search, hash, key } = useLocation();
  const type = useNavigationType();
  const address = pathname + search;
  const shown = useRef({ address, key });

  useEffect(() => {
    const before = shown.current;
    shown.current = { address, key };
    const again = before.key !== key && before.address === address && hash === '';
    if (!again || type === 'POP') return;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== KEEPS_ITSELF,
    });
  }, [address, key, hash, type, client]);
}
