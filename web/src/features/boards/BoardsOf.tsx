import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { mayActAs } from '@/features/context/index.ts';
import { useSignedIn } from '@/lib/session.ts';
import { boardTexts as texts } from '@/texts/boards.ts';
import { boardListQuery } from './api.ts';
import { BoardList } from './components/BoardList.tsx';
import classes from './components/boards.module.css';
import { newBoardPath } from './paths.ts';

/** On an organisation's page: its boards, for who may act for it. */
export default function BoardsOf({ id }: SlotProps['organisation']) {
  const { data: mine } = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() });
  const isMine = mine?.some((one) => one.idEntity === id && mayActAs(one)) ?? false;
  const { data } = useQuery({ ...boardListQuery({ entity: id }), enabled: isMine });
  if (!isMine || !data) return null;
  return (
    <Card title={texts.title} id="tavlor">
      {data.length > 0 ? (
        <BoardList boards={data} label={texts.title} />
      ) : (
        <p className={classes.faint}>{texts.noneOf}</p>
      )}
      <p className={classes.ways}>
        <Link to={newBoardPath(id)}>{texts.create}</Link>
      </p>
    </Card>
  );
}
