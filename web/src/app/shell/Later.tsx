import { CreateHost } from '@/features/create/CreateHost.tsx';
import { useSignedIn } from '@/lib/session.ts';

/** What the shell has beside header, page and footer; its code comes after theirs. */
export default function Later() {
  const signedIn = useSignedIn();
  return signedIn && <CreateHost />;
}
