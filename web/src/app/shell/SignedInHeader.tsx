import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { AREA_CAP, destinations } from '@/commands/destinations.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { unreadQuery } from '@/features/accounts/api.ts';
import { NotificationBell } from '@/features/notifications/NotificationBell.tsx';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import { HeaderFrame } from './HeaderFrame.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

export default function SignedInHeader() {
  const { data: counts } = useQuery(unreadQuery);
  return (
    <div className={classes.signedIn}>
      <HeaderFrame>
        <nav className={classes.nav} aria-label={shellTexts.mainNavigation}>
          <ul>
            {destinations.map(({ path, label, icon: Icon, unread }) => (
              <li key={path}>
                <NavLink to={path} className={classes.link}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                  <span className={classes.label}>{label}</span>
                  {counts && unread && <CountBadge count={unread(counts)} cap={AREA_CAP} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.end}>
          <NotificationBell />
          <ProfileMenu />
          <MobileMenu />
        </div>
      </HeaderFrame>
    </div>
  );
}
