/** The door for other features: in whose name one acts, and where one has been. */
export type { ActiveContext } from './model.ts';
export { noteVisit } from './recent.ts';
export { mayActAs, slugOfPath } from './rules.ts';
export { useActing, useActiveContext, useContextState, viewOrganisation } from './store.ts';
