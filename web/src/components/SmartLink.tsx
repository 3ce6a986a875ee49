import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/** What the server or another host answers: not a page of this app. */
const OUTSIDE = /^(https?:|mailto:|tel:|\/api(\/|$))/;

type SmartLinkProps = Omit<LinkProps, 'to'> & { to: string; children?: ReactNode };

/** A link of ours, or one that leaves the app. Another host opens beside this page. */
export function SmartLink({ to, children, ...props }: SmartLinkProps) {
  if (!OUTSIDE.test(to)) {
    return (
      <Link to={to} {...props}>
        {children}
      </Link>
    );
  }
  const other = to.startsWith('http');
  return (
    <a href={to} {...(other && { target: '_blank', rel: 'noreferrer' })} {...props}>
      {children}
    </a>
  );
}
