import { Link } from 'react-router';
import { notificationTexts } from '@/texts/notifications.ts';
import classes from './NotificationList.module.css';
import { NotificationList } from './NotificationList.tsx';

export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  return (
    <section className={classes.panel} aria-label={notificationTexts.title}>
      <div className={classes.head}>
        <h2>{notificationTexts.title}</h2>
        <Link to="/notifications" className={classes.all} onClick={onClose}>
          {notificationTexts.showAll}
        </Link>
      </div>
      <div className={classes.scroll}>
        <NotificationList onChosen={onClose} />
      </div>
    </section>
  );
}
