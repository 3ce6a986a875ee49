/** The school's pages of bookings, for who is signed in. */
export const resources = () => import('./starts/ResourcesStart.tsx');
export const talks = () => import('./starts/TalksStart.tsx');
