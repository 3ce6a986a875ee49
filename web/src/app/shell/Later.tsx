import { lazy, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PicturePrompt } from '@/features/accounts/components/PicturePrompt.tsx';
import { CheckInHost } from '@/features/calendar/enrollment/CheckInHost.tsx';
import { PersonCardHost } from '@/features/contacts/PersonCardHost.tsx';
import { CreateHost } from '@/features/create/CreateHost.tsx';
import { GuideHost } from '@/features/guides/GuideHost.tsx';
import { ReportHost } from '@/features/moderation/ReportHost.tsx';
import { Renewal } from '@/features/push/Renewal.tsx';
import { logReferral } from '@/features/referral/referral.ts';
import { ReturnToService } from '@/features/returning/ReturnToService.tsx';
import { ShortcutsHost } from '@/features/shortcuts/ShortcutsHost.tsx';
import { StatusHost } from '@/features/status/StatusHost.tsx';
import { SwitcherHost } from '@/features/switcher/SwitcherHost.tsx';
import { onOpenFromWorker, registerWorker } from '@/features/updates/serviceWorker.ts';
import { UpdateCheck } from '@/features/updates/UpdateCheck.tsx';
import { useSignedIn } from '@/lib/session.ts';
import { STAY } from '@/lib/stay.ts';

/** Where somebody is only on the way in or out. */
const SIGNING = ['login', 'signup', 'register', 'verify', 'reset'];

/** Only outside production: not even its code is in the build. */
const DebugDisplay = import.meta.env.PROD
  ? () => null
  : lazy(() => import('@/features/debug/DebugDisplay.tsx'));

/** What the shell has beside header, page and footer; its code comes after theirs. */
export default function Later() {
  const signedIn = useSignedIn();
  const first = useLocation().pathname.split('/')[1] ?? '';
  useEffect(logReferral, []);
  useEffect(registerWorker, []);
  // For whoever drives a page by machine: from now on all of it listens. Those below have listened before.
  useEffect(() => {
    document.documentElement.dataset.shell = 'whole';
  }, []);
  const navigate = useNavigate();
  useEffect(() => onOpenFromWorker((path) => void navigate(path, { state: STAY })), [navigate]);
  return (
    <>
      <UpdateCheck />
      <DebugDisplay />
      {signedIn && !SIGNING.includes(first) && (
        <>
          <CreateHost />
          <PersonCardHost />
          <ShortcutsHost />
          <SwitcherHost />
          <StatusHost />
          <ReportHost />
          <GuideHost />
          <PicturePrompt />
          <ReturnToService />
          <Renewal />
          <CheckInHost />
        </>
      )}
    </>
  );
}
