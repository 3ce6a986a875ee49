import { IconMapPin } from '@tabler/icons-react';
import type { AreaId } from '@/texts/areas.ts';

/** What an area is recognised by before there is more to see. */
export const areaIcons: Record<AreaId, typeof IconMapPin> = {
  infopoint: IconMapPin,
};
