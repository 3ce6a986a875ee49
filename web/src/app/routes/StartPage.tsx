import { Home } from '@/features/start/components/Home.tsx';
import { Landing } from '@/features/start/components/Landing.tsx';
import { useSignedIn } from '@/lib/session.ts';

export function StartPage() {
  return useSignedIn() ? <Home /> : <Landing />;
}
