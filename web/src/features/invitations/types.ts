/** Invitations, by the names of the API document (schema.gen.ts). */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Invitation = Schemas['EntityInvitation'];
export type NewInvitation = Schemas['NewEntityInvitation'];
export type OpenInvitation = Schemas['OpenInvitation'];
export type InviteLink = Schemas['InviteLink'];
export type NewInviteLink = Schemas['NewInviteLink'];
export type Batch = Schemas['InvitationBatch'];
export type BatchRow = Schemas['InvitationBatchRow'];
export type Preview = Schemas['InvitationBatchPreview'];
export type RelationType = Invitation['relationType'];

/** A row as it is sent: a relation's code or its Swedish name. */
export type NewRow = Schemas['NewBatchRow'];
