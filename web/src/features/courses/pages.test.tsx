/** The pages of courses: what is gone on with, what is locked, what is done, and how a course is arranged. */
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { count, spec } from '../../../e2e/spec/spec.ts';
import CoursePage from './CoursePage.tsx';
import CoursesPage from './CoursesPage.tsx';
import EditCoursePage from './edit/EditCoursePage.tsx';
import LessonPage from './LessonPage.tsx';
import { course, lesson, outline, outlined, progress } from './samples.ts';

beforeEach(() => signIn());
afterEach(() => {
  notifications.clean();
  signOut();
});

function opened(path: string, answers: Answers) {
  const calls = network(answers);
  const view = draw(
    <Routes>
      <Route path="/klyftig" element={<CoursesPage />} />
      <Route path="/klyftig/:courseId" element={<CoursePage />} />
      <Route path="/klyftig/:courseId/lektion/:lessonId" element={<LessonPage />} />
      <Route path="/klyftig/admin/redigera/:courseId" element={<EditCoursePage />} />
    </Routes>,
    path,
  );
  return {
    ...view,
    calls,
    bodyOf: (call: string) => calls.findLast((one) => one.call === call)?.body,
  };
}

const list = (content: unknown[]) => ({ content, page: 0, size: 20, hasMore: false, cursor: null });
const takes = course({ progress: progress(), abilities: ['LEAVE'] });
const LESSONS = outline([
  [outlined(11, { done: true }), outlined(12)],
  [outlined(13, { locked: true })],
]);

describe('/klyftig', () => {
  it('has what one goes on with first', async () => {
    opened('/klyftig', {
      'GET /api/v1/courses/enrolled': list([takes]),
      'GET /api/v1/courses': list([course({ id: 2, title: 'Öppen kurs' })]),
      'GET /api/v1/courses/mine': list([]),
    });
    const goOn = await screen.findByRole('link', { name: 'Fortsätt med Ny hos oss' });
    expect(goOn).toHaveAttribute('href', '/klyftig/1/lektion/12');
    expect(screen.getByRole('progressbar', { name: 'Ny hos oss' })).toHaveAttribute(
      'aria-valuenow',
      '33',
    );
    await screen.findByRole('link', { name: 'Öppen kurs' });
    const headings = screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(['Fortsätt', 'Öppna kurser']);
  });

  it('asks for twenty at a time, from the first [social 9.5]', async () => {
    opened('/klyftig', {
      'GET /api/v1/courses/enrolled': list([]),
      'GET /api/v1/courses': list([course({ id: 2, title: 'Öppen kurs' })]),
      'GET /api/v1/courses/mine': list([]),
    });
    await screen.findByRole('link', { name: 'Öppen kurs' });
    const asked = vi
      .mocked(fetch)
      .mock.calls.map(([input]) => new URL(String(input), window.location.href))
      .filter(({ pathname }) => pathname.startsWith('/api/v1/courses'));
    expect(asked).toHaveLength(3);
    for (const { searchParams } of asked) {
      expect(Object.fromEntries(searchParams)).toEqual({
        limit: String(count(spec['social 9.5'].size)),
      });
    }
  });

  it('asks the public routes for who is signed out', async () => {
    signOut();
    const { calls } = opened('/klyftig', { 'GET /api/public/courses': list([]) });
    await screen.findByText('Inga kurser än');
    expect(calls.map(({ call }) => call)).toEqual(['GET /api/public/courses']);
    expect(screen.queryByRole('button', { name: 'Ny kurs' })).toBeNull();
  });
});

describe('a course', () => {
  it('shows what is done, what is locked and how far one is', async () => {
    opened('/klyftig/1', {
      'GET /api/v1/courses/1': takes,
      'GET /api/v1/courses/1/modules': LESSONS,
    });
    expect(await screen.findByText('33 % klart · 1 av 3 lektioner klara')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Lektion 12' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Lektion 13' })).toBeNull();
    const locked = screen.getByText('Lektion 13').closest('li');
    expect(locked && within(locked).getByText('Låst')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Fortsätt' })).toHaveAttribute(
      'href',
      '/klyftig/1/lektion/12',
    );
  });

  it('is begun by a click, and leads to its first lesson', async () => {
    const { at } = opened('/klyftig/1', {
      'GET /api/v1/courses/1': course(),
      'GET /api/v1/courses/1/modules': LESSONS,
      'POST /api/v1/courses/1/enrolment': takes,
      'GET /api/v1/lessons/12': lesson(12),
      'PUT /api/v1/lessons/12/position': undefined,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Börja kursen' }));
    await waitFor(() => expect(at()).toBe('/klyftig/1/lektion/12'));
  });

  it('that is not there says so', async () => {
    opened('/klyftig/1', { 'GET /api/v1/courses/1': new Refusal(404, 'NOT_FOUND') });
    expect(await screen.findByRole('heading', { name: 'Kursen finns inte' })).toBeInTheDocument();
  });
});

