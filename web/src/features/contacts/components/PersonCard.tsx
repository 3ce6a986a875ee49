import { IconFlag, IconUser, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { openReport } from '@/commands/events.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { dropdownItem } from '@/components/Dropdown.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { statusQuery } from '@/features/status/api.ts';
import { StatusLine } from '@/features/status/index.ts';
import { dateOf } from '@/lib/dates.ts';
import { reportLabel } from '@/texts/area.ts';
import {
  personActionTexts as actionTexts,
  contactsFailed,
  contactsTexts,
  personCardTexts as texts,
} from '@/texts/contacts.ts';
import { cardQuery } from '../api.ts';
import { pageOf } from '../paths.ts';
import type { CommonEntity, PersonCardData, Status } from '../types.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './card.module.css';
import { ActionItems, NextActions, WriteButton } from './StatusButton.tsx';

type PersonCardProps = { userId: number; anchor: Element | null; onClose: () => void };

/** Who somebody is and what one can do about it: beside their name, or from below on a phone. */
export default function PersonCard({ userId, anchor, onClose }: PersonCardProps) {
  const { data, error, refetch } = useQuery(cardQuery(userId));
  return (
    <Sheet
      label={texts.label(data?.user.displayName ?? '…')}
      anchor={anchor}
      side="start"
      onClose={onClose}
    >
      <div className={classes.card}>
        <button type="button" className={classes.close} aria-label={texts.close} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
        {data && <Known card={data} onClose={onClose} />}
        {data === null && <p className={classes.absent}>{texts.absent}</p>}
        {!data && error && (
          <ErrorState error={error} otherwise={contactsFailed.status} onRetry={refetch} />
        )}
        {data === undefined && !error && <LoadingState />}
      </div>
    </Sheet>
  );
}

function Known({ card, onClose }: { card: PersonCardData; onClose: () => void }) {
  const { user, status, entities, mutualContacts, mayMessage } = card;
  const { next, more, dialog, failure } = usePersonActions(user, status);
  const self = status.status === 'self';
  // The card itself says nothing of it; asked for as it is opened.
  useQuery(statusQuery(user.id, user.username));
  return (
    <>
      <div className={classes.head}>
        <span className={classes.picture} data-online={card.online || undefined}>
          <Avatar name={user.displayName} image={user.avatar ?? null} size={64} />
        </span>
        <div className={classes.who}>
          <p className={classes.name} dir="auto">
            {user.displayName}
          </p>
          <p className={classes.faint}>
            @{user.username}
            {card.online && ` · ${texts.online}`}
          </p>
          <StatusLine userId={user.id} className={classes.words ?? ''} />
          <p className={classes.status} role="status">
            {statusLine(status)}
          </p>
        </div>
      </div>
      <Common entities={entities} mutualContacts={mutualContacts} onChosen={onClose} />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {(next.length > 0 || (mayMessage && !self)) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: hears that its link leads away
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click too
        <div
          className={classes.next}
          onClick={({ target }) => target instanceof Element && target.closest('a') && onClose()}
        >
          <NextActions actions={next} />
          {mayMessage && !self && (
            <WriteButton person={user} userId={user.id} first={next.length === 0} />
          )}
        </div>
      )}
      <div className={classes.more}>
        <Link className={dropdownItem} to={pageOf(user)} onClick={onClose}>
          <IconUser size={20} stroke={1.75} aria-hidden="true" />
          {actionTexts.profile}
        </Link>
        <ActionItems actions={more} />
        {!self && (
          <button
            type="button"
            className={dropdownItem}
            onClick={() => {
              onClose();
              openReport({ targetType: 'PERSON', targetId: user.id });
            }}
          >
            <IconFlag size={20} stroke={1.75} aria-hidden="true" />
            {reportLabel}
          </button>
        )}
      </div>
      {dialog}
    </>
  );
}

/** What somebody is to me, in words. */
export const statusLine = ({ status, retryAt }: Status): string =>
  status === 'none' && retryAt ? actionTexts.again(dateOf(retryAt)) : actionTexts.status[status];

type CommonProps = { entities: CommonEntity[]; mutualContacts: number; onChosen?: () => void };

/** What two people share. */
export function Common({ entities, mutualContacts, onChosen }: CommonProps) {
  if (entities.length === 0 && mutualContacts === 0) return null;
  return (
    <section className={classes.common} aria-label={texts.inCommon}>
      <p className={classes.heading}>{texts.inCommon}</p>
      <ul>
        {entities.map(({ id, displayName, slugName }) => (
          <li key={id}>
            <Link to={`/${slugName}`} onClick={onChosen}>
              {displayName}
            </Link>
          </li>
        ))}
        {mutualContacts > 0 && <li>{contactsTexts.mutual(mutualContacts)}</li>}
      </ul>
    </section>
  );
}
