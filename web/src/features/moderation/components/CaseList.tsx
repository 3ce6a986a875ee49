import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { casesQuery, LOOK_EVERY_MS } from '../api.ts';
import { decide } from '../decide.ts';
import { itemsOf, keyOf } from '../fold.ts';
import type { Case, CaseAbility, CaseState } from '../types.ts';
import { CaseCard } from './CaseCard.tsx';
import type { Decision } from './DecisionDialog.tsx';
import classes from './moderation.module.css';

const DecisionDialog = lazy(() => loadPart(() => import('./DecisionDialog.tsx')));

type Asked = { one: Case; act: Decision };

export function CaseList({ idEntity, state }: { idEntity: number; state: CaseState }) {
  const query = useInfiniteQuery({
    ...casesQuery(idEntity, state),
    refetchInterval: LOOK_EVERY_MS,
  });
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const act = (one: Case, wanted: CaseAbility) => {
    if (wanted !== 'APPROVE') return setAsked({ one, act: wanted });
    decide(client, one, wanted, '').then(
      (late) => toast({ type: late ? 'info' : 'success', message: late ?? texts.decided }),
      (error: unknown) => toast({ type: 'error', message: messageOf(error) }),
    );
  };
  return (
    <>
      <PagedList
        query={query}
        items={itemsOf(query.data)}
        keyOf={keyOf}
        label={texts.list[state]}
        className={classes.list}
        rowClassName={classes.item}
        row={(one) => <CaseCard one={one} onAct={(wanted) => act(one, wanted)} />}
        empty={
          <EmptyState {...texts.empty[state]} icon={<IconShieldCheck size={28} stroke={1.5} />} />
        }
      />
      {asked && (
        <Suspense>
          <DecisionDialog {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
