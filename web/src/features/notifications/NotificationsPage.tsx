import { notificationTexts } from '@/texts/chat.ts';
import classes from './NotificationList.module.css';
import { NotificationList } from './NotificationList.tsx';

export function NotificationsPage() {
  return (
    <div className={classes.page}>
      <h1 tabIndex={-1}>{notificationTexts.title}</h1>
      <NotificationList />
    </div>
  );
}
