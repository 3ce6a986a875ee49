import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { useMe } from '@/features/accounts/api.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { boardOfTaskTexts as texts } from '@/texts/boards.ts';
import { boardListQuery } from './api.ts';
import classes from './components/boards.module.css';
import { boardPath } from './paths.ts';

const PutOnBoard = lazy(async () => ({
  default: (await loadPart(() => import('./components/PutOnBoard.tsx'))).PutOnBoard,
}));

/** On the page of a task: the board it lies on, or the way onto one of its owner's. */
export default function BoardOfTask(props: SlotProps['taskPage']) {
  const { idEntity, idBoard, mayEdit } = props;
  const me = useMe()?.idUser ?? 0;
  const [puts, setPuts] = useState(false);
  const of = idEntity === null ? { user: me } : { entity: idEntity };
  const { data: boards } = useQuery({ ...boardListQuery(of), enabled: me > 0 && idBoard !== null });
  if (idBoard !== null) {
    const name = boards?.find((one) => one.idBoard === idBoard)?.name;
    return (
      <p className={classes.ways}>
        {name && `${texts.lies} `}
        <Link to={boardPath(idBoard)}>{name ?? texts.aBoard}</Link>
      </p>
    );
  }
  if (!mayEdit) return null;
  return (
    <div className={classes.ways}>
      <Button variant="subtle" onClick={() => setPuts(true)}>
        {texts.put}
      </Button>
      {puts && (
        <Suspense>
          <PutOnBoard {...props} of={of} onClose={() => setPuts(false)} />
        </Suspense>
      )}
    </div>
  );
}
