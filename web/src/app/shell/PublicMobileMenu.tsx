import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import menu from '@/components/SideMenu.module.css';
import { SideMenu } from '@/components/SideMenu.tsx';
import { SmartLink } from '@/components/SmartLink.tsx';
import { publicMenus } from '@/texts/menus.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';

/** Signed out on a narrow screen: signing in first, then the six menus, one open at a time. */
export function PublicMobileMenu() {
  return (
    <SideMenu name={shellTexts.openMenu} className={classes.hamburger} head={<span />}>
      {() => (
        <>
          <nav className={menu.group} aria-label={shellTexts.mainNavigation}>
            <Link to="/login" className={menu.row}>
              {shellTexts.login}
            </Link>
            <Link to="/signup" className={menu.row}>
              {shellTexts.signup}
            </Link>
          </nav>
          <nav className={menu.group} aria-label={shellTexts.menus}>
            {publicMenus.map(({ title, links }) => (
              // One name for all: the browser closes the others.
              <details key={title} name="public-menu">
                <summary className={menu.row}>
                  <span className={menu.label}>{title}</span>
                  <IconChevronDown size={18} stroke={2} aria-hidden="true" />
                </summary>
                {links.map(({ label, to }) => (
                  <SmartLink key={label} to={to} className={`${menu.row} ${menu.inner}`}>
                    {label}
                  </SmartLink>
                ))}
              </details>
            ))}
          </nav>
        </>
      )}
    </SideMenu>
  );
}
