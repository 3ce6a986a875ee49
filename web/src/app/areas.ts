/** The areas that the product has, each declared by its feature. */
import type { Area } from '@/area/area.ts';
import { calendar } from '@/features/calendar/area.ts';
import { chat } from '@/features/chat/area.ts';
import { contacts } from '@/features/contacts/area.ts';
import { feed } from '@/features/feed/area.ts';
import { messages } from '@/features/messages/area.ts';
import { moderation } from '@/features/moderation/area.ts';
import { notifications } from '@/features/notifications/area.ts';
import { people } from '@/features/people/area.ts';
import { search } from '@/features/search/area.ts';

export const areas: readonly Area[] = [
  calendar,
  chat,
  contacts,
  feed,
  messages,
  moderation,
  notifications,
  people,
  search,
];
