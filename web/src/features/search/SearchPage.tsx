import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { searchTexts } from '@/texts/search.ts';
import { searchQuery } from './api.ts';
import { Found } from './Found.tsx';
import classes from './search.module.css';

const LIMIT = 20;

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
        <Results q={q} types={types} />
      ) : (
        <p className={classes.location}>{searchTexts.start}</p>
      )}
    </div>
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
