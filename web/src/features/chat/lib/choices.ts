import type { Member } from '@/api/types.ts';
import type { Choice } from '@/area/Picker.tsx';

/** Somebody who reads a channel, to be picked. */
export const choiceOf = ({ userId, displayName, username, avatar }: Member): Choice => ({
  value: String(userId),
  label: displayName,
  hint: `@${username}`,
  image: avatar,
});
