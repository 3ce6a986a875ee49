/** One door for what other pages show of the calendar: files that every page loads say of each door what comes with it. */
export const reminders = () => import('./reminders/ReminderSettings.tsx');
export const feeds = () => import('./subscribe/FeedSettings.tsx');
export const myDay = () => import('./MyDayEvents.tsx');
/** In a message. */
export const card = () => import('./cards.tsx');
/** What an organisation arranges. */
export const outings = () => import('./organising/OutingsStart.tsx');
