import { Button } from '@mantine/core';
import { IconArrowLeft, IconHash, IconMessages, IconSearch } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, Route, Routes, useParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSliced } from '@/hooks/useSliced.ts';
import { chatTexts } from '@/texts/chat.ts';
import { shellTexts } from '@/texts/shell.ts';
import { ChatScope } from './ChatScope.tsx';
import channelPane from './components/ChannelPane.module.css';
import layout from './components/ChatLayout.module.css';
import { ChatLayout } from './components/ChatLayout.tsx';
import { MessageSkeleton } from './components/MessageSkeleton.tsx';
import pane from './components/PaneHeader.module.css';
import { workspacesQuery } from './queries.ts';

/** Organisation chat. Each pane has an address, so that back closes it on a phone. */
export default function ChatPage() {
  const me = useQuery(meQuery);
  // Asked for beside the person, not after.
  usePrefetchQuery(workspacesQuery);
  if (me.data) {
    return (
      <ChatScope key={me.data.idUser} me={me.data}>
        <Routes>
          <Route path=":workspaceId?/:channelId?/:pane?/:messageId?" element={<Workspaces />} />
        </Routes>
      </ChatScope>
    );
  }
  return me.isError ? (
    <ErrorState error={me.error} onRetry={() => void me.refetch()} />
  ) : (
    <Loading />
  );
}

/** Laid out as what it stands for: a channel has its place, and no header of the shell's on a phone, from the start. */
function Loading() {
  const [, channel] = (useParams()['*'] ?? '').split('/');
  if (!channel)
    return (
      <div data-pane="list">
        <LoadingState />
      </div>
    );
  return (
    <div className={layout.chat} data-pane="channel">
      <div className={layout.panes}>
        <div className={layout.sidebar} />
        <div className={layout.channel}>
          <div className={channelPane.pane}>
            <HeaderPlace />
            <MessageSkeleton />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Where the channel's name and the way back will be. */
function HeaderPlace() {
  return (
    <div className={pane.header} aria-hidden="true">
      <span className={`${pane.button} ${pane.back}`}>
        <IconArrowLeft size={20} />
      </span>
      <span className={pane.titles}>
        <IconHash size={16} />
      </span>
      <span className={pane.button}>
        <IconSearch size={20} />
      </span>
    </div>
  );
}

function Workspaces() {
  const workspaces = useQuery(workspacesQuery);
  const shown = useSliced(workspaces.data !== undefined);
  // An open chat says its own.
  usePageTitle(shown && workspaces.data?.length ? null : shellTexts.chat);
  if (workspaces.isError && !workspaces.data) {
    return <ErrorState error={workspaces.error} onRetry={() => void workspaces.refetch()} />;
  }
  if (!workspaces.data || !shown) return <Loading />;
  if (workspaces.data.length === 0) {
    return (
      <EmptyState
        page
        title={chatTexts.emptyWorkspacesTitle}
        text={chatTexts.emptyWorkspaces}
        icon={<IconMessages size={28} />}
      >
        <Button component={Link} to="/cre">
          {chatTexts.createOrganisation}
        </Button>
      </EmptyState>
    );
  }
  return <ChatLayout workspaces={workspaces.data} />;
}
