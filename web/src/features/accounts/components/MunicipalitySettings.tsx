import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { useChosen } from '@/hooks/useChosen.ts';
import { municipalityChoices } from '@/lib/municipalities.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery, municipalitiesQuery, NO_MUNICIPALITY } from '../api.ts';

const texts = accountTexts.settings;
const NONE = { value: String(NO_MUNICIPALITY), label: texts.noMunicipality };

/** Saved as soon as it is chosen. */
export function MunicipalitySettings({ me }: { me: User }) {
  const client = useQueryClient();
  const { data: municipalities = [], error } = useQuery(municipalitiesQuery);
  const save = useMutation({
    mutationFn: (selectedMunicipalityId: number) =>
      api.patch<User>('/api/v1/me', { selectedMunicipalityId }),
    onSuccess: (user) => {
      client.setQueryData(meQuery.queryKey, user);
      toast({ type: 'success', message: texts.saved });
    },
  });
  const [chosen, choose] = useChosen(save);
  return (
    <Card id="municipality" title={texts.municipality} text={texts.municipalityText}>
      <NativeSelect
        aria-label={texts.municipality}
        data={municipalityChoices(municipalities, NONE)}
        value={String(chosen ?? me.selectedMunicipalityId)}
        disabled={save.isPending || municipalities.length === 0}
        error={(save.error ?? error) ? messageOf(save.error ?? error) : undefined}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
    </Card>
  );
}
