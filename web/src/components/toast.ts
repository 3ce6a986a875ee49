import { createElement, Fragment, type ReactNode } from 'react';
import { freeCorner } from '@/lib/freeCorner.ts';
import classes from './toast.module.css';

/**
 * A short word to the person, in the toast stack. The stack's code is loaded with the first
 * word or when the page is idle; a toast shown before that waits in its queue.
 */
export type Toast = {
  type: 'info' | 'success' | 'warning' | 'error';
  message: string;
  /** ms; 0 stays until it is closed. */
  duration?: number;
  /** What can still be done about it: 'Ångra'. */
  action?: { label: string; run: () => void };
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

/** The word, and the button that takes it away with it. */
function shown({ message, action }: Toast, close: () => void): ReactNode {
  if (!action) return message;
  const onClick = () => {
    close();
    action.run();
  };
  const button = { className: classes.action, onClick };
  return createElement(
    Fragment,
    null,
    message,
    createElement('button', { type: 'button', ...button }, action.label),
  );
}

export function toast(said: Toast): void {
  const { type, message, duration = DURATION } = said;
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({
      // What is already there is not said twice.
      id: message,
      message: shown(said, () => notifications.hide(message)),
      position: corner(),
      color: colors[type],
      autoClose: duration || false,
      withBorder: true,
      role: type === 'warning' || type === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': 'Stäng' },
    });
  });
}
