import { IconClock, IconHeartHandshake, IconMapPins, IconTicket } from '@tabler/icons-react';
import type { AreaId } from '@/texts/areas.ts';

/** What an area is recognised by before there is more to see. */
export const areaIcons: Record<AreaId, typeof IconClock> = {
  tickets: IconTicket,
  openingHours: IconClock,
  locations: IconMapPins,
  family: IconHeartHandshake,
};
