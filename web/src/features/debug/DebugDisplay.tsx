import { Link, useLocation } from 'react-router';
import classes from './DebugDisplay.module.css';
import { useShellState } from './useShellState.ts';

/** Only outside production: where one is and as whom, on every page, folded away until it is wanted. */
export default function DebugDisplay() {
  const { pathname, search } = useLocation();
  const { user, base } = useShellState();
  const lines = {
    Sida: pathname + search,
    Användare: user.me?.userName ?? 'utloggad',
    Kontext: JSON.stringify(base.context.activeContext),
    Olästa: JSON.stringify(user.unread ?? null),
    Version: base.revision,
    Nät: base.online ? 'online' : 'offline',
  };
  return (
    <details className={classes.display} aria-label="Debug">
      <summary>Debug</summary>
      <dl>
        {Object.entries(lines).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link to="/debug">Allt</Link>
    </details>
  );
}
