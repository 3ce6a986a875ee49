import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';
import { counties, NO_MUNICIPALITY } from '../municipalities.ts';

const texts = accountTexts.settings;

const choices = [
  { value: String(NO_MUNICIPALITY), label: texts.noMunicipality },
  ...counties.map(({ name, municipalities }) => ({
    group: name,
    items: municipalities.map((one) => ({ value: String(one.id), label: one.name })),
  })),
];

/** Saved as soon as it is chosen. */
export function MunicipalitySettings({ me }: { me: User }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (selectedMunicipalityId: number) =>
      api.patch<User>('/api/v1/me', { selectedMunicipalityId }),
    onSuccess: (user) => {
      client.setQueryData(meQuery.queryKey, user);
      toast({ type: 'success', message: texts.saved });
    },
  });
  const shown = save.isPending ? save.variables : me.selectedMunicipalityId;
  return (
    <Card id="municipality" title={texts.municipality} text={texts.municipalityText}>
      <NativeSelect
        aria-label={texts.municipality}
        data={choices}
        value={String(shown)}
        disabled={save.isPending}
        error={save.error ? messageOf(save.error) : undefined}
        onChange={(event) => save.mutate(Number(event.currentTarget.value))}
      />
    </Card>
  );
}
