import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { searchTexts } from '@/texts/search.ts';
import { searchFilterTexts } from '@/texts/searchFilters.ts';
import { searchQuery } from './api.ts';
import { Found } from './Found.tsx';
import classes from './search.module.css';

const LIMIT = 20;

type Filter = keyof typeof searchFilterTexts.filters;
/** What each filter asks for, as `types` in the address. */
const TYPES: Record<Filter, string> = {
  all: '',
  people: 'person',
  channels: 'channel',
  events: 'event',
  messages: 'message',
  organisations: 'company,association,school,region,tourism_agency,embassy,government,organization',
  places: 'tatort,kommun',
  days: 'nameday,holiday,themeday,eves,flagdays',
};
const FILTERS = Object.keys(TYPES) as Filter[];
/** Only whoever is signed in has such. */
const OWN = new Set<Filter>(['channels', 'messages']);

/** /search and /sok: everything that was found, with an address to share. */
export default function SearchPage() {
  const [params] = useSearchParams();
  const words = useFieldInAddress('q');
  const q = words.settled.trim();
  const types = params.get('types');
  usePageTitle(q ? `${searchTexts.title}: ${q}` : searchTexts.title);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    words.write(words.value.trim(), {});
  }

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{searchTexts.title}</h1>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          name="q"
          type="search"
          aria-label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          value={words.value}
          onChange={(event) => words.show(event.currentTarget.value)}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
        />
        <Button type="submit">{searchTexts.submit}</Button>
      </form>
      {q ? (
        <>
          <Filters q={q} types={types} />
          <Results q={q} types={types} />
        </>
      ) : (
        <p className={classes.location}>{searchTexts.start}</p>
      )}
    </div>
  );
}

/** What is looked for, a link each. */
function Filters({ q, types }: { q: string; types: string | null }) {
  const signedIn = useSignedIn();
  const names = FILTERS.filter((name) => signedIn || !OWN.has(name));
  return (
    <PageTabs
      label={searchFilterTexts.filter}
      names={names}
      texts={searchFilterTexts.filters}
      current={names.find((name) => TYPES[name] === (types ?? '')) ?? 'all'}
      path={(name) =>
        `/search?${new URLSearchParams({ q, ...(TYPES[name] && { types: TYPES[name] }) })}`
      }
    />
  );
}

function Results({ q, types }: { q: string; types: string | null }) {
  const { data, error, refetch } = useQuery(
    searchQuery(q, { limit: LIMIT, ...(types && { types }) }),
  );
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  if (data.length === 0) {
    return <EmptyState title={searchTexts.none(q)} icon={<IconSearch size={28} stroke={1.5} />} />;
  }
  return data.map(({ group, content }) => (
    <section key={group} aria-label={group}>
      <h2>{group}</h2>
      <Found content={content} />
    </section>
  ));
}
