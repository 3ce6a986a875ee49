import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import type { Choice } from '@/area/Picker.tsx';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import { PersonPicker } from '@/features/entities/pickers.tsx';

type PersonFieldProps = {
  /** Whose people: an organisation's, or one's contacts. */
  idEntity: number | null;
  label: string;
  onPick: (person: { id: number; displayName: string; avatar: string | null }) => void;
};

/** Somebody for the board or its cards. */
export function PersonField({ idEntity, label, onPick }: PersonFieldProps) {
  const field = {
    label,
    clears: true,
    onPick: (choice: Choice | null) => {
      if (!choice) return;
      onPick({ id: Number(choice.value), displayName: choice.label, avatar: choice.image ?? null });
    },
  };
  const [contact] = inSlot('contact');
  if (idEntity !== null) return <PersonPicker idEntity={idEntity} {...field} />;
  if (!contact) return null;
  const Drawn = lazyOnce(contact.load);
  return (
    <Suspense fallback={<TextInput readOnly size="md" label={label} />}>
      <Drawn {...field} />
    </Suspense>
  );
}
