import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '@/components/Logo.tsx';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';

type HeaderFrameProps = {
  /** Where the logo leads, and its words. */
  home?: string;
  homeLabel?: string;
  children?: ReactNode;
};

/** What every header has. Without children: the place a header takes while it loads. */
export function HeaderFrame({
  home = '/',
  homeLabel = shellTexts.home,
  children,
}: HeaderFrameProps) {
  return (
    <header className={classes.header} data-region>
      <Link to={home} className={classes.logo} aria-label={homeLabel} data-tour="logo">
        <Logo />
        <span className={classes.name} aria-hidden="true">
          {shellTexts.product}
        </span>
      </Link>
      {children}
    </header>
  );
}
