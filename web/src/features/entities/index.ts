/** The door for other features, beside the questions and calls of api.ts. */
export { Invitations } from './components/Invitations.tsx';
export { PersonRow } from './components/PersonRow.tsx';
