/** The shapes of notification settings (contract 11.3), by the names of the API document. */
import type { components } from '@/api/schema.gen.ts';
import type { Digest, NotificationChannel, SettingType } from '@/api/types.ts';

type Schemas = components['schemas'];

export type Channel = NotificationChannel;
export type { Digest, SettingType };

/** Whether one type reaches me by one channel; without `entityId`: of what belongs to no organisation. */
export type Cell = Schemas['NotificationSetting'];
export type CellChange = Schemas['ChangeNotificationSetting'];
export type Phone = Schemas['Phone'];
