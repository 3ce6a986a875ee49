import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useActing } from './store.ts';

/** Whoever runs an organisation's business: its bookables and its ledger (actors/src/entities/rules.rs). */
const MANAGERS = ['OWNER', 'ADMINISTRATOR', 'PRESIDENT', 'MANAGER'];

export type Managed = {
  /** Those that one belongs to; undefined while they are not known. */
  known: Membership[] | undefined;
  /** Those of them whose business one runs. */
  all: Membership[] | undefined;
  error: unknown;
  refetch: () => void;
};

/** The organisations whose business one runs. */
export function useManaged(): Managed {
  const { data, error, refetch } = useQuery(myEntitiesQuery);
  const all = data?.filter(({ txRelationType }) => MANAGERS.includes(txRelationType));
  return { known: data, all, error, refetch: () => void refetch() };
}

/**
 * The one that is meant: the address says it, or in whose name one acts, or there is only one. Undefined: it is to be chosen, or
 * nothing is known yet.
 */
export function useMeant({ all }: Managed): number | undefined {
  const [params] = useSearchParams();
  const acting = useActing();
  const named = Number(params.get('organization') ?? '');
  const asked = Number.isSafeInteger(named) && named > 0 ? named : acting?.id;
  return asked ?? (all?.length === 1 ? all[0]?.idEntity : undefined);
}
