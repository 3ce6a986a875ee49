import { useSearchParams } from 'react-router';
import { isShown } from '@/lib/days.ts';
import { SchoolPicker } from './components/SchoolPicker.tsx';
import { WeekMenu } from './components/WeekMenu.tsx';
import { todayInSweden } from './week.ts';

/** /skolmatsedel, and with ?organization=3&date=2026-11-24 a school's week. */
export default function LunchPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('organization') ?? '');
  const date = params.get('date') ?? '';
  if (!Number.isSafeInteger(id) || id <= 0) return <SchoolPicker />;
  // Another school or week begins anew: nothing typed in one stays in the next.
  return <WeekMenu key={id} id={id} date={isShown(date) ? date : todayInSweden()} />;
}
