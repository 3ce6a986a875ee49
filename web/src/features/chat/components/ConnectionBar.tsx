import { useEffect, useState } from 'react';
import { useOnline } from '@/hooks/useOnline.ts';
import { realtime } from '@/realtime/connection.ts';
import { isExhausted } from '@/realtime/status.ts';
import { useConnection } from '@/realtime/useRealtime.ts';
import { chatTexts } from '@/texts/chat.ts';
import {
  connectionBlocked,
  connectionGaveUp,
  connectionOffline,
  connectionTexts,
} from '@/texts/connection.ts';
import classes from './ConnectionBar.module.css';

/** A blink while the socket is changed is not worth a word. */
const SHOW_AFTER_MS = 1500;

/** In the line below the text fields that is always kept for who is typing: nothing moves, and nothing is covered. */
export default function ConnectionBar() {
  const connection = useConnection();
  const gaveUp = isExhausted(connection);
  const online = useOnline();
  const away = connection.status !== 'CONNECTED' || !online;
  const text = connection.polls
    ? connectionBlocked
    : gaveUp
      ? connectionGaveUp
      : connectionTexts[connection.status];
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!away) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [away]);
  return (
    <div role="status" data-connection={connection.status}>
      {shown && (
        <div className={classes.bar} data-status={connection.status}>
          <span className={classes.dot} aria-hidden="true" />
          <span className={classes.text}>{online ? text : connectionOffline}</span>
          {online && (connection.polls || connection.status === 'ERROR') && (
            <button type="button" className={classes.button} onClick={() => realtime.reconnect()}>
              {chatTexts.retry}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
