import { IconHourglassEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NextButtons } from '@/components/NextButtons.tsx';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { type AreaTexts, soon } from '@/texts/areas.ts';
import classes from './areas.module.css';

type AreaViewProps = Omit<AreaTexts, 'title'> & { title: string; children?: ReactNode };

/** An area that is built later: its heading, what it will be, and a useful way on. */
export function AreaView({ title, text, actions, children }: AreaViewProps) {
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {children}
      <SoonCard text={text} actions={actions} />
    </div>
  );
}

export function SoonCard({ text, actions }: Pick<AreaTexts, 'text' | 'actions'>) {
  return (
    <div className={classes.card} data-tour="area">
      <EmptyState title={soon} text={text} icon={<IconHourglassEmpty size={28} stroke={1.5} />}>
        <NextButtons actions={actions} />
      </EmptyState>
    </div>
  );
}
