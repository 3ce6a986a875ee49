import { Button } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infopointActTexts as texts } from '@/texts/infopoints.ts';
import { mineQuery } from '../api.ts';
import type { Infopoint } from '../types.ts';
import { useHearing } from '../useHearing.ts';

/** Whether one is notified of new places in the municipality of this one. */
export function NewPlacesButton({ point }: { point: Infopoint }) {
  const { idMunicipality, municipality } = point;
  const { data } = useInfiniteQuery(mineQuery);
  const hear = useHearing();
  if (!idMunicipality || !municipality || !data) return null;
  const isOn = data.pages.some(({ municipalities }) =>
    municipalities.some((one) => one.idMunicipality === idMunicipality),
  );
  const Icon = isOn ? IconBellFilled : IconBell;
  return (
    <Button
      variant="subtle"
      aria-pressed={isOn}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => hear({ idMunicipality, name: municipality }, !isOn)}
    >
      {texts.newIn(municipality)}
    </Button>
  );
}
