import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DisplayFlags, Membership } from '@/api/types.ts';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { FewPromoted, Today } from '@/features/calendar/index.ts';
import { workspacePath } from '@/features/chat/paths.ts';
import { Invitations } from '@/features/entities/index.ts';
import { homeUnreadQuery, homeWorkspacesQuery } from '@/features/start/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useRunning } from '@/hooks/useRunning.ts';
import { isDisplayed } from '@/lib/displayed.ts';
import { entityTypeLabel, relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import { startTexts } from '@/texts/start.ts';
import classes from './Home.module.css';

const texts = startTexts.home;
const { personal } = shellTexts;

const own = [
  { id: 'organisations', order: 10 },
  { id: 'calendar', order: 20 },
] as const;

/** Those of areas among them, each where its number says. */
const allSections = (flags: DisplayFlags | undefined) =>
  [...own.map((one) => ({ ...one, label: personal[one.id] })), ...inSlot('home')]
    .filter(({ id }) => isDisplayed(id, flags))
    .sort((a, b) => a.order - b.order);

/** Where a signed-in person begins: their organisations, and what is new in them. */
export default function Home() {
  const me = useMe();
  const [search] = useSearchParams();
  const sections = allSections(me?.displayFlags);
  const asked = search.get('section');
  const section = sections.find(({ id }) => id === asked)?.id ?? 'organisations';
  usePageTitle(texts.title);
  return (
    <div className={classes.home}>
      <h1 className={classes.greeting}>
        {me ? texts.greeting(me.firstName || me.displayName) : <>&nbsp;</>}
      </h1>
      <nav className={classes.sections} aria-label={texts.sections} data-tour="sections">
        {sections.map(({ id, label }) => (
          <Link key={id} to={`/?section=${id}`} aria-current={id === section ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {section === 'organisations' && (
        <>
          <Today />
          <Invitations />
          <Organisations />
          <Events />
        </>
      )}
      {section === 'calendar' && (
        <>
          <Today />
          <Events />
        </>
      )}
      {inSlot('home')
        .filter(({ id }) => id === section)
        .map(({ id, label, load }) => {
          const Drawn = lazyOnce(load);
          return (
            <section key={id} aria-label={label}>
              <Suspense>
                <Drawn />
              </Suspense>
            </section>
          );
        })}
    </div>
  );
}

/** What organisations show to everybody; the page's frame has none. */
function Events() {
  const running = useRunning();
  return (
    running && (
      <Suspense>
        <FewPromoted />
      </Suspense>
    )
  );
}

function Organisations() {
  const { data, error, refetch } = useQuery(myEntitiesQuery);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  if (data.length === 0) return <NoOrganisations />;
  return (
    <section aria-labelledby="home-organisations" data-tour="organisations">
      <div className={classes.head}>
        <h2 id="home-organisations">{texts.organisations}</h2>
        <Button component={Link} to="/cre" variant="default">
          {texts.create}
        </Button>
      </div>
      <OrganisationCards organisations={data} />
    </section>
  );
}

function OrganisationCards({ organisations }: { organisations: Membership[] }) {
  const { data: workspaces = [], isPending } = useQuery(homeWorkspacesQuery);
  const unread = useQueries({
    queries: workspaces.map((one) => homeUnreadQuery(one.workspaceId)),
  });

  return (
    <ul className={classes.cards}>
      {organisations.map((one) => {
        const index = workspaces.findIndex((other) => other.entityId === one.idEntity);
        const workspace = workspaces[index];
        return (
          <li key={one.idEntity} className={classes.card}>
            <Link to={`/${one.entitySlug}`} className={classes.identity}>
              <Avatar name={one.entityName} image={one.image} size={48} />
              <span className={classes.names}>
                <span className={classes.name}>{one.entityName}</span>
                <span className={classes.about}>
                  {entityTypeLabel(one.entityType)} · {relationLabel(one.txRelationType)}
                </span>
              </span>
            </Link>
            {/* Its room is kept while it is not known. */}
            {isPending && <div className={classes.chat} />}
            {workspace && (
              <div className={classes.chat}>
                <UnreadLine total={unread[index]?.data?.total} />
                <Button
                  component={Link}
                  to={workspacePath(workspace.workspaceId)}
                  variant="light"
                  aria-label={texts.openChatFor(one.entityName)}
                >
                  {texts.openChat}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function UnreadLine({ total }: { total: number | undefined }) {
  if (total === undefined) return <span className={classes.caughtUp}>&nbsp;</span>;
  if (total === 0) return <span className={classes.caughtUp}>{texts.caughtUp}</span>;
  return <span className={classes.unread}>{texts.unreadChannels(total)}</span>;
}

function NoOrganisations() {
  return (
    <div className={classes.card}>
      <EmptyState
        title={texts.emptyTitle}
        text={texts.emptyText}
        icon={<IconUsersGroup size={28} stroke={1.5} />}
      >
        <Button component={Link} to="/cre">
          {texts.create}
        </Button>
      </EmptyState>
    </div>
  );
}
