import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Municipality, SuggestionGroup } from '@/api/types.ts';
import { Slot } from '@/area/Slot.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { placeTexts as texts } from '@/texts/search.ts';
import { searchQuery } from './api.ts';
import { Found } from './Found.tsx';
import classes from './search.module.css';

const LIMIT = 20;

/** What is to come in a municipality, of what everybody may see. */
export function PlaceView({ place }: { place: Municipality }) {
  const { data, error, refetch } = useQuery(
    searchQuery(place.name, { types: 'event', limit: LIMIT }),
  );
  usePageTitle(place.fullName);
  return (
    <div className={classes.page} data-tour="area">
      <h1 className={classes.title} tabIndex={-1}>
        {place.fullName}
      </h1>
      <p className={classes.location}>{texts.lead(place.countyName)}</p>
      <section className={classes.place} aria-label={texts.title}>
        <h2>{texts.title}</h2>
        <Events data={data} error={error} refetch={refetch} place={place.name} />
      </section>
      <Slot
        name="municipality"
        props={{ slug: place.slug.split('/').pop() ?? '', name: place.fullName }}
      />
      <div className={classes.ways}>
        <Button component={Link} to={`/search?q=${encodeURIComponent(place.name)}`}>
          {texts.search}
        </Button>
        <Button component={Link} to="/event" variant="default">
          {texts.all}
        </Button>
      </div>
    </div>
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
