import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '@/api/types.ts';
import { announceTexts as texts } from '@/texts/asking.ts';
import { useMessageActions } from '../components/actions.ts';
import { useChatSession } from '../session.ts';
import classes from './asking.module.css';
import { audienceQuery, confirm } from './calls.ts';

/** Below a message that asks to be confirmed: the button, and how many have. */
export default function Confirmations({ message }: { message: Message }) {
  const session = useChatSession();
  const actions = useMessageActions();
  const can = actions.abilities(message);
  const [pending, setPending] = useState(false);
  const audience = useQuery({ ...audienceQuery(message.id), enabled: can.receipts }).data;
  const acked = message.ackCount ?? 0;
  const count = texts.count(acked, audience === undefined ? null : Math.max(audience, acked));
  return (
    <div className={classes.confirm}>
      {can.confirm && (
        <button
          type="button"
          className={classes.button}
          aria-disabled={pending}
          onClick={() => {
            if (pending) return;
            setPending(true);
            void confirm(session, message).finally(() => setPending(false));
          }}
        >
          {texts.confirm}
        </button>
      )}
      {message.myAck && (
        <span className={classes.done}>
          <IconCircleCheck size={16} aria-hidden="true" />
          {texts.confirmed}
        </span>
      )}
      {can.receipts ? (
        <button
          type="button"
          className={classes.link}
          aria-haspopup="dialog"
          onClick={() => actions.showReceipts(message)}
        >
          <IconUsers size={16} aria-hidden="true" />
          {count}
        </button>
      ) : (
        acked > 0 && <span className={classes.note}>{count}</span>
      )}
    </div>
  );
}
