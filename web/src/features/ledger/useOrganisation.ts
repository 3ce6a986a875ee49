import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useActing } from '@/features/context/index.ts';

const MANAGERS = ['OWNER', 'ADMINISTRATOR', 'PRESIDENT', 'MANAGER'];

/** The organisations whose ledgers one manages; undefined while they are not known. */
export function useManaged() {
  const { data, error, refetch } = useQuery(myEntitiesQuery);
  const all = data?.filter(({ txRelationType }) => MANAGERS.includes(txRelationType));
  return { all, error, refetch: () => void refetch() };
}

type Chosen = ReturnType<typeof useManaged> & {
  /** Undefined: it is to be chosen, or nothing is known yet. */
  id: number | undefined;
  mine: Membership | undefined;
};

/** The organisation whose settings are meant: the address says it, or in whose name one acts, or there is only one. */
export function useOrganisation(): Chosen {
  const [params] = useSearchParams();
  const acting = useActing();
  const managed = useManaged();
  const named = Number(params.get('organization') ?? '');
  const asked = Number.isSafeInteger(named) && named > 0 ? named : acting?.id;
  const id = asked ?? (managed.all?.length === 1 ? managed.all[0]?.idEntity : undefined);
  return { ...managed, id, mine: managed.all?.find(({ idEntity }) => idEntity === id) };
}
