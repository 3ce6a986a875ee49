import { IconLogout, IconMenu2, IconSettings, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { AREA_CAP, destinations, TOTAL_CAP, totalUnread } from '@/commands/destinations.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { SchemeSwitch } from '@/components/SchemeSwitch.tsx';
import { myEntitiesQuery, unreadQuery, useMe } from '@/features/accounts/api.ts';
import { useModal } from '@/hooks/useModal.ts';
import { relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import header from './Header.module.css';
import classes from './MobileMenu.module.css';
import { useLogout } from './useLogout.ts';

const FEW = 5;

export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const total = totalUnread(useQuery(unreadQuery).data);
  const label =
    total > 0 ? `${shellTexts.openMenu}, ${shellTexts.unread(total)}` : shellTexts.openMenu;

  // Going anywhere closes it, also by the back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what it waits for
  useEffect(() => setOpen(false), [key]);

  return (
    <>
      <button
        type="button"
        className={header.hamburger}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden="true" />
        <span className={header.total}>
          <CountBadge count={total} cap={TOTAL_CAP} />
        </span>
      </button>
      {open && <MenuDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** A native dialog: the browser keeps the focus inside, closes on Escape and gives it back. */
function MenuDialog({ onClose }: { onClose: () => void }) {
  const dialog = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself
    <dialog
      ref={dialog}
      className={classes.menu}
      aria-label={shellTexts.menu}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <MenuContent onClose={onClose} />
    </dialog>
  );
}

function MenuContent({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const { data: counts } = useQuery(unreadQuery);
  const logout = useLogout();
  const name = me?.displayName ?? '';

  return (
    <div className={classes.sheet}>
      <div className={classes.top}>
        <Avatar name={name} image={me?.profileImage} size={44} />
        <div className={classes.who}>
          <p className={classes.strong}>{name}</p>
          <p className={classes.faint}>{me && `@${me.userName}`}</p>
        </div>
        <button
          type="button"
          className={classes.close}
          aria-label={shellTexts.closeMenu}
          onClick={onClose}
        >
          <IconX size={24} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <nav className={classes.group} aria-label={shellTexts.mainNavigation}>
        {destinations.map(({ path, label, icon: Icon, unread }) => (
          <NavLink key={path} to={path} className={classes.row} onClick={onClose}>
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span className={classes.label}>{label}</span>
            {counts && unread && <CountBadge count={unread(counts)} cap={AREA_CAP} />}
          </NavLink>
        ))}
      </nav>
      <OrganisationList onClose={onClose} />
      <div className={classes.group}>
        <Link to="/settings" className={classes.row} onClick={onClose}>
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
    </div>
  );
}

function OrganisationList({ onClose }: { onClose: () => void }) {
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const [all, setAll] = useState(false);
  const shown = all ? organisations : organisations.slice(0, FEW);
  const rest = organisations.length - shown.length;

  return (
    <section className={classes.group} aria-labelledby="mobile-organisations">
      <h2 id="mobile-organisations" className={classes.heading}>
        {shellTexts.myOrganisations}
      </h2>
      {shown.map((one) => (
        <Link
          key={one.idEntity}
          to={`/${one.entitySlug}`}
          className={classes.row}
          onClick={onClose}
        >
          <Avatar name={one.entityName} image={one.image} size={32} />
          <span className={classes.label}>
            {one.entityName}
            <span className={classes.relation}>{relationLabel(one.txRelationType)}</span>
          </span>
        </Link>
      ))}
      {rest > 0 && (
        <button type="button" className={classes.row} onClick={() => setAll(true)}>
          {shellTexts.moreOrganisations(rest)}
        </button>
      )}
      <Link to="/cre" className={classes.row} onClick={onClose}>
        {shellTexts.createOrganisation}
      </Link>
    </section>
  );
}
