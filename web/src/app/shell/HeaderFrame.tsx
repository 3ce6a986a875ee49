import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '@/components/Logo.tsx';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';

/** What every header has. Without children: the place a header takes while it loads. */
export function HeaderFrame({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.logo} aria-label={shellTexts.home}>
        <Logo />
        <span className={classes.name} aria-hidden="true">
          {shellTexts.product}
        </span>
      </Link>
      {children}
    </header>
  );
}
