import { useLocation, useSearchParams } from 'react-router';
import { useSignedIn } from '@/lib/session.ts';
import { KindPage } from './components/KindPage.tsx';
import { SchoolView } from './components/SchoolView.tsx';
import { YearEditor } from './components/YearEditor.tsx';
import { kindOf } from './paths.ts';
import { isYear, todayInSweden, yearOfDay } from './year.ts';

/**
 * /skolkalender and its like: how a school year may look. With ?organization=3&calendar=…&year=2026 a school's; with &edit=1 the
 * form for it.
 */
export default function SchoolPage() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const kind = kindOf(pathname);
  const id = Number(params.get('organization') ?? '');
  if (!Number.isSafeInteger(id) || id <= 0) return <KindPage key={kind} kind={kind} />;
  const asked = Number(params.get('year') ?? '');
  const year = isYear(asked) ? asked : yearOfDay(todayInSweden());
  const calendar = params.get('calendar');
  if (params.has('edit') && signedIn) {
    return (
      <YearEditor key={`${kind} ${id} ${calendar} ${year}`} {...{ kind, id, calendar, year }} />
    );
  }
  return <SchoolView {...{ kind, id, calendar, year }} />;
}
