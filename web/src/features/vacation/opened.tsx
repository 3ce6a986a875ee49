/** The page of vacation as a person of the sports club opens it, for tests. */
import { Route, Routes } from 'react-router';
import { draw } from '@/test/page.tsx';
import { type Answers, network } from '@/test/world.ts';
import { settings } from './samples.ts';
import VacationPage from './VacationPage.tsx';

/** Where the server has the club's vacation. */
export const OF = '/api/v1/entities/3/vacation';

/** `search`: which part of the page ('?tab=year'). */
export function opened(answers: Answers, search = '') {
  const calls = network({
    [`GET ${OF}/settings`]: settings(),
    [`GET ${OF}/applications`]: { content: [] },
    ...answers,
  });
  const view = draw(
    <Routes>
      <Route path="/:entitySlug/semester" element={<VacationPage />} />
    </Routes>,
    `/bjorkens-if/semester${search}`,
  );
  return { ...view, calls, bodyOf: (call: string) => calls.find((one) => one.call === call)?.body };
}
