import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { STAY } from '@/lib/stay.ts';

const reloadPage = () => window.location.reload();

/** Going to the address one is at reloads the page. */
export function useSamePage(reload = reloadPage): void {
  const { pathname, search, hash, key, state } = useLocation();
  const type = useNavigationType();
  const address = pathname + search;
  const shown = useRef({ address, key });

  useEffect(() => {
    const before = shown.current;
    shown.current = { address, key };
    const again = before.key !== key && before.address === address && hash === '';
    if (again && type !== 'POP' && state !== STAY) reload();
  }, [address, key, hash, type, state, reload]);
}
