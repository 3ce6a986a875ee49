import { NotificationsPage } from '@/features/notifications/NotificationsPage.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { notificationTexts } from '@/texts/chat.ts';

export function NotificationsRoute() {
  usePageTitle(notificationTexts.title);
  return <NotificationsPage />;
}
