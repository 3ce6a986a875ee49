import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { timesTexts } from '@/texts/bookings.ts';
import { doorTexts } from '@/texts/bookingsDay.ts';
import { hoursTexts, resourceFormTexts, resourceTexts as texts } from '@/texts/bookingsManage.ts';
import { openTexts } from '@/texts/bookingsOpen.ts';
import { bookablePictureTexts } from '@/texts/bookingsPictures.ts';
import { bookableQuery, bookablesQuery, bookingCalls, settingsAnew, slotsQuery } from './api.ts';
import { BookableForm } from './components/BookableForm.tsx';
import { BookablePictures } from './components/BookablePictures.tsx';
import { Hours } from './components/Hours.tsx';
import classes from './components/manage.module.css';
import { OpenPart } from './components/OpenPart.tsx';
import { NotManaged } from './components/Organisations.tsx';
import { WeekTimes } from './components/WeekTimes.tsx';
import { isOpen } from './open.ts';
import { doorPath, resourcesPath } from './paths.ts';
import { todayHere } from './times.ts';
import type { Bookable } from './types.ts';

const NOT_FOUND = 404;

/** /settings/resources/4: what can be booked, when it is open, and how that looks to whoever books. */
export default function ResourcePage() {
  const id = Number(useParams().idBookable);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({ ...bookableQuery(id), enabled: isId });
  usePageTitle(data ? texts.edit(data.name) : texts.title);
  if (data) {
    if (!data.abilities.includes('MANAGE')) return <NotManaged />;
    const reload = async () => (await refetch()).data;
    return <Resource key={data.idBookable} bookable={data} reload={reload} />;
  }
  if (!isId || (error instanceof ApiError && error.status === NOT_FOUND)) return <Absent />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Absent() {
  return (
    <EmptyState page {...texts.absent} icon={<IconBuilding size={28} stroke={1.5} />}>
      <Button component={Link} to={resourcesPath()}>
        {texts.title}
      </Button>
    </EmptyState>
  );
}

type ResourceProps = { bookable: Bookable; reload: () => Promise<Bookable | undefined> };

function Resource({ bookable, reload }: ResourceProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // What others change meanwhile does not move what is being written: it is met when it is saved.
  const [held, setHeld] = useState(bookable);
  // Raised where the form begins anew.
  const [round, setRound] = useState(0);
  const [removing, setRemoving] = useState(false);
  const [date, setDate] = useState(todayHere);
  const { idBookable, idEntity, name } = bookable;
  const { data: all, error, refetch } = useQuery(bookablesQuery(idEntity));
  const { data: mine } = useQuery(myEntitiesQuery);
  const entity = mine?.find((one) => one.idEntity === idEntity);
  function anew(saved: Bookable) {
    setHeld(saved);
    setRound((n) => n + 1);
  }
  const again = async () => anew((await reload()) ?? held);
  // The form goes on with the version after its own; what others changed meanwhile is met when it is saved.
  function pictured(saved: Bookable) {
    client.setQueryData(bookableQuery(idBookable).queryKey, saved);
    setHeld((old) => (saved.version === old.version + 1 ? saved : old));
    void client.invalidateQueries({ queryKey: bookablesQuery(idEntity).queryKey });
  }
  return (
    <Page
      title={name}
      links={
        <>
          <Link to={resourcesPath(idEntity)}>{texts.back}</Link>
          {entity && <Link to={doorPath(entity.entitySlug, bookable.slug)}>{doorTexts.link}</Link>}
        </>
      }
    >
      <section className={classes.section} aria-labelledby="hours">
        <h2 id="hours">{hoursTexts.title}</h2>
        <p className={classes.lead}>{hoursTexts.ownLead}</p>
        <Hours of={{ kind: 'bookables', id: idBookable }} idEntity={idEntity} />
      </section>
      <section className={classes.section} aria-labelledby="pictures">
        <h2 id="pictures">{bookablePictureTexts.title}</h2>
        <BookablePictures bookable={bookable} onSaved={pictured} onReload={() => void reload()} />
      </section>
      <section className={classes.section} aria-labelledby="preview">
        <h2 id="preview">{timesTexts.preview}</h2>
        <WeekTimes
          name={name}
          query={slotsQuery({ kind: 'bookables', id: idBookable }, date)}
          date={date}
          onDate={setDate}
        />
      </section>
      {entity && isOpen(bookable) && (
        <section className={classes.section} aria-labelledby="open">
          <h2 id="open">{openTexts.title}</h2>
          <OpenPart bookable={bookable} entitySlug={entity.entitySlug} />
        </section>
      )}
      <section className={classes.section} aria-labelledby="settings">
        <h2 id="settings">{texts.edit(name)}</h2>
        {error && !all && <ErrorState error={error} onRetry={refetch} />}
        {!error && !all && <LoadingState />}
        {all && (
          <BookableForm
            key={round}
            idEntity={idEntity}
            old={held}
            spaces={all.spaces}
            onDone={async (saved) => {
              anew(saved);
              toast({ type: 'success', message: resourceFormTexts.saved });
              await settingsAnew(client);
            }}
            onReload={() => void again()}
          />
        )}
      </section>
      <div>
        <Button variant="default" onClick={() => setRemoving(true)}>
          {resourceFormTexts.remove}
        </Button>
      </div>
      {removing && (
        <ConfirmCall
          title={resourceFormTexts.removeTitle(name)}
          text={resourceFormTexts.removeText}
          action={resourceFormTexts.remove}
          danger
          call={() => bookingCalls.remove(idBookable)}
          said={resourceFormTexts.removed}
          onDone={() => {
            void navigate(resourcesPath(idEntity));
            void settingsAnew(client);
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </Page>
  );
}
