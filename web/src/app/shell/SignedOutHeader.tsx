import { Link } from 'react-router';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Header.module.css';
import { HeaderFrame } from './HeaderFrame.tsx';

export function SignedOutHeader() {
  return (
    <HeaderFrame>
      <nav className={classes.end} aria-label={shellTexts.mainNavigation}>
        <Link to="/login" className={classes.link}>
          {shellTexts.login}
        </Link>
        <Link to="/signup" className={`${classes.link} ${classes.primary}`}>
          {shellTexts.signup}
        </Link>
      </nav>
    </HeaderFrame>
  );
}
