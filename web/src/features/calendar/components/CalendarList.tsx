import { Button } from '@mantine/core';
import { IconBookmark, IconFileImport, IconPencil, IconPlus, IconRss } from '@tabler/icons-react';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { calendarFormTexts as formTexts } from '@/texts/calendar.ts';
import { bookmarkTexts } from '@/texts/engagement.ts';
import { importTexts, sourceTexts, subscribeTexts } from '@/texts/subscribe.ts';
import { colorOf } from '../calendars.ts';
import { FilterList } from '../filters/FilterList.tsx';
import { setHidden, useHidden } from '../hidden.ts';
import { BOOKMARKS } from '../paths.ts';
import type { Calendar } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import classes from './list.module.css';

const SubscribeDialog = lazy(() => loadPart(() => import('../subscribe/SubscribeDialog.tsx')));
const ImportDialog = lazy(() => loadPart(() => import('../subscribe/ImportDialog.tsx')));
const CalendarDialog = lazy(() => loadPart(() => import('./CalendarDialog.tsx')));

/** Which calendars there are, whose, and whether they are shown. */
export default function CalendarList() {
  const { query, groups } = useGroups();
  const hidden = useHidden();
  const [open, setOpen] = useState<'subscribe' | 'import' | null>(null);
  /** null: a new one. */
  const [changed, setChanged] = useState<Calendar | null | undefined>();
  return (
    <div className={classes.list}>
      {groups.map(({ idEntity, name, calendars }) => (
        <fieldset key={idEntity ?? 'own'} className={classes.group}>
          <legend className={classes.owner}>{name}</legend>
          {calendars.map((one) => (
            <div key={one.calendarUUID} className={classes.row}>
              <label className={classes.label}>
                <input
                  type="checkbox"
                  style={{ '--c': colorOf(one) } as CSSProperties}
                  checked={!hidden.includes(one.calendarUUID)}
                  onChange={({ currentTarget }) =>
                    setHidden(one.calendarUUID, !currentTarget.checked)
                  }
                />
                <span className={classes.name}>
                  {one.name}
                  {one.subscribed && (
                    <IconRss className={classes.source} size={14} aria-hidden="true" />
                  )}
                  {one.sourceState?.failure && (
                    <span className={classes.failed}>{sourceTexts.failed}</span>
                  )}
                </span>
              </label>
              {one.abilities.includes('MANAGE') && (
                <button
                  type="button"
                  className={classes.change}
                  aria-label={formTexts.change(one.name)}
                  onClick={() => setChanged(one)}
                >
                  <IconPencil size={16} stroke={1.75} aria-hidden="true" />
                </button>
              )}
            </div>
          ))}
        </fieldset>
      ))}
      {query.error && groups.length === 0 && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => setChanged(null)}
      >
        {formTexts.create}
      </Button>
      <FilterList />
      <div className={classes.others}>
        <Button
          component={Link}
          to={BOOKMARKS}
          variant="subtle"
          leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden="true" />}
        >
          {bookmarkTexts.title}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconRss size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen('subscribe')}
        >
          {subscribeTexts.open}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen('import')}
        >
          {importTexts.open}
        </Button>
      </div>
      <Suspense>
        {changed !== undefined && (
          <CalendarDialog calendar={changed} onClose={() => setChanged(undefined)} />
        )}
        {open === 'subscribe' && <SubscribeDialog onClose={() => setOpen(null)} />}
        {open === 'import' && <ImportDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}
