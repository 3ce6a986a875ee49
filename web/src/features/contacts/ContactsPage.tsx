import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { CountBadge } from '@/components/CountBadge.tsx';
import { PageTabs } from '@/components/PageTabs.tsx';
import hidden from '@/components/spoken.module.css';
import { LoadingState } from '@/components/states.tsx';
import { unreadQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { contactsFailed, contactsTexts as texts } from '@/texts/contacts.ts';
import { ContactList } from './components/ContactList.tsx';
import classes from './components/contacts.module.css';
import { ADD_CONTACTS, CONTACTS } from './paths.ts';

const RequestLists = lazy(() => loadPart(() => import('./components/RequestLists.tsx')));
const BlockedList = lazy(() => loadPart(() => import('./components/BlockedList.tsx')));
const FollowingList = lazy(() => loadPart(() => import('./components/FollowingList.tsx')));

const tabs: Record<keyof typeof texts.tabs, ComponentType> = {
  contacts: ContactList,
  requests: RequestLists,
  blocked: BlockedList,
  following: FollowingList,
};
type Tab = keyof typeof tabs;
/** Where the number of those who wait stops. */
const CAP = 99;
const names = Object.keys(tabs) as Tab[];

/** /kontakter, and /kontakter?tab=requests|blocked|following. */
export default function ContactsPage() {
  const [params] = useSearchParams();
  const asked = params.get('tab') as Tab;
  const tab = names.includes(asked) ? asked : 'contacts';
  const Shown = tabs[tab];
  const unread = useQuery(unreadQuery);
  const waiting = unread.data?.contacts ?? 0;
  usePageTitle(tab === 'contacts' ? texts.title : `${texts.tabs[tab]} – ${texts.title}`);
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <Button
          component={Link}
          to={ADD_CONTACTS}
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden="true" />}
        >
          {texts.add}
        </Button>
      </div>
      <PageTabs
        label={texts.sections}
        path={CONTACTS}
        names={names}
        texts={texts.tabs}
        current={tab}
        more={(name) =>
          name === 'requests' &&
          waiting > 0 && (
            <>
              <span aria-hidden="true">
                <CountBadge count={waiting} cap={CAP} />
              </span>{' '}
              <span className={hidden.spoken}>{texts.waiting(waiting)}</span>
            </>
          )
        }
      />
      {/* It is asked for again by itself. */}
      {unread.error && !unread.data && (
        <p className={classes.note} role="status">
          {messageOf(unread.error, contactsFailed.count)}
        </p>
      )}
      <Suspense fallback={<LoadingState />}>
        <Shown />
      </Suspense>
    </div>
  );
}
