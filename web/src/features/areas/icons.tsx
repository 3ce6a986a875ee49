import { IconHeartHandshake, IconMapPin } from '@tabler/icons-react';
import type { AreaId } from '@/texts/areas.ts';

/** What an area is recognised by before there is more to see. */
export const areaIcons: Record<AreaId, typeof IconMapPin> = {
  family: IconHeartHandshake,
  infopoint: IconMapPin,
};
