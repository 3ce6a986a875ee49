export const MODERATION = '/moderering';
export const moderationPath = (slug: string) => `${MODERATION}/${encodeURIComponent(slug)}`;
