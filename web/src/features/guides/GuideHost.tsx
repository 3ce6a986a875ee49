import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { on, START_GUIDE } from '@/commands/events.ts';
import { toast } from '@/components/toast.ts';
import { guideIds, isMandatory, MENU } from '@/lib/guideIds.ts';
import { whenFree } from '@/lib/writing.ts';
import { guideTexts } from '@/texts/guides.ts';
import { guideCalls, guidesQuery } from './api.ts';
import { guideAt } from './at.ts';
import { type Guide, guideOf, presentSteps } from './catalog.ts';
import { GuideAlert, GuideIntro, Welcome } from './dialogs.tsx';
import { GuideFlow, TOUR_START_MS } from './flow.ts';

const SPEED_TOAST_MS = 5_000;

type Shown = { what: 'welcome' } | { what: 'intro'; guide: Guide } | null;
type Alert = 'skip' | 'close' | null;

/** Mounted while somebody is signed in: offers the welcome, and runs the guides asked for. */
export function GuideHost() {
  const client = useQueryClient();
  const [flow] = useState(() => {
    // One answer for all who ask at the start.
    const status = () => client.fetchQuery(guidesQuery);
    return new GuideFlow({ ...guideCalls, status }, (type, message, duration) =>
      toast({ type, message, duration }),
    );
  });
  const [shown, setShown] = useState<Shown>(null);
  const [alert, setAlert] = useState<Alert>(null);
  const running = useRef<{ stop: () => void }>(null);

  const run = useCallback(
    async (guide: Guide) => {
      const [{ startTour }] = await Promise.all([
        import('./tour.ts'),
        new Promise((resolve) => setTimeout(resolve, TOUR_START_MS)),
      ]);
      const text =
        document.readyState === 'complete' ? guideTexts.missing : guideTexts.stillLoading;
      const missing = { title: guideTexts.missingTitle, description: text };
      const steps = presentSteps(guide.steps, missing);
      const mandatory = isMandatory(guide.id, guide.isManual);
      running.current?.stop();
      running.current = startTour({
        steps,
        mandatory: mandatory && steps[0] !== missing,
        manual: guide.isManual,
        tooFast: () =>
          toast({ type: 'warning', message: guideTexts.tooFast, duration: SPEED_TOAST_MS }),
        refused: () => setAlert('close'),
        reached: () => {
          if (steps[0] === missing) return;
          void flow
            .complete(guide.id)
            .then(() => client.invalidateQueries({ queryKey: guidesQuery.queryKey }));
        },
        ended: () => {
          running.current = null;
        },
      });
    },
    [client, flow],
  );

  const startMenu = useCallback(() => {
    setAlert(null);
    setShown(null);
    void flow.startFromWelcome(async () => {
      if (await flow.isDue(MENU)) await run(guideOf(MENU, false));
    });
  }, [flow, run]);

  useEffect(() => {
    let gone = false;
    let stopWaiting: () => void = () => {};
    void flow.firstCheck().then((welcome) => {
      if (!welcome || gone) return;
      // Who is writing is not interrupted, mandatory as it is.
      stopWaiting = whenFree(() => {
        if (!running.current) setShown({ what: 'welcome' });
      });
    });
    return () => {
      gone = true;
      stopWaiting();
      running.current?.stop();
    };
  }, [flow]);

  useEffect(
    () =>
      on<string>(START_GUIDE, (id) => {
        const known = guideIds.find((one) => one === id);
        if (known)
          setShown({ what: 'intro', guide: guideAt(known, window.location.pathname, client) });
      }),
    [client],
  );

  async function skipWelcome() {
    if (await flow.mayDismiss()) {
      setShown(null);
      await flow.skip(MENU, false, guideTexts.skipped);
    } else {
      setAlert('skip');
    }
  }

  return (
    <>
      {shown?.what === 'welcome' && (
        <Welcome
          onStart={startMenu}
          onSkip={() => void skipWelcome()}
          onClose={() => setAlert('close')}
        />
      )}
      {shown?.what === 'intro' && (
        <GuideIntro
          guide={shown.guide}
          onStart={() => {
            setShown(null);
            void flow.start(shown.guide.id);
            void run(shown.guide);
          }}
          onSkip={() => {
            setShown(null);
            void flow.skip(shown.guide.id, true, guideTexts.skipped);
          }}
          onClose={() => setShown(null)}
        />
      )}
      {alert && (
        <GuideAlert
          kind={alert}
          onOk={() => {
            if (alert === 'skip') startMenu();
            else setAlert(null);
          }}
        />
      )}
    </>
  );
}
