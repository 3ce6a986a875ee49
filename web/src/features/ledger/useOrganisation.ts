import { useManaged, useMeant } from '@/features/context/api.ts';

/** The organisation whose ledger is set up. */
export function useOrganisation() {
  const { known, ...managed } = useManaged();
  const id = useMeant({ known, ...managed });
  return { ...managed, id, mine: managed.all?.find(({ idEntity }) => idEntity === id) };
}
