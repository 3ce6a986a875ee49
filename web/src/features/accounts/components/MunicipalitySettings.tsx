import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Municipality, User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { useChosen } from '@/hooks/useChosen.ts';
import { once } from '@/lib/once.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery, municipalitiesQuery, NO_MUNICIPALITY } from '../api.ts';

const texts = accountTexts.settings;

// Comparing by locale makes one each time: 290 names took longer than all the rest of the page.
const inOrder = once(() => new Intl.Collator('sv'));

/** By county, in Swedish order. */
function choicesOf(municipalities: Municipality[]) {
  const counties = new Map<string, Municipality[]>();
  const { compare } = inOrder();
  for (const one of [...municipalities].sort((a, b) => compare(a.name, b.name))) {
    counties.set(one.countyName, [...(counties.get(one.countyName) ?? []), one]);
  }
  const groups = [...counties]
    .sort(([a], [b]) => compare(a, b))
    .map(([group, own]) => ({
      group,
      items: own.map((one) => ({ value: String(one.idMunicipality), label: one.name })),
    }));
  return [{ value: String(NO_MUNICIPALITY), label: texts.noMunicipality }, ...groups];
}

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
        data={choicesOf(municipalities)}
        value={String(chosen ?? me.selectedMunicipalityId)}
        disabled={save.isPending || municipalities.length === 0}
        error={(save.error ?? error) ? messageOf(save.error ?? error) : undefined}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
    </Card>
  );
}
