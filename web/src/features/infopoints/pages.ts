/** The door to the pages of places: the list with its map, one place, one that is added, one that is changed. */
export const list = () => import('./InfopointsPage.tsx');
export const shown = () => import('./InfopointPage.tsx');
export const added = () => import('./NewInfopointPage.tsx');
export const changed = () => import('./EditInfopointPage.tsx');
