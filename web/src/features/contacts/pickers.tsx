/** One's contacts, to pick from. */
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import { type Choice, Picker, type PickerProps } from '@/area/Picker.tsx';
import { contactsKey } from './keys.ts';
import type { Contact } from './types.ts';

const SHOWN = 20;

/** By name; the value is the person's id. */
export function ContactPicker(field: Omit<PickerProps, 'find'>) {
  return (
    <Picker
      find={(q) => ({
        queryKey: [...contactsKey, 'choices', q],
        queryFn: async ({ signal }) => {
          const query = { q: q || undefined, size: SHOWN };
          const { content } = await api.get<Page<Contact>>('/api/v1/contacts', { query, signal });
          return content.map(
            ({ user }): Choice => ({
              value: String(user.id),
              label: user.displayName,
              hint: `@${user.username}`,
              image: user.avatar ?? null,
            }),
          );
        },
      })}
      {...field}
    />
  );
}
