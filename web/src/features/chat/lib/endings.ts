/** How channels ended for me while they were open, as far as I may know: by whom, and what they did. */
import type { AccessDenied } from '@/realtime/events.ts';

export type Ending = Pick<AccessDenied, 'byUserId' | 'byName' | 'reason'>;

export const endings = new Map<number, Ending>();
