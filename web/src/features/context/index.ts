/** The door for other features: in whose name one acts, and where one has been. */
export type { ActiveContext } from './model.ts';
export { noteVisit } from './recent.ts';
export { mayActAs, slugOfPath } from './rules.ts';
export { leaveActing } from './Switching.tsx';
export {
  useActing,
  useActiveContext,
  useContextState,
  useFactsKnown,
  viewOrganisation,
} from './store.ts';
