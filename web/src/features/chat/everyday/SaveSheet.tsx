import { IconBell, IconBellPlus, IconBookmark, IconBookmarkOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '@/api/types.ts';
import { Sheet } from '@/components/Sheet.tsx';
import { comingTime } from '@/lib/comingTime.ts';
import { saveTexts as texts } from '@/texts/everyday.ts';
import menu from '../components/MessageMenu.module.css';
import { failed, save, unsave } from './acts.ts';
import { isSavedQuery } from './calls.ts';
import classes from './everyday.module.css';
import MomentDialog from './MomentDialog.tsx';
import { momentChoices } from './moments.ts';

interface Props {
  message: Message;
  anchor: Element;
  onClose: () => void;
}

/** Keeps a message for oneself, with or without a reminder; says so where it is kept already. */
export default function SaveSheet({ message, anchor, onClose }: Props) {
  const client = useQueryClient();
  const [own, setOwn] = useState(false);
  const [now] = useState(() => new Date());
  const saved = useQuery(isSavedQuery(message.id)).data;
  const keep = (at: Date | null) => () => {
    onClose();
    save(client, message.id, at).catch(failed);
  };
  if (own) {
    return (
      <MomentDialog
        title={texts.ownTitle}
        submit={texts.save}
        {...(saved?.remindAt && { first: saved.remindAt })}
        onClose={onClose}
        onChosen={(at) => save(client, message.id, at)}
      />
    );
  }
  return (
    <Sheet label={texts.saveTitle} anchor={anchor} onClose={onClose}>
      {saved && (
        <p className={classes.note} role="status">
          {saved.remindAt ? texts.alreadyUntil(comingTime(saved.remindAt, now)) : texts.already}
        </p>
      )}
      <ul className={menu.items}>
        <li>
          <button type="button" className={menu.item} data-autofocus onClick={keep(null)}>
            <IconBookmark size={18} aria-hidden="true" />
            {texts.plain}
          </button>
        </li>
        {momentChoices(now, true).map(({ label, at }) => (
          <li key={label}>
            <button type="button" className={menu.item} onClick={keep(at)}>
              <IconBell size={18} aria-hidden="true" />
              {`${texts.remind} ${label.toLocaleLowerCase('sv')}`}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={menu.item} onClick={() => setOwn(true)}>
            <IconBellPlus size={18} aria-hidden="true" />
            {texts.own}
          </button>
        </li>
        {saved && (
          <li>
            <button
              type="button"
              className={menu.item}
              data-danger
              onClick={() => {
                onClose();
                void unsave(client, message.id);
              }}
            >
              <IconBookmarkOff size={18} aria-hidden="true" />
              {texts.remove}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
