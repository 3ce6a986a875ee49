import type { ReactNode } from 'react';
import { NextButtons } from '@/components/NextButtons.tsx';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { type AreaId, areaTexts, soon } from '@/texts/areas.ts';
import classes from './areas.module.css';
import { areaIcons } from './icons.tsx';

type AreaViewProps = { area: AreaId; title?: string; children?: ReactNode };

/** An area that is built later: its heading, what it will be, and a useful way on. */
export function AreaView({ area, title = areaTexts[area].title, children }: AreaViewProps) {
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {children}
      <SoonCard area={area} />
    </div>
  );
}

function SoonCard({ area }: { area: AreaId }) {
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
