import { lazy, Suspense } from 'react';
import { useMe } from '@/features/accounts/api.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { contextTexts } from '@/texts/context.ts';
import classes from './context.module.css';
import { useSwitchContext } from './Switching.tsx';
import { useActing } from './store.ts';

const ActingLinks = lazy(() => loadPart(() => import('./ActingLinks.tsx')));

/** Amber, and only here: what one does now is done in an organisation's name. */
export function AdminBar() {
  const acting = useActing();
  const me = useMe();
  const switchContext = useSwitchContext();
  if (!acting) return null;
  const name = me?.firstName || me?.displayName || contextTexts.personal;
  return (
    <section className={classes.adminBar} aria-label={contextTexts.adminView} data-tour="admin-bar">
      <p className={classes.adminWho}>
        <span className={classes.adminName}>{acting.name}</span>{' '}
        <span className={classes.adminCaption}>{contextTexts.adminView}</span>
      </p>
      {acting.slug && (
        <span className={classes.adminLinks}>
          <Suspense>
            <ActingLinks idEntity={acting.id} slug={acting.slug} />
          </Suspense>
        </span>
      )}
      <button type="button" className={classes.adminBack} onClick={() => switchContext('person')}>
        {contextTexts.backTo(name)}
      </button>
    </section>
  );
}
