import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Newsletter = Schemas['Newsletter'];
export type Audience = Schemas['NewsletterAudience'];
export type NewNewsletter = Schemas['NewNewsletter'];
export type NewsletterDraft = Schemas['NewsletterDraft'];
export type NewDraft = Schemas['NewNewsletterDraft'];
export type ChangeDraft = Schemas['ChangeNewsletterDraft'];
export type NewsletterPicture = Schemas['NewsletterPicture'];
