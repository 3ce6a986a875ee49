import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
  const tabs = useRef<HTMLElement>(null);
  // On a narrow page they scroll: the one that is shown is in sight, also once a number behind a name has made it wider.
  const seen = useRef('');
  useLayoutEffect(() => {
    const nav = tabs.current;
    const shown = nav?.querySelector('[aria-current]');
    const state = `${current} ${nav?.scrollWidth}`;
    if (!nav || !shown || seen.current === state) return;
    seen.current = state;
    const [all, one] = [nav.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (one.left < all.left || one.right > all.right) {
      nav.scrollLeft += (one.left + one.right - all.left - all.right) / 2;
    }
  });
  return (
    <nav ref={tabs} className={classes.tabs} aria-label={label}>
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
