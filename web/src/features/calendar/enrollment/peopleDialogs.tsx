/** The dialogs in which people are picked: one part of the app, for they share what finds them. */
export { default as EnrolDialog } from './EnrolDialog.tsx';
export { default as InviteDialog } from './InviteDialog.tsx';
