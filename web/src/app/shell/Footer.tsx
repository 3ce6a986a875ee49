import { SchemeSwitch } from '@/components/SchemeSwitch.tsx';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Footer.module.css';

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div>
        <p className={classes.tagline}>{shellTexts.tagline}</p>
        <p>{shellTexts.copyright}</p>
      </div>
      <SchemeSwitch />
    </footer>
  );
}
