import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './PageTabs.module.css';

type PageTabsProps<T extends string> = {
  /** What is chosen between. */
  label: string;
  /** Of the page; the first tab has it alone, the others `?tab=`. Or where each tab leads. */
  path: string | ((tab: T) => string);
  names: readonly T[];
  texts: Record<T, string>;
  current: T;
  /** What stands behind a tab's name. */
  more?: (tab: T) => ReactNode;
};

/** The parts of a page, each with an address of its own. */
export function PageTabs<T extends string>({
  label,
  path,
  names,
  texts,
  current,
  more,
}: PageTabsProps<T>) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {names.map((name) => (
        <Link
          key={name}
          className={classes.tab}
          to={
            typeof path === 'function'
              ? path(name)
              : name === names[0]
                ? path
                : `${path}?tab=${name}`
          }
          aria-current={name === current ? 'page' : undefined}
        >
          {texts[name]}
          {more?.(name)}
        </Link>
      ))}
    </nav>
  );
}
