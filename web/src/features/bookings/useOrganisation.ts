import { useManaged, useMeant } from '@/features/context/api.ts';

/** The organisation whose bookables are managed, whether one may or not. */
export function useOrganisation() {
  const { known, ...managed } = useManaged();
  const id = useMeant({ known, ...managed });
  return { ...managed, id, mine: known?.find(({ idEntity }) => idEntity === id) };
}
