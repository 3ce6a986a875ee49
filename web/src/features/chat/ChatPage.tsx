import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import type { User } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSliced } from '@/hooks/useSliced.ts';
import { chatTexts } from '@/texts/chat.ts';
import { shellTexts } from '@/texts/shell.ts';
import { ChatLayout } from './components/ChatLayout.tsx';
import { workspacesQuery } from './queries.ts';
import { ChatSession, ChatSessionProvider } from './session.ts';

/** Organisation chat. Each pane has an address, so that back closes it on a phone. */
export default function ChatPage() {
  const me = useQuery(meQuery);
  // Asked for beside the person, not after.
  usePrefetchQuery(workspacesQuery);
  if (me.data) return <SignedInChat key={me.data.idUser} me={me.data} />;
  return me.isError ? (
    <ErrorState error={me.error} onRetry={() => void me.refetch()} />
  ) : (
    <LoadingState />
  );
}

function SignedInChat({ me }: { me: User }) {
  const client = useQueryClient();
  const [session] = useState(() => new ChatSession(client, me));

  useEffect(() => {
    session.outbox.resume();
    const { unlock } = session.sounds;
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    const stored = (event: StorageEvent) => {
      if (event.key === null || event.key.endsWith(session.outbox.key)) session.outbox.sync();
    };
    window.addEventListener('storage', stored);
    return () => {
      window.removeEventListener('storage', stored);
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
    };
  }, [session]);

  return (
    <ChatSessionProvider value={session}>
      <Routes>
        <Route path=":workspaceId?/:channelId?/:pane?/:messageId?" element={<Workspaces />} />
      </Routes>
    </ChatSessionProvider>
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
  if (!workspaces.data || !shown) return <LoadingState />;
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
