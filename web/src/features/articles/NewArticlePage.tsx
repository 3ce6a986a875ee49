import { useSearchParams } from 'react-router';
import { LoadingState } from '@/components/states.tsx';
import { useActing } from '@/features/context/index.ts';
import { ArticleEditor } from './components/ArticleEditor.tsx';
import { useWriters } from './writers.ts';

/** /articles/new, and with ?organization=3 in its name; else in the name that one acts in, where one may write in it. */
export default function NewArticlePage() {
  const [params] = useSearchParams();
  const acting = useActing();
  const writers = useWriters();
  const asked = Number(params.get('organization') ?? '') || acting?.id;
  if (!writers) return <LoadingState />;
  const entity = writers.find(({ idEntity }) => idEntity === asked);
  return <ArticleEditor key={asked ?? 0} article={null} idEntity={entity?.idEntity ?? null} />;
}
