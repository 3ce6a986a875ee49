/** The notice board of an organisation as an area: its page, command, list, calls and texts. */
import { api } from '@/api/client.ts';
import type { Success } from '@/api/types.ts';
import type { Area } from '@/area/area.ts';
import type { LiveList } from '@/area/lists.ts';
import type { Notice, NoticeEvent, NoticeInput } from './types.ts';

export const NEW_NOTICE = 'newNotice';

export const texts = {
  title: 'Anslagstavla',
  write: 'Nytt anslag',
  edit: 'Redigera anslaget',
  save: 'Spara',
  publish: 'Sätt upp',
  remove: 'Ta bort',
  change: 'Redigera',
  changeNamed: (title: string) => `Redigera ${title}`,
  removeNamed: (title: string) => `Ta bort ${title}`,
  removeTitle: 'Ta bort anslaget?',
  removeText: (title: string) => `”${title}” tas bort för alla och går inte att få tillbaka.`,
  emptyTitle: 'Inget på tavlan än',
  emptyWriter: 'Sätt upp det första anslaget, så ser alla i organisationen det.',
  emptyReader: 'När någon i styrelsen sätter upp ett anslag syns det här.',
  name: 'Rubrik',
  text: 'Text',
  remind: 'Påminn (valfritt)',
  reminds: (when: string) => `Påminnelse ${when}`,
  changed: 'ändrat',
  missing: { title: 'Skriv en rubrik.', text: 'Skriv vad anslaget säger.' },
  published: 'Anslaget sitter uppe.',
  saved: 'Anslaget är ändrat.',
  removed: 'Anslaget är borttaget.',
};

export const area: Area = {
  pages: [{ path: 'anslag/:idEntity', access: 'own', load: () => import('./NoticesPage.tsx') }],
  commands: [
    {
      id: 'notices/new',
      label: texts.write,
      scope: 'everywhere',
      keys: 'mod+i',
      run: () => window.dispatchEvent(new Event(NEW_NOTICE)),
    },
  ],
};

const pathOf = (idEntity: number) => `/api/v1/entities/${idEntity}/notices`;

export const noticesOf = (idEntity: number): LiveList<Notice, NoticeEvent> => ({
  queryKey: ['notices', idEntity],
  path: pathOf(idEntity),
  limit: 20,
  topic: `/topic/entity/${idEntity}/notices`,
  change: (event, held) => {
    if (event.type === 'NOTICE_DELETED') {
      return { id: event.noticeId, version: event.version, item: null };
    }
    const { notice } = event;
    const { id, version } = notice;
    const abilities = held(id)?.abilities;
    return { id, version, item: { ...notice, ...(abilities && { abilities }) } };
  },
  lacks: ({ abilities }) => abilities === undefined,
});

export const noticeCalls = (idEntity: number) => ({
  create: (input: NoticeInput, idempotencyKey: string) =>
    api.post<Success<Notice>>(pathOf(idEntity), input, { idempotencyKey }),
  update: (id: number, input: NoticeInput) =>
    api.put<Success<Notice>>(`${pathOf(idEntity)}/${id}`, input),
  remove: (id: number) => api.delete(`${pathOf(idEntity)}/${id}`),
});
