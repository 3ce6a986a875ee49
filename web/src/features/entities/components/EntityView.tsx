import { Button } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Entity } from '@/api/types.ts';
import { Slot } from '@/area/Slot.tsx';
import profile from '@/components/profile.module.css';
import { EmptyState } from '@/components/states.tsx';
import { noteVisit, viewOrganisation } from '@/features/context/index.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { isFamily } from '@/lib/family.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { keepSession, useSignedIn } from '@/lib/session.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { shellTexts } from '@/texts/shell.ts';
import { Applications } from './Applications.tsx';
import { EntityHead } from './EntityHead.tsx';
import classes from './entities.module.css';
import { Invited } from './Invited.tsx';
import { People } from './People.tsx';
import { ShareLink } from './ShareLink.tsx';

const Bots = lazy(() => loadWithin(() => import('../bots/Bots.tsx')));

/** An organisation: who it is, what it has ahead, what it says; then its people, and last what only those who lead it see. */
export function EntityView({ entity }: { entity: Entity }) {
  const signedIn = useSignedIn();
  usePageTitle(entity.entityName);
  useEffect(() => {
    if (signedIn) noteVisit(entity);
  }, [signedIn, entity]);
  // Once, when it is loaded: whoever then chooses another context keeps it.
  const loaded = useRef(entity);
  loaded.current = entity;
  const { idEntity } = entity;
  useEffect(() => {
    const { entityName, entitySlug } = loaded.current;
    viewOrganisation(loaded.current);
    keepSession({ viewedProfile: { id: idEntity, displayName: entityName, slugName: entitySlug } });
  }, [idEntity]);
  // Another organisation starts anew: nothing typed or opened in one stays in the next.
  return <EntityParts key={entity.idEntity} entity={entity} />;
}

/** What stands on an organisation's page, and on a family's. */
export function EntityParts({ entity }: { entity: Entity }) {
  const { idEntity, entityName, entitySlug: slug, entityType } = entity;
  const may = (ability: (typeof entity.abilities)[number]) => entity.abilities.includes(ability);
  return (
    <div className={profile.page}>
      <EntityHead entity={entity} />
      <Slot
        name={isFamily(entity) ? 'family' : 'organisation'}
        props={{ kind: 'entity', id: idEntity, name: entityName, slug, entityType }}
      />
      {may('SEE_RELATIONS') && <People entity={entity} />}
      {(may('DECIDE_APPLICATIONS') || may('MANAGE_RELATIONS')) && (
        <div className={classes.sidebar} data-tour="org-sidebar">
          {may('DECIDE_APPLICATIONS') && <Applications entity={entity} />}
          {may('MANAGE_RELATIONS') && <Invited entity={entity} />}
          {may('MANAGE_RELATIONS') && <ShareLink entity={entity} />}
        </div>
      )}
      {may('MANAGE_RELATIONS') && !isFamily(entity) && (
        <Suspense>
          <Bots entity={entity} />
        </Suspense>
      )}
    </div>
  );
}

export function NoSuchEntity() {
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
      <Button component={Link} to="/search" variant="default">
        {entityTexts.page.search}
      </Button>
    </EmptyState>
  );
}
