import { useQuery } from '@tanstack/react-query';
import { Route, Routes } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { ChatScope } from '@/features/chat/index.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { shellTexts } from '@/texts/shell.ts';
import { MessagesLayout } from './components/MessagesLayout.tsx';

/** Direct messages: the chat's own view, with a list of people in place of channels. */
export default function MessagesPage() {
  usePageTitle(shellTexts.messages);
  const me = useQuery(meQuery);
  if (!me.data) {
    return me.isError ? (
      <ErrorState error={me.error} onRetry={() => void me.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  return (
    <ChatScope key={me.data.idUser} me={me.data}>
      <Routes>
        <Route path=":channelId?/:pane?/:messageId?" element={<MessagesLayout />} />
      </Routes>
    </ChatScope>
  );
}
