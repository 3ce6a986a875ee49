import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useActing } from '@/features/context/index.ts';

const MANAGERS = ['OWNER', 'ADMINISTRATOR', 'PRESIDENT', 'MANAGER'];

type Organisation = {
  /** Whose bookables are meant; undefined: it is to be chosen, or nothing is known yet. */
  id: number | undefined;
  mine: Membership | undefined;
  /** Those that one leads, to choose from; undefined while they are not known. */
  all: Membership[] | undefined;
  error: unknown;
  refetch: () => void;
};

/** The organisation whose bookables are managed: the address says it, or in whose name one acts, or there is only one. */
export function useOrganisation(): Organisation {
  const [params] = useSearchParams();
  const acting = useActing();
  const { data, error, refetch } = useQuery(myEntitiesQuery);
  const all = data?.filter(({ txRelationType }) => MANAGERS.includes(txRelationType));
  const named = Number(params.get('organization') ?? '');
  const asked = Number.isSafeInteger(named) && named > 0 ? named : acting?.id;
  const id = asked ?? (all?.length === 1 ? all[0]?.idEntity : undefined);
  const mine = data?.find(({ idEntity }) => idEntity === id);
  return { id, mine, all, error, refetch: () => void refetch() };
}
