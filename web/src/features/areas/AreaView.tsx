import { NextButtons } from '@/components/NextButtons.tsx';
import { EmptyState } from '@/components/states.tsx';
import { type AreaId, areaTexts, soon } from '@/texts/areas.ts';
import classes from './areas.module.css';
import { areaIcons } from './icons.tsx';

/** What an area that is built later will be, and a useful way on. */
export function SoonCard({ area }: { area: AreaId }) {
  const { text, actions } = areaTexts[area];
  const Icon = areaIcons[area];
  return (
    <div className={classes.card} data-tour="area">
      <EmptyState title={soon} text={text} icon={<Icon size={28} stroke={1.5} />}>
        <NextButtons actions={actions} />
      </EmptyState>
    </div>
  );
}
