import { IconChevronDown, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import {
  Dropdown,
  dropdownDivider,
  dropdownHeading,
  dropdownItem,
} from '@/components/Dropdown.tsx';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import { useLogout } from './useLogout.ts';

export function ProfileMenu() {
  const me = useMe();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const logout = useLogout();
  const name = me?.displayName ?? '';

  return (
    <Dropdown
      className={classes.profile}
      label={
        <>
          <Avatar name={name} image={me?.profileImage} size={32} />
          <span className={classes.spoken}>{shellTexts.account}: </span>
          <span className={classes.profileName}>{name}</span>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        </>
      }
    >
      <Link to="/settings" className={dropdownItem}>
        <IconSettings size={20} stroke={1.75} aria-hidden="true" />
        {shellTexts.settings}
      </Link>
      <hr className={dropdownDivider} />
      {organisations.length > 0 && <p className={dropdownHeading}>{shellTexts.myOrganisations}</p>}
      <div className={classes.organisations}>
        {organisations.map((one) => (
          <Link key={one.idEntity} to={`/${one.entitySlug}`} className={dropdownItem}>
            <Avatar name={one.entityName} image={one.image} size={32} />
            <span className={classes.organisation}>
              <span className={classes.profileName}>{one.entityName}</span>
              <span className={classes.relation}>{relationLabel(one.txRelationType)}</span>
            </span>
          </Link>
        ))}
      </div>
      <Link to="/cre" className={dropdownItem}>
        {shellTexts.createOrganisation}
      </Link>
      <hr className={dropdownDivider} />
      <button type="button" className={dropdownItem} onClick={logout}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        {shellTexts.logout}
      </button>
    </Dropdown>
  );
}
