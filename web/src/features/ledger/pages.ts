/** The pages of the ledger. */
export const list = () => import('./ListPage.tsx');
export const entry = () => import('./EntryPage.tsx');
export const payments = () => import('./PaymentsPage.tsx');
