/** The door for other features, beside the questions and calls of api.ts. */

export { EntityParts } from './components/EntityView.tsx';
export { Invitations } from './components/Invitations.tsx';
export { PersonRow } from './components/PersonRow.tsx';
