import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAddressBook, IconDots, IconSearch, IconShieldHalf } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { EmptyState } from '@/components/states.tsx';
import { dateOf } from '@/lib/dates.ts';
import { loadPart, loadWithin } from '@/lib/loadPart.ts';
import {
  personActionTexts as actionTexts,
  contactsFailed,
  contactsTexts as texts,
} from '@/texts/contacts.ts';
import { contactsQuery } from '../api.ts';
import { distinct } from '../lists.ts';
import { ADD_CONTACTS } from '../paths.ts';
import type { Contact } from '../types.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';
import { ActionItems, WriteButton } from './StatusButton.tsx';

const Suggestions = lazy(() => loadWithin(() => import('./Suggestions.tsx')));
const PrivacyDialog = lazy(() => loadPart(() => import('./PrivacyDialog.tsx')));

const PAUSE_MS = 200;

export function ContactList() {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useInfiniteQuery(contactsQuery(q));
  const items = distinct(query.data, ({ id }) => id);
  // Once there are contacts to search the field stays: between two answers there are none, and it would go while one types.
  const [searchable, setSearchable] = useState(false);
  if (items.length > 0 && !searchable) setSearchable(true);
  return (
    <>
      {searchable && (
        <div className={classes.search}>
          <IconSearch size={18} aria-hidden="true" />
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      )}
      <PagedList
        query={query}
        items={items}
        keyOf={({ id }) => id}
        label={texts.tabs.contacts}
        failed={contactsFailed.contacts}
        className={classes.rows}
        rowClassName={classes.contact}
        empty={
          q ? (
            <p className={classes.note} role="status">
              {texts.noMatch(q)}
            </p>
          ) : (
            <div className={classes.card}>
              <EmptyState
                title={texts.empty.contacts.title}
                text={texts.empty.contacts.text}
                icon={<IconAddressBook size={28} stroke={1.5} />}
              >
                <Button component={Link} to={ADD_CONTACTS}>
                  {texts.add}
                </Button>
                <Button component={Link} to="/search?types=person" variant="default">
                  {texts.find}
                </Button>
              </EmptyState>
            </div>
          )
        }
        row={(contact) => <Row contact={contact} />}
      />
      <Suspense>{q === '' && <Suggestions />}</Suspense>
    </>
  );
}

function Row({ contact }: { contact: Contact }) {
  const { id, user, created } = contact;
  const [privacy, setPrivacy] = useState(false);
  const { more, dialog } = usePersonActions(user, {
    userId: user.id,
    status: 'contact',
    canRequest: false,
    isFollowing: false,
    contactId: id,
  });
  return (
    <>
      <PersonLine
        person={user}
        facts={texts.since(dateOf(created))}
        controls={
          <>
            <WriteButton person={user} userId={user.id} first={false} />
            <Dropdown
              className={classes.dots}
              name={texts.moreFor(user.displayName)}
              label={<IconDots size={20} aria-hidden="true" />}
            >
              <button type="button" className={dropdownItem} onClick={() => setPrivacy(true)}>
                <IconShieldHalf size={20} stroke={1.75} aria-hidden="true" />
                {actionTexts.privacy}
              </button>
              {/* Whether I follow them stands on their card. */}
              <ActionItems actions={more.filter((one) => one.id !== 'follow')} />
            </Dropdown>
          </>
        }
      />
      <Suspense>
        {privacy && <PrivacyDialog contact={contact} onClose={() => setPrivacy(false)} />}
      </Suspense>
      {dialog}
    </>
  );
}
