/** What the administration adds to pages of others. */
export const card = () => import('./AdminCard.tsx');
export const link = () => import('./AdminLink.tsx');
