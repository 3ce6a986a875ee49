import { Button } from '@mantine/core';
import { IconMapPins, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { bookingTexts } from '@/texts/bookings.ts';
import { locationTexts as texts } from '@/texts/bookingsManage.ts';
import { bookablesQuery } from './api.ts';
import classes from './components/manage.module.css';
import { NotManaged } from './components/Organisations.tsx';
import { hoursPath, newResourcePath, resourcePath, resourcesPath } from './paths.ts';
import { type PlaceAt, placesOf, type SpaceAt } from './places.ts';
import type { Bookable } from './types.ts';

const PlaceDialog = lazy(() => loadPart(() => import('./components/PlaceDialog.tsx')));

/** /settings/locations: an organisation's places, and what of it is where: halls with their parts, things, people. */
export default function LocationsPage() {
  usePageTitle(texts.title);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <ForOrganisation managed>
        {(mine) => <LocationsOf key={mine.idEntity} mine={mine} />}
      </ForOrganisation>
    </div>
  );
}

function LocationsOf({ mine }: { mine: Membership }) {
  const { idEntity, entityName } = mine;
  const { data, error, refetch } = useQuery(bookablesQuery(idEntity));
  const [changed, setChanged] = useState<PlaceAt | null>(null);
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  if (!data.abilities.includes('MANAGE')) return <NotManaged />;
  const places = placesOf(data.content, data.spaces);
  const add = (
    <Button
      component={Link}
      to={newResourcePath(idEntity)}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
    >
      {texts.add}
    </Button>
  );
  if (places.length === 0) {
    return (
      <EmptyState {...texts.none} icon={<IconMapPins size={28} stroke={1.5} />}>
        {add}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.lead}>{texts.lead(entityName)}</p>
      <div className={classes.ways}>
        {add}
        <Link to={resourcesPath(idEntity)}>{texts.resources}</Link>
        <Link to={hoursPath(idEntity)}>{texts.hours}</Link>
      </div>
      {places.map((one) => (
        <Place key={one.place} at={one} onChange={() => setChanged(one)} />
      ))}
      {changed && (
        <Suspense>
          <PlaceDialog at={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </>
  );
}

function Place({ at, onChange }: { at: PlaceAt; onChange: () => void }) {
  const name = at.place || texts.nowhere;
  return (
    <section className={classes.part} aria-label={name}>
      <div className={classes.top}>
        <h2>{name}</h2>
        <Button
          variant="default"
          size="sm"
          aria-label={at.place ? texts.changeOf(at.place) : texts.set}
          onClick={onChange}
        >
          {at.place ? texts.change : texts.set}
        </Button>
      </div>
      <ul className={classes.list}>
        {at.spaces.map((space) => (
          <li key={space.key}>
            <OneSpace space={space} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A space that is divided with its parts below it; anything else by itself. */
function OneSpace({ space }: { space: SpaceAt }) {
  const { name, unitCount, parts } = space;
  const [only] = parts;
  if (unitCount === 1 && parts.length === 1 && only) return <Item bookable={only} unitCount={1} />;
  return (
    <>
      <p>
        <strong>{name}</strong> <span className={classes.faint}>{texts.divided(unitCount)}</span>
      </p>
      <ul className={classes.tree}>
        {parts.map((one) => (
          <li key={one.idBookable}>
            <Item bookable={one} unitCount={unitCount} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Item({ bookable, unitCount }: { bookable: Bookable; unitCount: number }) {
  const { idBookable, name, kind, units } = bookable;
  const part =
    unitCount === 1
      ? bookingTexts.kinds[kind]
      : units.length === unitCount
        ? texts.whole
        : texts.parts(units);
  return (
    <span className={classes.place}>
      <Link className={classes.itemName} to={resourcePath(idBookable)}>
        {name}
      </Link>
      <span className={classes.faint}>{part}</span>
    </span>
  );
}
