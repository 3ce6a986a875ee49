import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { meQuery, myEntitiesQuery } from '@/features/accounts/api.ts';
import { keepSession } from '@/lib/session.ts';
import { tellContext } from './Switching.tsx';
import { followOtherTabs, followPath, forgetContext, knowFacts, useActing } from './store.ts';

/** Keeps the active context in step with the address, the memberships and the other tabs. */
export function ContextSync() {
  const { data: me } = useQuery(meQuery);
  const { data: organisations } = useQuery(myEntitiesQuery);
  const { pathname } = useLocation();

  const place = useRef(pathname);

  useEffect(() => {
    place.current = pathname;
    followPath(pathname);
  }, [pathname]);
  useEffect(() => {
    if (me && organisations) knowFacts({ me, organisations }, place.current);
  }, [me, organisations]);
  const acting = useActing() !== null;
  useEffect(() => {
    if (me) keepSession({ user: me, actingAs: acting ? 'entity' : 'person' });
  }, [me, acting]);
  useEffect(() => followOtherTabs(tellContext), []);
  useEffect(() => forgetContext, []);
  return null;
}
