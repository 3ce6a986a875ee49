import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import dialogClasses from '@/components/Dialog.module.css';
import { Dialog } from '@/components/Dialog.tsx';
import { useFree } from '@/lib/writing.ts';
import { returnTexts } from '@/texts/updates.ts';
import classes from './returning.module.css';
import { CHECK_AFTER_MS, type Service, serviceInitials, takeService } from './returning.ts';

/** Signed in for a sister service: asks whether to go on there. */
export function ReturnToService() {
  const [service, setService] = useState<Service | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setService(takeService()), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const free = useFree(service !== null);
  if (!service || !free) return null;
  const { label, to } = service;
  const close = () => setService(null);
  return (
    <Dialog title={returnTexts.title(label)} onClose={close}>
      <div className={classes.service}>
        <span className={classes.initials} aria-hidden="true">
          {serviceInitials(label)}
        </span>
        <p>{returnTexts.text(label)}</p>
      </div>
      <div className={dialogClasses.buttons}>
        <Button variant="default" onClick={close}>
          {returnTexts.stay}
        </Button>
        <Button component="a" href={to} target="_blank" rel="noreferrer" onClick={close}>
          {returnTexts.open(label)}
        </Button>
      </div>
    </Dialog>
  );
}