describe('a lesson', () => {
  const answers: Answers = {
    'GET /api/v1/courses/1': takes,
    'GET /api/v1/courses/1/modules': LESSONS,
    'GET /api/v1/lessons/12': lesson(12, { body: '# Rubrik\nEtt', previous: 11, next: 13 }),
    'PUT /api/v1/lessons/12/position': undefined,
  };

  it('says what completes it, and the next one opens at once', async () => {
    const { calls } = opened('/klyftig/1/lektion/12', {
      ...answers,
      'PUT /api/v1/lessons/12/done': {
        ...progress({ percent: 66, doneCount: 2, resume: 13 }),
        done: [11, 12],
        locked: [],
      },
    });
    expect(await screen.findByRole('heading', { name: 'Rubrik', level: 2 })).toBeInTheDocument();
    expect(
      await screen.findByText(/Lektionen är klar när du trycker på knappen/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Nästa: Lektion 13' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Markera som klar' }));
    expect(await screen.findByRole('link', { name: 'Nästa: Lektion 13' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ångra klar' })).toBeInTheDocument();
    expect(screen.getByText('66 % klart · 2 av 3 lektioner klara')).toBeInTheDocument();
    expect(calls.filter(({ call }) => call === 'GET /api/v1/courses/1/modules')).toHaveLength(1);
  });

  it('that is locked says what opens it', async () => {
    opened('/klyftig/1/lektion/13', {
      ...answers,
      'GET /api/v1/lessons/13': new Refusal(403, 'LOCKED'),
    });
    expect(await screen.findByRole('heading', { name: 'Lektionen är låst' })).toBeInTheDocument();
    expect(
      await screen.findByRole('link', { name: 'Till lektionen som står på tur' }),
    ).toHaveAttribute('href', '/klyftig/1/lektion/12');
  });

  it('that was removed while it was read leads on', async () => {
    opened('/klyftig/1/lektion/14', {
      ...answers,
      'GET /api/v1/lessons/14': new Refusal(404, 'NOT_FOUND'),
    });
    expect(
      await screen.findByRole('heading', { name: 'Lektionen finns inte längre' }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Till Ny hos oss' })).toBeInTheDocument();
  });
});

describe('the editor of a course', () => {
  const own = course({ abilities: ['EDIT', 'PUBLISH', 'DELETE', 'COPY'], status: 'DRAFT' });
  const shown = outline([[outlined(11), outlined(12)], []]);
  const answers: Answers = {
    'GET /api/v1/courses/1': own,
    'GET /api/v1/courses/1/modules': shown,
    'GET /api/v1/courses/enrolled': list([]),
  };
  const moved = { ...outline([[outlined(12), outlined(11)], []], 6) };

  it('moves a lesson by a button and by keys, with the version that was read', async () => {
    const { bodyOf } = opened('/klyftig/admin/redigera/1', {
      ...answers,
      'PUT /api/v1/courses/1/outline': moved,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Flytta ner Lektion 11' }));
    await waitFor(() =>
      expect(bodyOf('PUT /api/v1/courses/1/outline')).toEqual({
        version: 5,
        modules: [
          { id: 101, lessons: [12, 11] },
          { id: 102, lessons: [] },
        ],
      }),
    );
    expect(screen.getByText('Lektion 11 är flyttad: Modul 1, plats 2 av 2')).toBeInTheDocument();
    const row = screen.getByRole('button', { name: 'Lektion 11' });
    fireEvent.keyDown(row, { key: 'ArrowDown', altKey: true });
    await waitFor(() =>
      expect(bodyOf('PUT /api/v1/courses/1/outline')).toEqual({
        version: 6,
        modules: [
          { id: 101, lessons: [12] },
          { id: 102, lessons: [11] },
        ],
      }),
    );
  });

  it('shows a colleague’s order where it was changed meanwhile', async () => {
    opened('/klyftig/admin/redigera/1', {
      ...answers,
      'PUT /api/v1/courses/1/outline': new Refusal(409, 'STALE', undefined, {
        current: outline([[outlined(12)], [outlined(11)]], 9),
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Flytta ner Lektion 11' }));
    await waitFor(() =>
      expect(toasts()[0]?.message).toBe('Någon annan har ändrat upplägget. Det senaste visas.'),
    );
    const second = screen.getByRole('list', { name: 'Modul 2' });
    expect(within(second).getByRole('button', { name: 'Lektion 11' })).toBeInTheDocument();
  });

  it('shows a colleague’s text, and lets somebody choose', async () => {
    const theirs = lesson(11, { body: 'Kollegans text', version: 4 });
    const { bodyOf } = opened('/klyftig/admin/redigera/1?lektion=11', {
      ...answers,
      'GET /api/v1/lessons/11': lesson(11, { body: 'Text', version: 3 }),
      'PUT /api/v1/lessons/11': new Refusal(409, 'STALE', undefined, { current: theirs }),
    });
    const field = await screen.findByRole('textbox', { name: 'Text' });
    expect(screen.getByText('Allt är sparat')).toBeInTheDocument();
    fireEvent.change(field, { target: { value: 'Min text' } });
    expect(await screen.findByText('Kollegans text', {}, { timeout: 4_000 })).toBeInTheDocument();
    expect(bodyOf('PUT /api/v1/lessons/11')).toMatchObject({ body: 'Min text', version: 3 });
    fireEvent.click(screen.getByRole('button', { name: 'Ta den andras text' }));
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('Kollegans text');
    expect(screen.getByText('Allt är sparat')).toBeInTheDocument();
  });

  it('brings a picture into the text, and asks what it shows', async () => {
    const picture = { id: 77, width: 640, height: 480, url: '/api/v1/courses/1/pictures/77' };
    opened('/klyftig/admin/redigera/1?lektion=11', {
      ...answers,
      'GET /api/v1/lessons/11': lesson(11, { body: '', version: 3 }),
      'POST /api/v1/courses/1/pictures': picture,
    });
    document.execCommand = () => false;
    const field = await screen.findByRole('textbox', { name: 'Text' });
    const [file, ...none] = screen.getAllByLabelText('Bild', { selector: 'input' });
    expect(none).toEqual([]);
    const chosen = new File(['x'], 'karta.png', { type: 'image/png' });
    fireEvent.change(file as HTMLInputElement, { target: { files: [chosen] } });
    await waitFor(() => expect(field).toHaveValue('![](bild:77)'));
    expect(screen.getByText(/^En bild saknar beskrivning/)).toBeInTheDocument();
    fireEvent.change(field, { target: { value: '![Karta](bild:77)\n![Annan](bild:78)' } });
    expect(screen.queryByText(/saknar beskrivning/)).toBeNull();
    fireEvent.click(screen.getByText('Förhandsgranska'));
    const drawn = await screen.findByRole('img', { name: 'Karta' });
    expect(drawn).toHaveAttribute('src', '/api/v1/courses/1/pictures/77?w=960');
    expect(drawn).toHaveAttribute('height', '480');
    // Another course's is not drawn.
    expect(screen.getByText('Bilden finns inte i kursen: Annan')).toBeInTheDocument();
  });

  it('invites people, and says whom it could not', async () => {
    const person = { userId: 7, displayName: 'Karin Ek', userName: 'karin.ek', profileImage: null };
    const { calls } = opened('/klyftig/admin/redigera/1', {
      ...answers,
      'GET /api/v1/courses/1': { ...own, status: 'PUBLISHED' },
      'GET /api/v1/courses/1/learners': list([]),
      'GET /api/v1/entities/3/relations': { content: [person], page: 0, hasMore: false },
      'POST /api/v1/courses/1/enrolment': new Refusal(422, 'NOT_INVITABLE'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Bjud in' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bjud in till kursen' });
    const send = within(dialog).getByRole('button', { name: 'Bjud in' });
    fireEvent.click(send);
    expect(
      within(dialog).getByText('Välj minst en person, eller skriv en adress.'),
    ).toBeInTheDocument();
    fireEvent.click(within(dialog).getByRole('combobox', { name: 'Person i organisationen' }));
    fireEvent.click(await within(dialog).findByRole('option', { name: /Karin Ek/, hidden: true }));
    expect(within(dialog).getByRole('list', { name: 'Bjuds in' })).toHaveTextContent('Karin Ek');
    fireEvent.click(send);
    expect(await within(dialog).findByText('Karin Ek är inte inbjuden: Nej.')).toBeInTheDocument();
    expect(calls.filter(({ call }) => call === 'POST /api/v1/courses/1/enrolment')).toHaveLength(1);
  });

  it('invites addresses as they are typed or pasted, without telling who has an account', async () => {
    const { calls } = opened('/klyftig/admin/redigera/1', {
      ...answers,
      'GET /api/v1/courses/1': { ...own, status: 'PUBLISHED' },
      'GET /api/v1/courses/1/learners': list([]),
      'POST /api/v1/courses/1/invitations': undefined,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Bjud in' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bjud in till kursen' });
    const field = within(dialog).getByRole('textbox', { name: 'E-postadresser' });
    fireEvent.change(field, { target: { value: 'Ny@example.se; bo@example.se' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const chosen = within(dialog).getByRole('list', { name: 'Bjuds in' });
    expect(within(chosen).getAllByRole('listitem')).toHaveLength(2);
    expect(field).toHaveValue('');
    // What is not joined yet is sent as well.
    fireEvent.change(field, { target: { value: 'cia@example.se' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Bjud in' }));
    expect(await within(dialog).findByText('3 adresser är mottagna.')).toBeInTheDocument();
    const sent = calls.filter(({ call }) => call === 'POST /api/v1/courses/1/invitations');
    expect(sent.map(({ body }) => body)).toEqual([
      { email: 'ny@example.se' },
      { email: 'bo@example.se' },
      { email: 'cia@example.se' },
    ]);
  });

  it('is for who writes the course', async () => {
    opened('/klyftig/admin/redigera/1', { ...answers, 'GET /api/v1/courses/1': takes });
    expect(await screen.findByText('Du kan inte ändra kursen')).toBeInTheDocument();
  });
});
