/** Boards and tasks as files: addresses of exports, calls of imports. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];
export type BoardPreview = Schemas['BoardPreview'];
export type BoardImport = Schemas['BoardImport'];
export type NotTaken = Schemas['NotTaken'];

const BOARDS = '/api/v1/boards';
/** Bytes. */
export const MOST_BYTES = 16 * 1024 * 1024;
const ASKED_AGAIN = 1_000;

export const exportPath = (idBoard: number, format: 'json' | 'csv'): string =>
  `${BOARDS}/${idBoard}/export?format=${format}`;

const of = (idEntity: number | null) => (idEntity === null ? {} : { idEntity });

/** Whoever calls says what went wrong. */
export const importCalls = {
  preview: (file: Blob, idEntity: number | null) =>
    api.post<BoardPreview>(`${BOARDS}/import/preview`, file, { query: of(idEntity), quiet: true }),
  begin: (file: Blob, idEntity: number | null, idempotencyKey: string) =>
    api.post<{ idImport: number }>(`${BOARDS}/import`, file, {
      query: of(idEntity),
      idempotencyKey,
      quiet: true,
    }),
};

export const isOver = ({ status }: Pick<BoardImport, 'status'>): boolean =>
  status === 'DONE' || status === 'FAILED';

/** How far an import is, asked again until it is over. */
export const importQuery = (idImport: number) =>
  queryOptions({
    queryKey: ['boards', 'import', idImport],
    queryFn: ({ signal }) =>
      api.get<BoardImport>(`${BOARDS}/imports/${idImport}`, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : ASKED_AGAIN),
  });
