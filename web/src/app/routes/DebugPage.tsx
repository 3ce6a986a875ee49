import { useShellState } from '@/features/debug/useShellState.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import classes from './DebugPage.module.css';

/** Only outside production: what the shell holds now. */
export function DebugPage() {
  usePageTitle('Debug');
  const parts = useShellState();
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
