import { IconPlus, IconRotate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { AREA_CAP, contacts, destinations } from '@/commands/destinations.tsx';
import { openCreate, resetCalendar } from '@/commands/events.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import hidden from '@/components/spoken.module.css';
import { unreadQuery } from '@/features/accounts/api.ts';
import { AdminBar } from '@/features/context/AdminBar.tsx';
import { ContextSelector } from '@/features/context/ContextSelector.tsx';
import { ContextSync } from '@/features/context/ContextSync.tsx';
import { SwitchingModal } from '@/features/context/Switching.tsx';
import { useActing } from '@/features/context/store.ts';
import { HelpButton } from '@/features/guides/HelpButton.tsx';
import { NotificationBell } from '@/features/notifications/NotificationBell.tsx';
import { GlobalSearch } from '@/features/search/GlobalSearch.tsx';
import { pictureOf } from '@/lib/picture.ts';
import { STAY } from '@/lib/stay.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import { HeaderFrame } from './HeaderFrame.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

export default function SignedInHeader() {
  const acting = useActing();
  return (
    <div className={classes.signedIn} data-acting={acting ? true : undefined}>
      <ContextSync />
      <HeaderFrame
        home={acting?.slug ? `/${acting.slug}` : '/'}
        homeLabel={acting ? shellTexts.homeOf(acting.name) : shellTexts.home}
      >
        <MainNavigation />
        <Section />
        <div className={classes.centre}>
          <ContextSelector />
          <div className={classes.search} data-acting={acting ? true : undefined}>
            <GlobalSearch />
          </div>
        </div>
        <div className={classes.end}>
          <OrganisationButton />
          <button
            type="button"
            className={`${classes.create} ${classes.desktop}`}
            data-tour="create"
            onClick={openCreate}
          >
            <IconPlus size={20} stroke={2} aria-hidden="true" />
            <span className={classes.label}>{shellTexts.create}</span>
          </button>
          <div className={classes.help}>
            <HelpButton className={classes.iconButton} />
          </div>
          <ContactsButton />
          <div className={classes.desktop}>
            <NotificationBell />
          </div>
          <ProfileMenu />
          <MobileMenu />
        </div>
      </HeaderFrame>
      <AdminBar />
      <SwitchingModal />
    </div>
  );
}

function MainNavigation() {
  const { data: counts } = useQuery(unreadQuery);
  return (
    <nav
      className={`${classes.nav} ${classes.desktop}`}
      aria-label={shellTexts.mainNavigation}
      data-tour="navigation"
    >
      <ul>
        {destinations.map(({ to, label, icon: Icon, unread }) => (
          <li key={to}>
            <NavLink to={to} className={classes.link}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              <span className={classes.label}>{label}</span>
              {counts && unread && (
                <span className={classes.count}>
                  <CountBadge count={unread(counts)} cap={AREA_CAP} />
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Where one is, when the navigation does not mark it; in the calendar also the way back to today. It has what room the header's
 * controls leave, so that none of them moves from one page to another.
 */
function Section() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const first = pathname.split('/')[1] ?? '';
  const marked = destinations.some(({ to }) => to === `/${first}`);
  const label = shellTexts.sections[first];
  const calendar = first === 'kalender' || first === 'calendar';
  return (
    <div className={classes.section} data-section={calendar || undefined}>
      {label && !marked && <span className={classes.sectionName}>{label}</span>}
      {calendar && (
        <button
          type="button"
          className={classes.iconButton}
          aria-label={shellTexts.calendarReset}
          title={shellTexts.calendarReset}
          onClick={() => {
            resetCalendar();
            void navigate(pathname, { replace: true, state: STAY });
          }}
        >
          <IconRotate size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** A phone has no room for the bar's words in the header: the organisation acted as, as a button to its page. */
function OrganisationButton() {
  const acting = useActing();
  if (!acting?.slug) return null;
  return (
    <NavLink to={`/${acting.slug}`} className={`${classes.iconButton} ${classes.mobile}`}>
      <span className={hidden.spoken}>{acting.name}</span>
      <Avatar name={acting.name} image={pictureOf('entity', acting.imageId ?? null)} size={28} />
    </NavLink>
  );
}

function ContactsButton() {
  const { data: counts } = useQuery(unreadQuery);
  const { to, icon: Icon, unread } = contacts;
  const waiting = counts ? (unread?.(counts) ?? 0) : 0;
  return (
    <NavLink
      to={to}
      className={`${classes.iconButton} ${classes.desktop}`}
      aria-label={shellTexts.contactRequests(waiting)}
      data-tour="contacts"
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.count} aria-hidden="true">
        <CountBadge count={waiting} cap={AREA_CAP} />
      </span>
    </NavLink>
  );
}
