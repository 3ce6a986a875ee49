import {
  IconBuildingCommunity,
  IconCalendar,
  IconLogout,
  IconSchool,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import type { DisplayFlags } from '@/api/types.ts';
import { inSlot } from '@/area/slots.ts';
import { allDestinations, capOf, TOTAL_CAP, totalUnread } from '@/commands/destinations.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { SchemeSwitch } from '@/components/SchemeSwitch.tsx';
import classes from '@/components/SideMenu.module.css';
import { SideMenu } from '@/components/SideMenu.tsx';
import { myEntitiesQuery, unreadQuery, useMe } from '@/features/accounts/api.ts';
import { mayActAs } from '@/features/context/rules.ts';
import { useSwitchContext } from '@/features/context/Switching.tsx';
import { useActing } from '@/features/context/store.ts';
import { StatusItems } from '@/features/status/index.ts';
import { isDisplayed } from '@/lib/displayed.ts';
import { pictureOf } from '@/lib/picture.ts';
import { contextTexts } from '@/texts/context.ts';
import { relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import header from './Header.module.css';
import { useLogout } from './useLogout.ts';

const FEW = 5;

const { personal } = shellTexts;
const own = [
  { id: 'calendar', icon: IconCalendar, order: 10 },
  { id: 'organisations', icon: IconBuildingCommunity, order: 20 },
] as const;

/** The sections of the start page, those of areas among them. */
const sections = (flags: DisplayFlags | undefined) => [
  ...[...own.map((one) => ({ ...one, label: personal[one.id] })), ...inSlot('home')]
    .filter(({ id }) => isDisplayed(id, flags))
    .sort((a, b) => a.order - b.order)
    .map(({ id, label, icon }) => ({ to: `/?section=${id}`, label, icon })),
  { to: '/klyftig', label: personal.klyftig, icon: IconSchool },
];

export function MobileMenu() {
  const total = totalUnread(useQuery(unreadQuery).data);
  const name =
    total > 0 ? `${shellTexts.openMenu}, ${shellTexts.unread(total)}` : shellTexts.openMenu;
  return (
    <SideMenu
      name={name}
      className={header.hamburger}
      badge={
        <span className={header.total}>
          <CountBadge count={total} cap={TOTAL_CAP} />
        </span>
      }
      head={<UserCard />}
    >
      {(close) => <MenuContent onClose={close} />}
    </SideMenu>
  );
}

function UserCard() {
  const me = useMe();
  return (
    <>
      <Avatar name={me?.displayName ?? ''} image={me?.profileImage} size={44} />
      <div className={classes.who}>
        <p className={classes.strong}>{me?.displayName}</p>
        <p className={classes.faint}>{me && `@${me.userName}`}</p>
      </div>
    </>
  );
}

function MenuContent({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const acting = useActing();
  const { data: counts } = useQuery(unreadQuery);
  const logout = useLogout();

  return (
    <>
      <nav className={classes.group} aria-label={shellTexts.mainNavigation}>
        {allDestinations.map((one) => (
          <NavLink key={one.to} to={one.to} className={classes.row}>
            <one.icon size={22} stroke={1.75} aria-hidden="true" />
            <span className={classes.label}>{one.label}</span>
            {counts && one.unread && <CountBadge count={one.unread(counts)} cap={capOf(one)} />}
          </NavLink>
        ))}
      </nav>
      {acting ? <ActingCard onClose={onClose} /> : <OrganisationList onClose={onClose} />}
      {!acting && (
        <nav className={classes.group} aria-label={contextTexts.personal}>
          {sections(me?.displayFlags).map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} className={classes.row}>
              <Icon size={22} stroke={1.75} aria-hidden="true" />
              <span className={classes.label}>{label}</span>
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.group}>
        <Link to={me ? `/u/${me.userName}` : '/settings'} className={classes.row}>
          <IconUser size={22} stroke={1.75} aria-hidden="true" />
          {shellTexts.myProfile}
        </Link>
        <StatusItems className={classes.row} me={me} onChosen={onClose} />
        <Link to="/settings" className={classes.row}>
          <IconSettings size={22} stroke={1.75} aria-hidden="true" />
          {shellTexts.settings}
        </Link>
        <button
          type="button"
          className={classes.row}
          onClick={() => {
            // A failure is told in a toast, which lies behind an open dialog.
            onClose();
            logout();
          }}
        >
          <IconLogout size={22} stroke={1.75} aria-hidden="true" />
          {shellTexts.logout}
        </button>
      </div>
      <div className={classes.bottom}>
        <SchemeSwitch />
      </div>
    </>
  );
}

function ActingCard({ onClose }: { onClose: () => void }) {
  const acting = useActing();
  const switchContext = useSwitchContext();
  return (
    <section className={classes.acting} aria-labelledby="acting-as">
      <p id="acting-as" className={classes.heading}>
        {contextTexts.actingAs}
      </p>
      <div className={classes.row}>
        <Avatar
          name={acting?.name ?? ''}
          image={pictureOf('entity', acting?.imageId ?? null)}
          size={32}
        />
        <span className={classes.label}>{acting?.name}</span>
      </div>
      <button
        type="button"
        className={classes.row}
        onClick={() => {
          onClose();
          switchContext('person');
        }}
      >
        {contextTexts.toPersonal}
      </button>
    </section>
  );
}

function OrganisationList({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuery(myEntitiesQuery);
  const organisations = data.filter(mayActAs);
  const switchContext = useSwitchContext();
  const [all, setAll] = useState(false);
  const shown = all ? organisations : organisations.slice(0, FEW);
  const rest = organisations.length - shown.length;

  return (
    <section className={classes.group} aria-labelledby="mobile-organisations">
      <h2 id="mobile-organisations" className={classes.heading}>
        {contextTexts.actAs}
      </h2>
      {shown.map((one) => (
        <button
          key={one.idEntity}
          type="button"
          className={classes.row}
          onClick={() => {
            onClose();
            switchContext({ id: one.idEntity });
          }}
        >
          <Avatar name={one.entityName} image={one.image} size={32} />
          <span className={classes.label}>
            {one.entityName}
            <span className={classes.relation}>{relationLabel(one.txRelationType)}</span>
          </span>
        </button>
      ))}
      {rest > 0 && (
        <button type="button" className={classes.row} onClick={() => setAll(true)}>
          {shellTexts.moreOrganisations(rest)}
        </button>
      )}
      <Link to="/cre" className={classes.row}>
        {shellTexts.createOrganisation}
      </Link>
    </section>
  );
}
