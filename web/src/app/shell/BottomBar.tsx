import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { bottomDestinations, capOf } from '@/commands/destinations.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { unreadQuery } from '@/features/accounts/api.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './BottomBar.module.css';

/** A phone's way around, within reach of the thumb. An open channel has the whole window instead. */
export default function BottomBar() {
  const { data: counts } = useQuery(unreadQuery);
  return (
    <nav className={classes.bar} aria-label={shellTexts.bottomBar} data-bar>
      {bottomDestinations.map((one) => (
        <NavLink key={one.to} to={one.to} className={classes.link}>
          <one.icon size={24} stroke={1.75} aria-hidden="true" />
          <span>{one.label}</span>
          {counts && one.unread && (
            <span className={classes.count}>
              <CountBadge count={one.unread(counts)} cap={capOf(one)} />
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
