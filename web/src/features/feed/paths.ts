export const FEED = '/feed';
export const postPath = (uuid: string) => `/inlagg/${encodeURIComponent(uuid)}`;
export const topicPath = (topic: string) => `${FEED}/amne/${encodeURIComponent(topic)}`;
