/** Which options somebody has, and in whose name they begin. Pure. */
import type { Membership, User } from '@/api/types.ts';
import { type ActiveContext, mayActAs } from '@/features/context/index.ts';
import { createTexts } from '@/texts/create.ts';
import type { Category, CreateContext, CreateOption } from './options.ts';

export function mayCreate({ requires }: CreateOption, context: CreateContext): boolean {
  if (!requires) return true;
  const { contextTypes, entityTypes, roles } = requires;
  if (contextTypes && !contextTypes.includes(context.type)) return false;
  if (entityTypes && !entityTypes.some((type) => type === context.entityType)) return false;
  return !roles || roles.some((role) => role === context.txRelationType);
}

export const personAsCreator = (me: User): CreateContext => ({
  type: 'person',
  id: me.idUser,
  name: me.displayName,
  image: me.profileImage,
});

export const organisationAsCreator = (one: Membership): CreateContext => ({
  type: 'organization',
  id: one.idEntity,
  name: one.entityName,
  image: one.image,
  entityType: one.entityType,
  txRelationType: one.txRelationType,
});

/** The person and every organisation they may act as. */
export function creators(me: User, organisations: readonly Membership[]): CreateContext[] {
  return [personAsCreator(me), ...organisations.filter(mayActAs).map(organisationAsCreator)];
}

const DEFAULT_ROLES = ['OWNER', 'ADMINISTRATOR'];

/** The organisation acted as where one leads it; otherwise the person. */
export function defaultCreator(
  active: ActiveContext | null,
  me: User,
  organisations: readonly Membership[],
): CreateContext {
  const acting =
    active?.type === 'organization' && organisations.find((one) => one.idEntity === active.id);
  return acting && DEFAULT_ROLES.includes(acting.txRelationType)
    ? organisationAsCreator(acting)
    : personAsCreator(me);
}

export type OptionGroup = { category: Category; options: CreateOption[] };

/** Those that may and match what was typed, in the order of the categories. */
export function optionGroups(
  options: readonly CreateOption[],
  context: CreateContext,
  typed: string,
): OptionGroup[] {
  const q = typed.trim().toLocaleLowerCase('sv');
  const found = options.filter((option) => {
    const { label, description } = option;
    const text = `${label} ${description}`.toLocaleLowerCase('sv');
    return mayCreate(option, context) && text.includes(q);
  });
  return (Object.keys(createTexts.categories) as Category[]).flatMap((category) => {
    const own = found.filter((option) => option.category === category);
    return own.length > 0 ? [{ category, options: own }] : [];
  });
}
