import { IconFilter } from '@tabler/icons-react';
import { filterTexts as texts } from '@/texts/subscribe.ts';
import classes from './filters.module.css';
import { useFilters } from './filters.ts';
import { useActivate } from './useActivate.ts';

/** That not everything is shown, and how to see it. */
export default function ActiveFilter() {
  const { active } = useFilters();
  const { mutate: activate } = useActivate();
  if (!active) return null;
  return (
    <div className={classes.active} role="status">
      <IconFilter size={18} stroke={1.75} aria-hidden="true" />
      <span>{texts.active(active.name)}</span>
      <button type="button" onClick={() => activate(null)}>
        {texts.showAll}
      </button>
    </div>
  );
}
