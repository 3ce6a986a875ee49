import { ChatPage } from '@/features/chat/ChatPage.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { shellTexts } from '@/texts/shell.ts';

export function ChatRoute() {
  usePageTitle(shellTexts.chat);
  return <ChatPage />;
}
