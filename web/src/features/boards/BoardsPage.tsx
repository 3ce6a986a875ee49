import { Button } from '@mantine/core';
import { IconFileImport, IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { mayActAs } from '@/features/context/index.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { listTexts } from '@/texts/area.ts';
import { boardImportTexts } from '@/texts/boardFiles.ts';
import { boardTexts as texts } from '@/texts/boards.ts';
import { boardListQuery } from './api.ts';
import { BoardList } from './components/BoardList.tsx';
import classes from './components/boards.module.css';
import { NewBoardDialog } from './components/NewBoardDialog.tsx';
import { BOARDS, boardPath } from './paths.ts';

const ImportDialog = lazy(() => loadPart(() => import('./ImportDialog.tsx')));

const NEW = 'ny';

/** /tavlor: one's own boards and those of one's organisations; with ?ny the dialog that makes one. */
export default function BoardsPage() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const me = useMe()?.idUser;
  const mine = useQuery({ ...boardListQuery({ user: me ?? 0 }), enabled: me !== undefined });
  const { data: entities = [] } = useQuery(myEntitiesQuery);
  const organisations = entities.filter(mayActAs);
  usePageTitle(texts.title);
  const asked = params.get(NEW);
  const [imports, setImports] = useState(false);
  const open = () => setParams({ [NEW]: '' }, { preventScrollReset: true });
  return (
    <div className={classes.page} data-tour="area">
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <div className={classes.acts}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setImports(true)}
          >
            {boardImportTexts.open}
          </Button>
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={open}
          >
            {texts.create}
          </Button>
        </div>
      </div>
      <OfflineNote text={listTexts.offline} />
      {mine.data ? (
        <section className={classes.section} aria-labelledby="own-boards">
          <h2 id="own-boards">{texts.mine}</h2>
          {mine.data.length > 0 ? (
            <BoardList boards={mine.data} label={texts.mine} />
          ) : organisations.length === 0 ? (
            <EmptyState {...texts.none} icon={<IconLayoutKanban size={28} stroke={1.5} />}>
              <Button variant="light" onClick={open}>
                {texts.create}
              </Button>
            </EmptyState>
          ) : (
            <p className={classes.faint}>{texts.noneOf}</p>
          )}
        </section>
      ) : mine.error ? (
        <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />
      ) : (
        <LoadingState />
      )}
      {organisations.map((one) => (
        <OfOne key={one.idEntity} organisation={one} />
      ))}
      {imports && (
        <Suspense fallback={null}>
          <ImportDialog organisations={organisations} onClose={() => setImports(false)} />
        </Suspense>
      )}
      {asked !== null && (
        <NewBoardDialog
          organisations={organisations}
          idEntity={asked ? Number(asked) : null}
          onDone={(idBoard) => void navigate(boardPath(idBoard), { replace: true })}
          onClose={() => void navigate(BOARDS, { replace: true })}
        />
      )}
    </div>
  );
}

function OfOne({ organisation }: { organisation: Membership }) {
  const { idEntity, entityName, entitySlug } = organisation;
  const { data, error, refetch } = useQuery(boardListQuery({ entity: idEntity }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  const id = `boards-${idEntity}`;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>
        <Link to={`/${entitySlug}`}>{entityName}</Link>
      </h2>
      <BoardList boards={data} label={texts.of(entityName)} />
    </section>
  );
}
