import { useQuery } from '@tanstack/react-query';
import { meQuery, unreadQuery } from '@/features/accounts/api.ts';
import classes from '@/features/areas/areas.module.css';
import { useContextState } from '@/features/context/store.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { revision } from '@/lib/operator.ts';

/** The year whose values stand here until there are events. */
const YEAR = 2024;

/** Only while developing: what the shell holds now. */
export function DebugPage() {
  usePageTitle('Debug');
  const { data: me } = useQuery(meQuery);
  const { data: unread } = useQuery(unreadQuery);
  const context = useContextState();
  const parts = {
    event: { year: YEAR, events: [] },
    user: { me, unread },
    base: { context, revision, online: navigator.onLine },
  };
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Debug</h1>
      {Object.entries(parts).map(([name, value]) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <pre>{JSON.stringify(value, null, 2)}</pre>
        </section>
      ))}
    </div>
  );
}
