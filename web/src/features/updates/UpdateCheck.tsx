import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import dialogClasses from '@/components/Dialog.module.css';
import { Dialog } from '@/components/Dialog.tsx';
import { useFree } from '@/lib/writing.ts';
import { updateTexts } from '@/texts/updates.ts';
import { buildIn, timings, watchVersion } from './versionCheck.ts';

/** Says when a newer version is served; only the person reloads. */
export function UpdateCheck() {
  const [found, setFound] = useState(false);
  const watch = useRef<ReturnType<typeof watchVersion>>(null);

  useEffect(() => {
    const { hostname } = window.location;
    const own = buildIn(document);
    const started = watchVersion({ own, times: timings(hostname), found: () => setFound(true) });
    watch.current = started;
    return started.stop;
  }, []);

  const free = useFree(found);
  if (!found || !free) return null;
  const dismiss = () => {
    setFound(false);
    watch.current?.dismissed();
  };
  return (
    <Dialog title={updateTexts.title} onClose={dismiss}>
      <p>{updateTexts.text(window.location.host)}</p>
      <div className={dialogClasses.buttons}>
        <Button variant="default" onClick={dismiss}>
          {updateTexts.cancel}
        </Button>
        <Button onClick={() => window.location.reload()}>{updateTexts.reload}</Button>
      </div>
    </Dialog>
  );
}
