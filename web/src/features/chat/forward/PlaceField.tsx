import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Picker } from '@/area/Picker.tsx';
import { forwardTexts as texts } from '@/texts/forward.ts';
import { placesQuery } from './places.ts';

type PlaceFieldProps = Omit<ComponentProps<typeof Picker>, 'label' | 'placeholder' | 'find'>;

/** Where a message goes: a channel or a conversation in which one may write. */
export function PlaceField(props: PlaceFieldProps) {
  const client = useQueryClient();
  return (
    <Picker
      label={texts.to}
      placeholder={texts.toHint}
      find={(typed) => placesQuery(client, typed)}
      {...props}
    />
  );
}
