/** The door to the pages on which places are added and changed. */
export const added = () => import('./NewInfopointPage.tsx');
export const changed = () => import('./EditInfopointPage.tsx');
