/** Addresses of the ledger, and of the files that the server makes of it. */
const API = '/api/v1';

export const listPath = (slug: string): string => `/${encodeURIComponent(slug)}/underlag`;
export const entryPath = (id: number): string => `/underlag/${id}`;
export const paymentsPath = (organization?: number): string =>
  `/settings/payments${organization ? `?organization=${organization}` : ''}`;

export const pdfPath = (id: number): string => `${API}/ledger/${id}/underlag.pdf`;

/** Whole days, both of them included. */
export type Days = { from: string; to: string };

export const filePath = (kind: 'csv' | 'si', idEntity: number, { from, to }: Days): string =>
  `${API}/ledger.${kind}?${new URLSearchParams({ entity: String(idEntity), from, to })}`;
