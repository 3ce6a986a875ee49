/** The pages of those who look after what is booked. */
export const day = () => import('./DayPage.tsx');
export const resources = () => import('./ResourcesPages.tsx');
export const hours = () => import('./HoursPage.tsx');
export const locations = () => import('./LocationsPage.tsx');
export const door = () => import('./DoorPage.tsx');
