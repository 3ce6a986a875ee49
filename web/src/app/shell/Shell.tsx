import { Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import type { Command } from '@/commands/registry.ts';
import { useShortcuts } from '@/commands/useShortcuts.ts';
import { useVisibleHeight } from '@/hooks/useVisibleHeight.ts';
import { keepChosen } from '@/lib/chosenPerson.ts';
import { idlePart } from '@/lib/idlePart.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { part } from '@/lib/part.tsx';
import { useSignedIn } from '@/lib/session.ts';
import { shellTexts } from '@/texts/shell.ts';
import { Footer } from './Footer.tsx';
import { HeaderFrame } from './HeaderFrame.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import classes from './Shell.module.css';
import { useRouteFocus } from './useRouteFocus.ts';
import { useSamePage } from './useSamePage.ts';
import { useTrail } from './useTrail.ts';

const SignedInHeader = part(() => import('./SignedInHeader.tsx'));
const SignedOutHeader = part(() => import('./SignedOutHeader.tsx'));
const BottomBar = part(() => import('./BottomBar.tsx'));
const loadLater = () => import('./Later.tsx');
/** What the page does not show at first: dialogs, guides, checks. */
const Later = idlePart(loadLater, () => loadPart(loadLater));

/** The shell of who is signed in, or is not, is there: it is drawn in one go with the page. */
export async function fetchShell(signedIn: boolean): Promise<void> {
  const parts = signedIn ? [SignedInHeader, BottomBar] : [SignedOutHeader];
  // Without a network the page stands without it until it comes.
  await Promise.allSettled(parts.map(({ fetched }) => fetched()));
}

/** Areas that fill the window themselves: no footer, and nothing scrolls but inside them. */
const FULL_HEIGHT = ['konversation', 'messages'];

/** `commands`: those of the areas, beside the shell's own. */
export function Shell({ commands }: { commands: readonly Command[] }) {
  const signedIn = useSignedIn();
  const area = useLocation().pathname.split('/')[1] ?? '';
  const loading = useNavigation().state === 'loading';
  const full = FULL_HEIGHT.includes(area);
  const main = useRouteFocus(full ? area : undefined);
  useVisibleHeight();
  useShortcuts(commands);
  useSamePage();
  useTrail();
  useEffect(() => (signedIn ? keepChosen() : undefined), [signedIn]);

  return (
    <div className={full ? classes.full : classes.page}>
      <a className={classes.skip} href="#main">
        {shellTexts.skip}
      </a>
      <div className={classes.top}>
        {!full && <OfflineBanner />}
        <Suspense fallback={<HeaderFrame />}>
          {signedIn ? <SignedInHeader /> : <SignedOutHeader />}
        </Suspense>
        {loading && (
          <div className={classes.progress} role="progressbar" aria-label={shellTexts.loading} />
        )}
      </div>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {!full && <Footer />}
      {signedIn && (
        <Suspense>
          <BottomBar />
        </Suspense>
      )}
      <Later />
      <ScrollRestoration />
    </div>
  );
}
