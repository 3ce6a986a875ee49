import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { shellTexts } from '@/texts/shell.ts';
import { openQuery } from './api.ts';
import { CaseList } from './components/CaseList.tsx';
import { Log } from './components/Log.tsx';
import classes from './components/moderation.module.css';
import { moderationPath } from './paths.ts';

/** Whose log it is. */
const LED_BY = ['OWNER', 'ADMINISTRATOR'];

type Tab = keyof typeof texts.tabs;

/** /moderering/{slug}, with ?tab=closed|log: what waits in an organisation, and what was decided there. */
export default function ModerationPage() {
  const { slug = '' } = useParams();
  const entity = useQuery(entityQuery(slug));
  const { data } = entity;
  usePageTitle(data ? texts.of(data.entityName) : texts.title);
  if (data) return <Queue key={data.idEntity} entity={data} />;
  if (entity.error instanceof ApiError && entity.error.status === 404) {
    const { title, text } = shellTexts.notFound;
    return <Elsewhere title={title} text={text} />;
  }
  if (entity.error) return <ErrorState page error={entity.error} onRetry={entity.refetch} />;
  return <LoadingState />;
}

function Queue({ entity }: { entity: Entity }) {
  const { idEntity, entityName, entitySlug, txRelationType } = entity;
  const [params] = useSearchParams();
  // Whether one moderates here at all.
  const { error } = useQuery(openQuery(idEntity));
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
    return <Elsewhere title={texts.refusedTitle} text={texts.refused} />;
  }
  const tabs: Tab[] = ['open', 'closed'];
  if (txRelationType && LED_BY.includes(txRelationType)) tabs.push('log');
  const asked = params.get('tab') as Tab;
  const tab = tabs.includes(asked) ? asked : 'open';
  const path = moderationPath(entitySlug);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.of(entityName)}
      </h1>
      <PageTabs label={texts.sections} path={path} names={tabs} texts={texts.tabs} current={tab} />
      {tab === 'log' ? (
        <Log idEntity={idEntity} />
      ) : (
        <CaseList key={tab} idEntity={idEntity} state={tab === 'open' ? 'OPEN' : 'CLOSED'} />
      )}
    </div>
  );
}

function Elsewhere({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState page title={title} text={text} icon={<IconShieldLock size={28} stroke={1.5} />}>
      <Button component={Link} to="/">
        {texts.toStart}
      </Button>
    </EmptyState>
  );
}
