import { IconCheck, IconChevronDown, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import {
  Dropdown,
  dropdownDivider,
  dropdownHeading,
  dropdownItem,
} from '@/components/Dropdown.tsx';
import hidden from '@/components/spoken.module.css';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { mayActAs } from '@/features/context/rules.ts';
import { useSwitchContext } from '@/features/context/Switching.tsx';
import { useActing } from '@/features/context/store.ts';
import { StatusItems } from '@/features/status/index.ts';
import { contextTexts } from '@/texts/context.ts';
import { relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import { useLogout } from './useLogout.ts';

export function ProfileMenu() {
  const me = useMe();
  const name = me?.displayName ?? '';
  return (
    <Dropdown
      className={`${classes.profile} ${classes.desktop}`}
      tour="profile"
      label={
        <>
          <Avatar name={name} image={me?.profileImage} size={32} />
          <span className={hidden.spoken}>{shellTexts.account}: </span>
          <span className={classes.profileName}>{name}</span>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        </>
      }
    >
      {() => <Choices />}
    </Dropdown>
  );
}

function Choices() {
  const me = useMe();
  const acting = useActing();
  const switchContext = useSwitchContext();
  const { data = [] } = useQuery(myEntitiesQuery);
  const organisations = data.filter(mayActAs);
  const logout = useLogout();
  const name = me?.displayName ?? '';

  return (
    <>
      <p className={dropdownHeading}>{contextTexts.choose}</p>
      {acting ? (
        <button type="button" className={dropdownItem} onClick={() => switchContext('person')}>
          <Avatar name={name} image={me?.profileImage} size={32} />
          <span className={classes.profileName}>{name}</span>
        </button>
      ) : (
        <Link to={me ? `/u/${me.userName}` : '/settings'} className={dropdownItem}>
          <Avatar name={name} image={me?.profileImage} size={32} />
          <span className={classes.profileName}>{name}</span>
          <IconCheck size={18} stroke={2} aria-label={contextTexts.active} />
        </Link>
      )}
      <StatusItems className={dropdownItem} me={me} />
      <Link to="/settings" className={dropdownItem}>
        <IconSettings size={20} stroke={1.75} aria-hidden="true" />
        {shellTexts.settings}
      </Link>
      <hr className={dropdownDivider} />
      {organisations.length > 0 && (
        <>
          <p className={dropdownHeading}>{contextTexts.alsoActAs}</p>
          <div className={classes.organisations}>
            {organisations.map((one) => (
              <button
                key={one.idEntity}
                type="button"
                className={dropdownItem}
                onClick={() => switchContext({ id: one.idEntity })}
              >
                <Avatar name={one.entityName} image={one.image} size={32} />
                <span className={classes.organisation}>
                  <span className={classes.profileName}>{one.entityName}</span>
                  <span className={classes.relation}>{relationLabel(one.txRelationType)}</span>
                </span>
                {acting?.id === one.idEntity && (
                  <IconCheck size={18} stroke={2} aria-label={contextTexts.active} />
                )}
              </button>
            ))}
          </div>
        </>
      )}
      <Link to="/cre" className={dropdownItem}>
        {shellTexts.createOrganisation}
      </Link>
      <hr className={dropdownDivider} />
      <button type="button" className={dropdownItem} onClick={logout}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        {shellTexts.logout}
      </button>
    </>
  );
}
