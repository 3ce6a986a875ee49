import { Link } from 'react-router';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { notificationTexts } from '@/texts/notifications.ts';
import classes from './NotificationList.module.css';
import { NotificationList } from './NotificationList.tsx';
import { SETTINGS_PATH } from './settings/paths.ts';

export default function NotificationsPage() {
  usePageTitle(notificationTexts.title);
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 tabIndex={-1}>{notificationTexts.title}</h1>
        <Link to={SETTINGS_PATH}>{notificationTexts.settings}</Link>
      </div>
      <NotificationList />
    </div>
  );
}
