/** One door for all that is opened of boards: files that every page loads say of each door what comes with it. */
export const all = () => import('./BoardsPage.tsx');
export const one = () => import('./BoardPage.tsx');
/** On an organisation's page. */
export const ofOrganisation = () => import('./BoardsOf.tsx');
/** On the page of a task. */
export const ofTask = () => import('./BoardOfTask.tsx');
/** On pages of tasks. */
export const way = () => import('./BoardsWay.tsx');
