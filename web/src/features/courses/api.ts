import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Channel, Page, Success, Workspace } from '@/api/types.ts';
import type {
  ChangeCourse,
  ChangeLesson,
  Contact,
  Course,
  CourseLearner,
  CourseModule,
  CourseOutline,
  CoursePicture,
  CourseStanding,
  CoursesPage,
  Lesson,
  LessonComments,
  NewLesson,
} from './types.ts';

const BASE = '/api/v1';
const PUBLIC = '/api/public';
const PAGE = 20;
/** What was read stays for a day, so that it is there offline as well. */
const KEPT_MS = 86_400_000;

/** Everything of courses lies below it. */
export const coursesKey = ['courses'] as const;
export const courseKey = (id: number) => [...coursesKey, 'one', id] as const;
export const outlineKey = (id: number) => [...coursesKey, 'outline', id] as const;
export const lessonKey = (id: number) => [...coursesKey, 'lesson', id] as const;
const listsKey = [...coursesKey, 'list'] as const;

type Asked = { pageParam: number | undefined; signal: AbortSignal };

/** `absent`: an organisation that is not there has none. */
const list = (path: string, entity?: number) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, path, entity ?? null],
    queryFn: ({ pageParam, signal }: Asked) =>
      api.get<CoursesPage>(path, {
        query: { entity, limit: PAGE, cursor: pageParam },
        signal,
        // The list itself says that it failed.
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: CoursesPage) => last.cursor ?? undefined,
  });

export const courseLists = {
  /** Klyftig's own, or an organisation's: with drafts for whoever writes them. */
  of: (signedIn: boolean, entity?: number) => list(`${signedIn ? BASE : PUBLIC}/courses`, entity),
  mine: list(`${BASE}/courses/mine`),
  enrolled: list(`${BASE}/courses/enrolled`),
};
export type CourseListQuery = typeof courseLists.mine;

/** null: there is none, or none that one may see. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const where = (signedIn: boolean) => (signedIn ? BASE : PUBLIC);

export const courseQuery = (id: number, signedIn: boolean) =>
  queryOptions({
    queryKey: courseKey(id),
    queryFn: ({ signal }) =>
      orNull(api.get<Course>(`${where(signedIn)}/courses/${id}`, { signal, quiet: true })),
    gcTime: KEPT_MS,
  });

export const outlineQuery = (id: number, signedIn: boolean) =>
  queryOptions({
    queryKey: outlineKey(id),
    queryFn: ({ signal }) =>
      orNull(
        api.get<CourseOutline>(`${where(signedIn)}/courses/${id}/modules`, { signal, quiet: true }),
      ),
    gcTime: KEPT_MS,
  });

export const lessonQuery = (id: number, signedIn: boolean) =>
  queryOptions({
    queryKey: lessonKey(id),
    queryFn: ({ signal }) =>
      orNull(api.get<Lesson>(`${where(signedIn)}/lessons/${id}`, { signal, quiet: true })),
    gcTime: KEPT_MS,
    // A refusal is an answer: it is locked, or the course has not begun.
    retry: (count, error) => !(error instanceof ApiError && error.status === 403) && count < 2,
  });

export const learnersQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...coursesKey, 'learners', id],
    queryFn: ({ pageParam, signal }: Asked) =>
      api.get<{ content: CourseLearner[]; hasMore: boolean; cursor: number | null }>(
        `${BASE}/courses/${id}/learners`,
        { query: { limit: 50, cursor: pageParam }, signal, quiet: true },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
  });

type NewCourse = { title: string; idEntity?: number };
type Order = { version: number; modules: { id: number; lessons: number[] }[] };

export const courseCalls = {
  create: (course: NewCourse, idempotencyKey: string) =>
    api.post<Course>(`${BASE}/courses`, course, { idempotencyKey }),
  change: (id: number, change: ChangeCourse) => api.put<Course>(`${BASE}/courses/${id}`, change),
  publish: (id: number) => api.post<Course>(`${BASE}/courses/${id}/publish`),
  archive: (id: number) => api.post<Course>(`${BASE}/courses/${id}/archive`),
  copy: (id: number) => api.post<Course>(`${BASE}/courses/${id}/copy`),
  remove: (id: number) => api.delete(`${BASE}/courses/${id}`),
  enrol: (id: number) => api.post<Course>(`${BASE}/courses/${id}/enrolment`),
  invite: (id: number, idAuthUser: number) =>
    api.post<Course>(`${BASE}/courses/${id}/enrolment?idAuthUser=${idAuthUser}`),
  inviteAddress: (id: number, email: string) =>
    api.post<void>(`${BASE}/courses/${id}/invitations`, { email }),
  leave: (id: number) => api.delete(`${BASE}/courses/${id}/enrolment`),
  addModule: (id: number, title: string, idempotencyKey: string) =>
    api.post<CourseModule>(`${BASE}/courses/${id}/modules`, { title }, { idempotencyKey }),
  changeModule: (id: number, title: string, version: number) =>
    api.put<CourseModule>(`${BASE}/modules/${id}`, { title, version }),
  removeModule: (id: number) => api.delete(`${BASE}/modules/${id}`),
  arrange: (id: number, order: Order) =>
    api.put<CourseOutline>(`${BASE}/courses/${id}/outline`, order, { quiet: true }),
  addLesson: (module: number, lesson: NewLesson, idempotencyKey: string) =>
    api.post<Lesson>(`${BASE}/modules/${module}/lessons`, lesson, { idempotencyKey }),
  changeLesson: (id: number, change: ChangeLesson) =>
    api.put<Lesson>(`${BASE}/lessons/${id}`, change, { quiet: true }),
  addPicture: (id: number, image: File) => {
    const body = new FormData();
    body.set('image', image);
    return api.post<CoursePicture>(`${BASE}/courses/${id}/pictures`, body, { quiet: true });
  },
  removeLesson: (id: number) => api.delete(`${BASE}/lessons/${id}`),
  done: (id: number, isDone: boolean) =>
    isDone
      ? api.put<CourseStanding>(`${BASE}/lessons/${id}/done`)
      : api.delete<CourseStanding>(`${BASE}/lessons/${id}/done`),
  position: (id: number, position: number) =>
    api.put(`${BASE}/lessons/${id}/position`, { position }, { quiet: true }),
};

/** Where the comments of a lesson are. Not below the others: no change of a course moves them. */
export const lessonComments = (id: number) => ({
  queryKey: ['lesson-comments', id] as const,
  ask: (signal: AbortSignal) =>
    api.get<LessonComments>(`${BASE}/lessons/${id}/comments`, { signal, quiet: true }),
  begin: () => api.put<LessonComments>(`${BASE}/lessons/${id}/comments`, {}, { quiet: true }),
});

