import type { EntityType } from '@/api/types.ts';

const SCHOOLS: readonly EntityType[] = ['school', 'preschool', 'high-school'];

/** Whether an organisation is a school: it has school years and serves lunch. */
export const isSchool = ({ entityType }: { entityType: EntityType }): boolean =>
  SCHOOLS.includes(entityType);
