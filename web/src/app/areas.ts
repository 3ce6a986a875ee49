/** The areas that the product has: what each feature declares in its area.ts. */
import type { Area } from '@/area/area.ts';

export const areas: readonly Area[] = Object.values(
  import.meta.glob<Area>('../features/*/area.ts', { eager: true, import: 'area' }),
);
