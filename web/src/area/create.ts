/** An option of the create dialog, as an area declares it (features/<name>/create.ts, found by itself, loaded with the dialog). */
import type { EntityType, RelationType } from '@/api/types.ts';
import type { Icon } from '@/commands/registry.ts';
import type { createTexts } from '@/texts/create.ts';

export type Category = keyof typeof createTexts.categories;

/** Who has an option: whoever it says nothing of. */
export type Requirements = {
  contextTypes?: ('person' | 'organization')[];
  entityTypes?: EntityType[];
  roles?: RelationType[];
};

/** In whose name something is made. */
export type CreateContext = {
  type: 'person' | 'organization';
  id: number;
  name: string;
  image: string | null;
  /** Of organisations. */
  entityType?: string;
  txRelationType?: string;
};

export type Tools = { navigate: (path: string) => void; later: (run: () => void) => void };

export type CreateOption = {
  id: string;
  label: string;
  description: string;
  category: Category;
  /** The id of the option that it stands after; otherwise it stands last of its category. */
  after?: string;
  icon: Icon;
  /** A colour of the theme. */
  iconColor: string;
  shortcut?: string;
  requires?: Requirements;
  action: (context: CreateContext, tools: Tools) => void;
};

export const ADMINS: RelationType[] = ['OWNER', 'ADMINISTRATOR'];

/** For those who lead an organisation, of these types where some are named. */
export const forAdmins = (entityTypes?: EntityType[]): Requirements => ({
  contextTypes: ['organization'],
  ...(entityTypes && { entityTypes }),
  roles: ADMINS,
});
