/** Cells as the server has them, for tests: 14 types by mail and push, three of them by SMS (contract 11.3). */
import type { Cell, Channel, SettingType } from './types.ts';

const TYPES: SettingType[] = [
  'MENTION',
  'REPLY',
  'MESSAGE',
  'ANNOUNCEMENT',
  'EVENT',
  'ENROLLMENT',
  'BOOKING',
  'TASK',
  'COURSE',
  'MEMBERSHIP',
  'FEED',
  'MODERATION',
  'PLACE',
  'NEWSLETTER',
];
const BY_SMS: SettingType[] = ['ANNOUNCEMENT', 'EVENT', 'BOOKING'];

const channelsOf = (type: SettingType): Channel[] =>
  BY_SMS.includes(type) ? ['email', 'push', 'sms'] : ['email', 'push'];

/** All 31, with some changed: 'MENTION-email'. */
export const cells = (
  entityId: number | null = null,
  change: Record<string, Partial<Cell>> = {},
): Cell[] =>
  TYPES.flatMap((notificationType) =>
    channelsOf(notificationType).map((channel) => ({
      entityId,
      notificationType,
      channel,
      enabled: channel !== 'sms',
      ...(channel === 'email' && { digest: 'IMMEDIATE' as const }),
      source: 'DEFAULT' as const,
      ...change[`${notificationType}-${channel}`],
    })),
  );
