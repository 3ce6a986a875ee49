/** A family is an organisation of its own kind, which nobody else knows of (contract 11.4). */
export const FAMILY = 'family';

export const isFamily = ({ entityType }: { entityType: string }): boolean => entityType === FAMILY;
