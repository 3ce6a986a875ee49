/** The shapes of the notice board's API, as the server's document has them (`make openapi`). */
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type Notice = Schemas['NoticeView'];
export type NoticeInput = Schemas['Draft'];
/** On /topic/entity/{idEntity}/notices. */
export type NoticeEvent = Schemas['NoticeEvent'];
