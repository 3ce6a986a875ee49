import { IconCalendarClock, IconClock, IconList } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Channel } from '@/api/types.ts';
import { Sheet } from '@/components/Sheet.tsx';
import { toast } from '@/components/toast.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { laterTexts as texts } from '@/texts/everyday.ts';
import menu from '../components/MessageMenu.module.css';
import { ownPath } from '../paths.ts';
import { chatKeys } from '../queries.ts';
import { everydayApi } from './calls.ts';
import MomentDialog from './MomentDialog.tsx';
import { momentChoices } from './moments.ts';

interface Props {
  channel: Channel;
  content: string;
  anchor: Element;
  onClose: () => void;
  /** The server has it: the field may be emptied. */
  onPlanned: () => void;
}

/** When what is written is to be sent. Until the server has it, the text stays in its field. */
export default function LaterSheet({ channel, content, anchor, onClose, onPlanned }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [own, setOwn] = useState(false);
  const [now] = useState(() => new Date());
  const plan = async (at: Date, rrule: string | null = null) => {
    await everydayApi.schedule(channel.id, content, at.toISOString(), rrule);
    onPlanned();
    void client.invalidateQueries({ queryKey: chatKeys.scheduled });
    toast({ type: 'success', message: texts.planned(comingTime(at, new Date())) });
  };
  if (own) {
    return (
      <MomentDialog
        title={texts.later}
        submit={texts.later}
        rrule={null}
        onClose={onClose}
        onChosen={(at, _, rrule) => plan(at, rrule)}
      />
    );
  }
  return (
    <Sheet label={texts.later} anchor={anchor} onClose={onClose}>
      <ul className={menu.items}>
        {momentChoices(now, true).map(({ label, at }) => (
          <li key={label}>
            <button
              type="button"
              className={menu.item}
              onClick={() => {
                onClose();
                plan(at).catch((error: unknown) =>
                  toast({ type: 'error', message: messageOf(error) }),
                );
              }}
            >
              <IconClock size={18} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={menu.item} onClick={() => setOwn(true)}>
            <IconCalendarClock size={18} aria-hidden="true" />
            {texts.own}
          </button>
        </li>
        <li>
          <button
            type="button"
            className={menu.item}
            onClick={() => {
              onClose();
              void navigate(ownPath(channel.workspaceId, 'senare'));
            }}
          >
            <IconList size={18} aria-hidden="true" />
            {texts.show}
          </button>
        </li>
      </ul>
    </Sheet>
  );
}
