import { freeCorner } from '@/lib/freeCorner.ts';

/**
 * A short word to the person, in the toast stack. The stack's code is loaded with the first
 * word or when the page is idle; a toast shown before that waits in its queue.
 */
export type Toast = {
  type: 'info' | 'success' | 'warning' | 'error';
  message: string;
  /** ms; 0 stays until it is closed. */
  duration?: number;
};

const colors = { info: 'gray', success: 'green', warning: 'yellow', error: 'red' };
const DURATION = 4_000;

function corner() {
  const focused = document.activeElement;
  const used = focused?.matches('input, textarea, select, button, a')
    ? focused.getBoundingClientRect()
    : null;
  return freeCorner(used, window.innerWidth, window.innerHeight);
}

export function toast({ type, message, duration = DURATION }: Toast): void {
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({
      // What is already there is not said twice.
      id: message,
      message,
      position: corner(),
      color: colors[type],
      autoClose: duration || false,
      withBorder: true,
      role: type === 'warning' || type === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': 'Stäng' },
    });
  });
}
