import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { EntityParts } from '@/features/entities/index.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { isFamily } from '@/lib/family.ts';
import { familyTexts as texts } from '@/texts/family.ts';
import { BeginFamily } from './BeginFamily.tsx';
import classes from './family.module.css';

/** /family: what a household shares; who is in several chooses by ?family=; who is in none makes one. */
export default function FamilyPage() {
  const { data, error, refetch } = useQuery(myEntitiesQuery);
  const [params] = useSearchParams();
  usePageTitle(texts.title);
  if (!data) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  const families = data.filter(isFamily);
  const family = families.find(({ entitySlug }) => entitySlug === params.get('family'));
  const shown = family ?? families[0];
  return shown ? <Family key={shown.idEntity} shown={shown} all={families} /> : <BeginFamily />;
}

function Family({ shown, all }: { shown: Membership; all: readonly Membership[] }) {
  const { data: entity, error, refetch } = useQuery(entityQuery(shown.entitySlug));
  const [beginning, setBeginning] = useState(false);
  const navigate = useNavigate();
  if (beginning) {
    const open = (slug: string) => {
      setBeginning(false);
      void navigate(`/family?family=${slug}`);
    };
    return <BeginFamily onMade={open} onCancel={() => setBeginning(false)} />;
  }
  if (!entity) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  return (
    <>
      {all.length > 1 && (
        <nav className={classes.which} aria-label={texts.which}>
          {all.map((one) => (
            <Link
              key={one.idEntity}
              to={`/family?family=${one.entitySlug}`}
              aria-current={one.idEntity === shown.idEntity ? 'page' : undefined}
            >
              {one.entityName}
            </Link>
          ))}
        </nav>
      )}
      <EntityParts entity={entity} />
      <p className={classes.another}>
        <Button variant="subtle" onClick={() => setBeginning(true)}>
          {texts.another}
        </Button>
      </p>
    </>
  );
}
