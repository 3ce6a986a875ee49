import { Button, type ButtonProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyOnce } from './Slot.tsx';
import { inSlot, type Shared } from './slots.ts';

type ShareButtonProps = Omit<Shared, 'onClose'> & { label: string; name: string } & ButtonProps;

/** Puts a thing into a message: a button, and the dialog of whoever sends messages. `name`: what a screen reader says. */
export function ShareButton({ card, text, what, label, name, ...props }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [share] = inSlot('share');
  const Dialog = share && lazyOnce(share.load);
  return (
    Dialog && (
      <>
        <Button variant="default" aria-label={name} onClick={() => setOpen(true)} {...props}>
          {label}
        </Button>
        {isOpen && (
          <Suspense>
            <Dialog
              what={what}
              {...(card && { card })}
              {...(text && { text })}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </>
    )
  );
}
