import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Conversation = Schemas['Conversation'];
export type Correspondent = Schemas['Correspondent'];
