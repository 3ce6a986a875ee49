import { useLocation } from 'react-router';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';

/** What an area adds to this page of information for who is signed in. */
export default function Start() {
  const { pathname } = useLocation();
  const found = inSlot('info').find(({ path }) => path === pathname);
  if (!found) return null;
  const Drawn = lazyOnce(found.load);
  return <Drawn />;
}
