import { Button } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { Applications } from '@/features/entities/components/Applications.tsx';
import { EntityHead } from '@/features/entities/components/EntityHead.tsx';
import classes from '@/features/entities/components/entities.module.css';
import { People } from '@/features/entities/components/People.tsx';
import { ShareLink } from '@/features/entities/components/ShareLink.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { entityTexts } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';

/** An organisation: what everybody may know, and for those with the right its people. */
export function EntityPage() {
  const { entitySlug = '' } = useParams();
  const { data: entity, error, refetch } = useQuery(entityQuery(entitySlug));
  usePageTitle(entity?.entityName);

  if (error instanceof ApiError && error.status === 404) return <NoSuchEntity />;
  if (error && !entity) return <ErrorState page error={error} onRetry={refetch} />;
  if (!entity) return <LoadingState />;

  const may = (ability: (typeof entity.abilities)[number]) => entity.abilities.includes(ability);
  return (
    // Another organisation starts anew: nothing typed or opened in one stays in the next.
    <div className={classes.page} key={entity.idEntity}>
      <EntityHead entity={entity} />
      {may('DECIDE_APPLICATIONS') && <Applications entity={entity} />}
      {may('SEE_RELATIONS') && <People entity={entity} />}
      {may('MANAGE_RELATIONS') && <ShareLink entity={entity} />}
    </div>
  );
}

function NoSuchEntity() {
  const { notFoundTitle, notFound } = entityTexts.page;
  usePageTitle(notFoundTitle);
  return (
    <EmptyState
      page
      title={notFoundTitle}
      text={notFound}
      icon={<IconBuildingCommunity size={28} stroke={1.5} />}
    >
      <Button component={Link} to="/">
        {shellTexts.notFound.home}
      </Button>
    </EmptyState>
  );
}
