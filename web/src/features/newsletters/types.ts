import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Newsletter = Schemas['Newsletter'];
export type Audience = Schemas['NewsletterAudience'];
export type NewNewsletter = Schemas['NewNewsletter'];
