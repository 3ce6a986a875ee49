export const ARTICLES = '/artiklar';
export const articlePath = ({ uuid, slug }: { uuid: string; slug: string }) =>
  `${ARTICLES}/${encodeURIComponent(uuid)}/${slug}`;
export const editPath = (uuid: string) => `/articles/${encodeURIComponent(uuid)}/edit`;
export const newArticlePath = (organization?: number) =>
  organization ? `/articles/new?organization=${organization}` : '/articles/new';
