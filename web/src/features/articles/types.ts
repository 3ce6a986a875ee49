/** The shapes of articles, by the names of the API document. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type ArticleBrief = Schemas['ArticleBrief'];
export type Article = Schemas['Article'];
export type ArticlesPage = { content: ArticleBrief[]; hasMore: boolean; cursor: number | null };

/** What is written of an article. */
export type Written = { title: string; preamble: string; body: string; coverAlt: string };
