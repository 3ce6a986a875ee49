import { useSearchParams } from 'react-router';
import { holidayYearOf, todayHere } from './days.ts';
import type { HolidayYear } from './types.ts';

const FIRST = 2001;
const LAST = 2099;

/** The holiday year that the address says, or the one that it is. */
export function useShownYear(kind: HolidayYear): number {
  const [params] = useSearchParams();
  const asked = Number(params.get('year') ?? '');
  const isYear = Number.isInteger(asked) && asked >= FIRST && asked <= LAST;
  return isYear ? asked : holidayYearOf(todayHere(), kind);
}
