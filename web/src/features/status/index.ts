/** What people say of themselves: shown beside names, told by lists of people and live. */
export { StatusItem } from './StatusItem.tsx';
export { StatusLine, StatusMark } from './StatusMark.tsx';
export { tellStatus, tellStatuses } from './store.ts';
