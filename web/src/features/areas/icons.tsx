import {
  IconChecklist,
  IconClock,
  IconHeartHandshake,
  IconMapPin,
  IconMapPins,
  IconSchool,
  IconTicket,
  IconUserPlus,
} from '@tabler/icons-react';
import type { AreaId } from '@/texts/areas.ts';

/** What an area is recognised by before there is more to see. */
export const areaIcons: Record<AreaId, typeof IconSchool> = {
  klyftig: IconSchool,
  courseEditor: IconSchool,
  membersInvite: IconUserPlus,
  tickets: IconTicket,
  openingHours: IconClock,
  locations: IconMapPins,
  family: IconHeartHandshake,
  tasks: IconChecklist,
  infopoint: IconMapPin,
};
