import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Locality, Municipality, SuggestionGroup } from '@/api/types.ts';
import { Slot } from '@/area/Slot.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { placeTexts as texts } from '@/texts/places.ts';
import { searchQuery } from './api.ts';
import { Found } from './Found.tsx';
import { localitiesQuery, localityQuery } from './localities.ts';
import classes from './search.module.css';

const LIMIT = 20;

const lastOf = (page: string) => page.split('/').pop() ?? '';

/** What is to come in a municipality, of what everybody may see; its localities. */
export function MunicipalityView({ place }: { place: Municipality }) {
  const { data, error, refetch } = useQuery(
    searchQuery(place.name, { types: 'event', limit: LIMIT }),
  );
  const slug = lastOf(place.slug);
  return (
    <LocalArea name={place.fullName} place={place.name} lead={texts.lead(place.countyName)}>
      <section className={classes.place} aria-label={texts.title}>
        <h2>{texts.title}</h2>
        <Events data={data} error={error} refetch={refetch} place={place.name} />
      </section>
      <Slot name="localArea" props={{ kind: 'municipality', slug, name: place.fullName }} />
      <Localities slug={slug} page={place.slug} />
    </LocalArea>
  );
}

/** A locality by the last part of its page's address, or its slug; `absent`: there is none. */
export function LocalityPage({ slug, absent }: { slug: string; absent: ReactNode }) {
  const { search } = useLocation();
  const { data, error, refetch } = useQuery(localityQuery(slug));
  if (error instanceof ApiError && error.status === 404) return absent;
  if (error && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  // One that bears its municipality's name, or whose page has another address.
  if (data.page !== `ortskalendrar/${slug}`) {
    return <Navigate replace to={`/${data.page}${search}`} />;
  }
  return <LocalityView place={data} />;
}

/** What is to come in a locality, of what everybody may see. */
export function LocalityView({ place }: { place: Locality }) {
  const { municipality, page, name } = place;
  const lead = (
    <>
      {texts.localityIn} <Link to={`/${municipality.slug}`}>{municipality.fullName}</Link>.{' '}
      {texts.localityLead}
    </>
  );
  return (
    <LocalArea name={name} place={name} lead={lead}>
      <Slot name="localArea" props={{ kind: 'locality', slug: lastOf(page), name }} />
    </LocalArea>
  );
}

type LocalAreaProps = {
  /** As the page is called. */
  name: string;
  /** As it is looked for. */
  place: string;
  lead: ReactNode;
  children: ReactNode;
};

function LocalArea({ name, place, lead, children }: LocalAreaProps) {
  usePageTitle(name);
  return (
    <div className={classes.page} data-tour="area">
      <h1 className={classes.title} tabIndex={-1}>
        {name}
      </h1>
      <p className={classes.location}>{lead}</p>
      {children}
      <div className={classes.ways}>
        <Button component={Link} to={`/search?q=${encodeURIComponent(place)}`}>
          {texts.search}
        </Button>
        <Button component={Link} to="/event" variant="default">
          {texts.all}
        </Button>
      </div>
    </div>
  );
}

/** The localities that have calendars of their own; a failure leaves them out, the page stands without. */
function Localities({ slug, page }: { slug: string; page: string }) {
  const { data } = useQuery(localitiesQuery(slug));
  const own = data?.filter((one) => one.page !== page) ?? [];
  if (own.length === 0) return null;
  return (
    <nav className={classes.place} aria-label={texts.localities}>
      <h2>{texts.localities}</h2>
      <ul className={classes.localities}>
        {own.map((one) => (
          <li key={one.page}>
            <Link to={`/${one.page}`}>{one.name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type EventsProps = {
  data: SuggestionGroup[] | undefined;
  error: unknown;
  refetch: () => unknown;
  place: string;
};

function Events({ data, error, refetch, place }: EventsProps) {
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const content = data.flatMap((group) => group.content);
  if (content.length === 0) {
    return (
      <EmptyState
        title={texts.empty}
        text={texts.emptyText(place)}
        icon={<IconMapPin size={28} stroke={1.5} />}
      />
    );
  }
  return <Found content={content} label={texts.title} />;
}
