import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSoup } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { isSchool } from '@/lib/schools.ts';
import { useSignedIn } from '@/lib/session.ts';
import { lunchTexts as texts } from '@/texts/lunch.ts';
import { schoolsQuery } from '../api.ts';
import { lunchPath } from '../paths.ts';
import classes from './lunch.module.css';

const TYPING_MS = 250;

type Shown = { idEntity: number; entityName: string };

/** Which school: one's own, those that are sought, all by name. */
export function SchoolPicker() {
  usePageTitle(texts.title);
  const signedIn = useSignedIn();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const schools = useInfiniteQuery(schoolsQuery(q));
  const { data: organisations = [] } = useQuery({ ...myEntitiesQuery, enabled: signedIn });
  const mine = organisations.filter(isSchool);
  const found = schools.data?.pages.flatMap(({ content }) => content);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <p className={classes.lead}>{texts.lead}</p>
      <TextInput
        type="search"
        className={classes.search}
        label={texts.search}
        description={texts.searchHint}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {mine.length > 0 && !q && <Schools title={texts.mine} schools={mine} />}
      <p className={classes.count} role="status">
        {q && found && !schools.isPlaceholderData ? texts.found(found.length) : ''}
      </p>
      {schools.isPending && <LoadingState />}
      {schools.isError && !found && (
        <ErrorState error={schools.error} onRetry={() => void schools.refetch()} />
      )}
      {found && found.length > 0 && <Schools title={texts.all} schools={found} />}
      {found?.length === 0 && (
        <EmptyState
          title={texts.none.title}
          text={q ? texts.none.text : texts.none.noneText}
          icon={<IconSoup size={28} stroke={1.5} />}
        />
      )}
      {schools.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={schools.isFetchingNextPage}
            onClick={() => void schools.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function Schools({ title, schools }: { title: string; schools: readonly Shown[] }) {
  return (
    <section className={classes.schools} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.rows}>
        {schools.map(({ idEntity, entityName }) => (
          <li key={idEntity}>
            <Link to={lunchPath(idEntity)}>{entityName}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
