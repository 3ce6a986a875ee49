/** The calls of one's access tokens. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import type { TokenInput } from '@/area/TokenDialog.tsx';

type Schemas = components['schemas'];
export type AccessToken = Schemas['AccessToken'];
type AccessTokenMade = Schemas['AccessTokenMade'];

const PATH = '/api/v1/me/tokens';
const quiet = { quiet: true } as const;

export const tokensQuery = queryOptions({
  queryKey: ['me', 'tokens'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<AccessToken>>(PATH, { ...quiet, signal })).content,
  // Nothing tells of what another device has made, or of a use.
  staleTime: 0,
});

export const tokenCalls = {
  make: (token: TokenInput) => api.post<AccessTokenMade>(PATH, token, quiet),
  revoke: (id: number) => api.delete(`${PATH}/${id}`, quiet),
};
