import type { EntityType } from '@/api/types.ts';

const SCHOOLS: readonly EntityType[] = ['school', 'preschool', 'high-school'];

/** Whether an organisation serves school lunch. */
export const isSchool = ({ entityType }: { entityType: EntityType }): boolean =>
  SCHOOLS.includes(entityType);
