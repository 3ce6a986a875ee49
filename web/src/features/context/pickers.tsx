import { Button, NativeSelect } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { isSchool } from '@/lib/schools.ts';
import { STAY } from '@/lib/stay.ts';
import { startsTexts as texts } from '@/texts/starts.ts';
import { useManaged } from './api.ts';
import classes from './context.module.css';
import { useActing } from './store.ts';

type ForOrganisationProps = {
  /** For those alone who run its business. */
  managed?: boolean;
  /** `manages`: whether one runs its business. */
  children: (mine: Membership, manages: boolean) => ReactNode;
};

const icon = <IconBuilding size={28} stroke={1.5} />;

/** Schools first; each by its name. */
function inOrder(all: readonly Membership[]): Membership[] {
  const rank = (one: Membership) => (isSchool(one) ? 0 : 1);
  return [...all].sort(
    (a, b) => rank(a) - rank(b) || a.entityName.localeCompare(b.entityName, 'sv'),
  );
}

/**
 * Work for one of one's organisations: the one that the address names (`?organization=3`), or in whose name one acts, or the first;
 * another is chosen in a field. Who has none is led to make one.
 */
export function ForOrganisation({ managed = false, children }: ForOrganisationProps) {
  const { known, ...others } = useManaged();
  const acting = useActing();
  const [params, setParams] = useSearchParams();
  if (!known || !others.all) {
    if (others.error) return <ErrorState error={others.error} onRetry={others.refetch} />;
    return <LoadingState />;
  }
  const all = inOrder(managed ? others.all : known);
  if (all.length === 0) {
    return (
      <EmptyState {...(managed ? texts.noneManaged : texts.none)} icon={icon}>
        <Button component={Link} to="/cre">
          {texts.create}
        </Button>
      </EmptyState>
    );
  }
  const named = params.get('organization');
  const of = (id: string | undefined) => all.find(({ idEntity }) => String(idEntity) === id);
  const mine = named === null ? (of(acting?.id.toString()) ?? all[0]) : of(named);

  function choose(id: string) {
    setParams({ organization: id }, { state: STAY, preventScrollReset: true, replace: true });
  }
  return (
    <>
      {(all.length > 1 || !mine) && (
        <NativeSelect
          className={classes.organisation}
          label={texts.organisation}
          value={mine?.idEntity ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            ...(mine ? [] : [{ value: '', label: '' }]),
            ...all.map(({ idEntity, entityName }) => ({
              value: String(idEntity),
              label: entityName,
            })),
          ]}
        />
      )}
      {mine ? (
        children(
          mine,
          others.all.some(({ idEntity }) => idEntity === mine.idEntity),
        )
      ) : (
        <EmptyState {...(managed ? texts.notManaged : texts.notMine)} icon={icon} />
      )}
    </>
  );
}
