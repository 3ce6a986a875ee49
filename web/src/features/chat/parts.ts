/** One door for what other pages show of the chat: files that every page loads say of each door what comes with it. */
export const share = () => import('./share/ShareDialog.tsx');
export const thread = () => import('./alone/ThreadAlone.tsx');
export const ask = () => import('./ask/AskInChannel.tsx');
