/** Paints the head of an organisation that somebody leads. As features/entities/components/EntityView.tsx. */
import type { Entity, Membership, Page, Success, User, Workspace } from '@/api/types.ts';
import { isFamily } from '@/lib/family.ts';
import { entityTypeLabel, relationLabel } from '@/texts/entities.ts';
import { paintAvatar } from './avatar.ts';
import { type Answers, fill, part } from './fill.ts';

/** Whoever has these may act for it: the bar that says so comes with the page. */
const LEADERS = ['OWNER', 'ADMINISTRATOR'];
/** What is not among them has its own button or words in the head. */
const OTHERS = ['APPLY', 'FOLLOW'];

export function paintLed(frame: Element, answers: Answers): boolean {
  const [, slug = ''] = location.pathname.split('/');
  const me = answers['/api/v1/me'] as User | undefined;
  const entity = answers[`/api/public/entities/${slug}`] as Entity | undefined;
  const mine = answers['/api/v1/me/entities'] as Page<Membership> | undefined;
  const rooms = answers['/api/v1/chat/workspaces'] as Success<Workspace[]> | undefined;
  if (!me || !entity || !mine || !rooms) return false;
  const { abilities, entityName: name, idEntity, txRelationType: relation } = entity;
  const may = (ability: (typeof abilities)[number]) => abilities.includes(ability);
  if (
    !relation ||
    !LEADERS.includes(relation) ||
    !mine.content.some((one) => one.idEntity === idEntity) ||
    !may('MANAGE_RELATIONS') ||
    !may('DECIDE_APPLICATIONS') ||
    entity.myApplication ||
    abilities.some((one) => OTHERS.includes(one))
  ) {
    return false;
  }

  const main = frame.querySelector('main');
  const header = frame.querySelector('header');
  if (!main || !header) return false;
  const page = fill(part(frame, entity.membershipMode), {
    name,
    relation: relationLabel(relation).toLowerCase(),
    likes: entity.nrLikes,
  });
  page.querySelector('h1 + p > span')?.replaceChildren(entityTypeLabel(entity.entityType));
  const [chat, edit, unfollow, leave, like] = page.querySelectorAll(
    '[data-tour="org-head"] > :last-child > *',
  );
  const room = rooms.data.some((one) => one.entityId === idEntity);
  if (!room) chat?.remove();
  if (!may('EDIT')) edit?.remove();
  if (!may('UNFOLLOW')) unfollow?.remove();
  if (!may('LEAVE')) leave?.remove();
  if (isFamily(entity)) like?.remove();
  else like?.setAttribute('aria-pressed', String(entity.liked));
  paintAvatar(page, name, entity.image);
  main.replaceChildren(page);
  const bar = fill(part(frame, 'bar'), { name, me: me.firstName || me.displayName });
  // Named only now: the page makes room for it as soon as it is there.
  bar.dataset.tour = 'admin-bar';
  header.after(bar);
  if (header.parentElement) header.parentElement.dataset.acting = 'true';
  return true;
}
