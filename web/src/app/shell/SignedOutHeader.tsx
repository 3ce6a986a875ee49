import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { SmartLink } from '@/components/SmartLink.tsx';
import { useRunning } from '@/hooks/useRunning.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { usePreferences } from '@/lib/preferences.ts';
import { linkBar, publicMenus } from '@/texts/menus.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import { HeaderFrame } from './HeaderFrame.tsx';
import { PublicMobileMenu } from './PublicMobileMenu.tsx';

const GlobalSearch = lazy(() => loadPart(() => import('@/features/search/GlobalSearch.tsx')));

export default function SignedOutHeader() {
  // Its styles come with its code: neither is in a page that is drawn before.
  const running = useRunning();
  return (
    <div className={classes.signedOut}>
      <HeaderFrame>
        <nav className={classes.menus} aria-label={shellTexts.menus}>
          {publicMenus.map(({ title, links }) => (
            <Dropdown
              key={title}
              side="start"
              className={classes.link}
              label={
                <>
                  {title}
                  <IconChevronDown size={14} stroke={2} aria-hidden="true" />
                </>
              }
            >
              {() =>
                links.map(({ label, to }) => (
                  <SmartLink key={label} to={to} className={dropdownItem}>
                    {label}
                  </SmartLink>
                ))
              }
            </Dropdown>
          ))}
        </nav>
        <div className={classes.end}>
          {running ? (
            <Suspense fallback={<span className={classes.searchPlace} />}>
              <GlobalSearch />
            </Suspense>
          ) : (
            <span className={classes.searchPlace} />
          )}
          <nav className={classes.nav} aria-label={shellTexts.mainNavigation}>
            <Link to="/login" className={classes.link}>
              {shellTexts.login}
            </Link>
            <Link to="/signup" className={`${classes.link} ${classes.primary} ${classes.wide}`}>
              {shellTexts.signup}
            </Link>
          </nav>
          <PublicMobileMenu />
        </div>
      </HeaderFrame>
      <LinkBar />
    </div>
  );
}

/** Shortcuts over every page, for those who want them. */
function LinkBar() {
  const { linkBar: shown } = usePreferences();
  if (!shown) return null;
  return (
    <nav className={classes.linkBar} aria-label={shellTexts.linkBar}>
      {linkBar.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
