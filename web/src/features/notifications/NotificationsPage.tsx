import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { notificationTexts } from '@/texts/notifications.ts';
import classes from './NotificationList.module.css';
import { NotificationList } from './NotificationList.tsx';

export default function NotificationsPage() {
  usePageTitle(notificationTexts.title);
  return (
    <div className={classes.page}>
      <h1 tabIndex={-1}>{notificationTexts.title}</h1>
      <NotificationList />
    </div>
  );
}
