import { useEffect } from 'react';
import { useMe } from '@/features/accounts/api.ts';
import { pushOwner } from '@/lib/pushOwner.ts';

/** At the start: push messages that were turned on here go on. Its code comes only where they were. */
export function Renewal() {
  const person = useMe()?.idUser;
  useEffect(() => {
    if (person === undefined || pushOwner() === null) return;
    import('./device.ts')
      .then(({ renew }) => renew(person))
      .catch((error: unknown) => console.warn('push messages were not renewed', error));
  }, [person]);
  return null;
}