/** The channels of an organisation that I read. */
export const channelsOf = (idEntity: number) =>
  queryOptions({
    queryKey: [...coursesKey, 'channels', idEntity],
    queryFn: async ({ signal }) => {
      const chat = `${BASE}/chat/workspaces`;
      const { data: all } = await api.get<Success<Workspace[]>>(chat, { signal, quiet: true });
      const own = all.filter(({ entityId }) => entityId === idEntity);
      const lists = await Promise.all(
        own.map(({ workspaceId }) =>
          api.get<Success<Channel[]>>(`${chat}/${workspaceId}/channels`, { signal, quiet: true }),
        ),
      );
      return lists.flatMap(({ data }) =>
        data.map(({ id, displayName, name }) => ({ id, name: displayName || name })),
      );
    },
  });

/** My contacts by name, to pick from. */
export const contactsFound = (q: string) => ({
  queryKey: [...coursesKey, 'contacts', q],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { q: q || undefined, size: PAGE };
    const { content } = await api.get<Page<Contact>>(`${BASE}/contacts`, { query, signal });
    return content.map(({ user }) => ({
      value: String(user.id),
      label: user.displayName,
      hint: `@${user.username}`,
      image: user.avatar ?? null,
    }));
  },
});

/** What was changed is read again, wherever it is shown. */
export const refresh = (client: QueryClient, id: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: listsKey }),
    client.invalidateQueries({ queryKey: courseKey(id) }),
    client.invalidateQueries({ queryKey: outlineKey(id) }),
  ]);

/** What the server says of the progress stands at once: the next lesson opens without a reload. */
export function tookStanding(client: QueryClient, courseId: number, standing: CourseStanding) {
  const { done, locked, ...progress } = standing;
  client.setQueryData<Course | null>(courseKey(courseId), (held) => held && { ...held, progress });
  const [isDone, isLocked] = [new Set(done), new Set(locked)];
  client.setQueryData<CourseOutline | null>(
    outlineKey(courseId),
    (held) =>
      held && {
        ...held,
        content: held.content.map((module) => ({
          ...module,
          lessons: module.lessons.map((lesson) => ({
            ...lesson,
            done: isDone.has(lesson.id),
            locked: isLocked.has(lesson.id),
          })),
        })),
      },
  );
  void client.invalidateQueries({ queryKey: listsKey });
}
