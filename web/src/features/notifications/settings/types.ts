/** The shapes of notification settings (contract 11.3), by the names of the API document. */

import type { Digest, NotificationChannel, SettingType } from '@/api/types.ts';

export type Channel = NotificationChannel;
export type { Digest, SettingType };

/** One cell: whether one type reaches me by one channel. */
export type Cell = {
  /** null: what belongs to no organisation. */
  entityId: number | null;
  notificationType: SettingType;
  channel: Channel;
  enabled: boolean;
  /** Of mail alone. */
  digest?: Digest | null;
  /** Which choice decides. */
  source: 'ENTITY' | 'PERSONAL' | 'DEFAULT';
};

export type CellChange = {
  entityId?: number | null;
  notificationType: SettingType;
  channel: Channel;
  /** null: the own choice is taken back. */
  enabled?: boolean | null;
  digest?: Digest;
};

export type Phone = {
  /** The verified number. */
  phone: string | null;
  verified: boolean;
  /** A number that waits for its code. */
  pending: string | null;
};
