/** Entries of the audit log in words. Pure. */

import { auditKinds, auditTexts, factTexts, factValues } from '@/texts/administrationLog.ts';
import { entityTypeLabel, relationLabel } from '@/texts/entities.ts';
import type { LogWanted } from './api.ts';
import type { AuditEntry } from './types.ts';

/** What stands in the address. Somebody else's number is nobody's. */
export function wantedIn(params: URLSearchParams): LogWanted {
  const actor = Number(params.get('actor') ?? '');
  const kind = params.get('kind') ?? '';
  return {
    actor: Number.isSafeInteger(actor) && actor > 0 ? actor : undefined,
    kind: Object.hasOwn(auditKinds, kind) ? kind : undefined,
  };
}

/** What was done; of one's own coming and going as such. */
export function headingOf({ kind, actor, person }: AuditEntry): string {
  const isOwn = actor !== null && person !== null && actor.idUser === person.idUser;
  if (isOwn && actor.idUser !== null) {
    if (kind === 'MEMBER_REMOVED') return auditTexts.left;
    if (kind === 'MEMBER_ADDED') return auditTexts.joined;
  }
  return auditKinds[kind] ?? auditTexts.unknownKind(kind);
}

/** Names of fields, each by its word, and a word once: several fields may be one thing to who reads. */
function fieldWords(names: string): string {
  const words = names.split(', ').map((name) => factValues.changed?.[name] ?? name);
  return [...new Set(words)].join(', ');
}

/** Kinds whose `from` and `to` are roles. */
const ROLES = ['from', 'to'];
const ARROW = '→';

function valueWords(name: string, value: string): string {
  if (name === 'changed') return fieldWords(value);
  const one = (text: string) => {
    if (ROLES.includes(name)) return relationLabel(text);
    if (name === 'entityType') return entityTypeLabel(text);
    return factValues[name]?.[text] ?? text;
  };
  // 'OPEN→MODERATED': how it was, and how it is.
  return value
    .split(ARROW)
    .map((text) => one(text.trim()))
    .join(` ${ARROW} `);
}

/** What more is known of it: 'Medlem → Administratör', 'Genom: länk'. What has no words here stands as it came. */
export function factsOf({ facts }: Pick<AuditEntry, 'facts'>): string[] {
  const { from, to, ...more } = facts;
  const roles =
    from !== undefined && to !== undefined
      ? [`${relationLabel(from)} ${ARROW} ${relationLabel(to)}`]
      : Object.entries({ from, to }).flatMap(([name, value]) =>
          value === undefined ? [] : [`${factTexts[name]}: ${valueWords(name, value)}`],
        );
  return [
    ...roles,
    ...Object.entries(more).map(
      ([name, value]) => `${factTexts[name] ?? name}: ${valueWords(name, value)}`,
    ),
  ];
}
