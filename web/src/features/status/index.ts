/** What people say of themselves: shown beside names, told by lists of people and live. */
export { StatusItems } from './StatusItems.tsx';
export { StatusLine, StatusMark } from './StatusMark.tsx';
export { tellStatus, tellStatuses } from './store.ts';
