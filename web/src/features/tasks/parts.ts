/** One door for all that is opened of tasks: files that every page loads say of each door what comes with it. */
export const mine = () => import('./TasksPage.tsx');
export const one = () => import('./TaskPage.tsx');
export const organisation = () => import('./TasksOfPage.tsx');
/** On the start page. */
export const next = () => import('./MyTasks.tsx');
/** On an organisation's page. */
export const ofOrganisation = () => import('./TasksOf.tsx');
/** What others show of a task, and make one of. */
export const inside = () => import('./TaskInside.tsx');
export const line = () => import('./line/asTask.ts');
/** What the chat asks of tasks. */
export const card = () => import('./TaskCard.tsx');
export const dialog = () => import('./MakeTaskDialog.tsx');
export const word = async (line: string) => (await import('./slash.ts')).makeTask(line);
