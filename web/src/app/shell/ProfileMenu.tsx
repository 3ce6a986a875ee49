import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import menu from './Menu.module.css';
import { useLogout } from './useLogout.ts';

export function ProfileMenu() {
  const me = useMe();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const logout = useLogout();
  const name = me?.displayName ?? '';

  return (
    <Menu position="bottom-end" width={280} radius="lg" transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <button type="button" className={classes.profile}>
          <Avatar name={name} image={me?.profileImage} size={32} />
          <span className={menu.spoken}>{shellTexts.account}: </span>
          <span className={classes.profileName}>{name}</span>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={menu.dropdown}>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} />}>
          {shellTexts.settings}
        </Menu.Item>
        <Menu.Divider />
        {organisations.length > 0 && <Menu.Label>{shellTexts.myOrganisations}</Menu.Label>}
        <div className={menu.organisations}>
          {organisations.map((one) => (
            <Menu.Item
              key={one.idEntity}
              component={Link}
              to={`/${one.entitySlug}`}
              leftSection={<Avatar name={one.entityName} image={one.image} size={28} />}
            >
              <span className={menu.name}>{one.entityName}</span>
              <span className={menu.relation}>{relationLabel(one.txRelationType)}</span>
            </Menu.Item>
          ))}
        </div>
        <Menu.Item component={Link} to="/cre">
          {shellTexts.createOrganisation}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={logout}>
          {shellTexts.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
