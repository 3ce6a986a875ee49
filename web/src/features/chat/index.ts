/** The chat's view for whoever shows conversations in it: the same for channels and for direct messages. */
import { lazy } from 'react';
import { idlePart } from '@/lib/idlePart.tsx';
import { loadPart } from '@/lib/loadPart.ts';

export { ChatScope } from './ChatScope.tsx';
export { OnlineContext } from './components/actions.ts';
export { default as listClasses } from './components/ChannelList.module.css';
export { ChannelPane } from './components/ChannelPane.tsx';
export { default as layoutClasses } from './components/ChatLayout.module.css';
export { ConnectionBar } from './components/LateConnectionBar.ts';
export { MessageSkeleton } from './components/MessageSkeleton.tsx';
export { OwnLinks } from './components/OwnLinks.tsx';
export { default as headerClasses } from './components/PaneHeader.module.css';
export { useRegions } from './components/useRegions.ts';
export { BlockedContext } from './folding.ts';
export { printOpen } from './print/printing.ts';
export { titleOf } from './queries.ts';
export { useChatSession } from './session.ts';
/** Drawn once the page is idle. */
export const NearStatuses = idlePart(() => loadPart(() => import('./components/NearStatuses.tsx')));
export const OwnPane = lazy(() => loadPart(() => import('./everyday/OwnPane.tsx')));
export const PinsPane = lazy(() => loadPart(() => import('./everyday/PinsPane.tsx')));
export const ThreadPane = lazy(async () => ({
  default: (await loadPart(() => import('./components/ThreadPane.tsx'))).ThreadPane,
}));
