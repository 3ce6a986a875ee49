import type { ReactNode } from 'react';
import classes from './Page.module.css';

type PageProps = {
  title: ReactNode;
  /** Beside the title: where else one may want to go. */
  links?: ReactNode;
  /** As wide as a table of a year needs. */
  wide?: boolean;
  children: ReactNode;
};

/** The frame of a page below the header: its heading, links beside it, and its parts below each other. */
export function Page({ title, links, wide, children }: PageProps) {
  return (
    <div className={classes.page} data-wide={wide}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {links && <p className={classes.links}>{links}</p>}
      </div>
      {children}
    </div>
  );
}
