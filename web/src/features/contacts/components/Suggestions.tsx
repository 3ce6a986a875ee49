import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Card } from '@/components/Card.tsx';
import { contactsTexts as texts } from '@/texts/contacts.ts';
import { contactCalls, suggestionsQuery } from '../api.ts';
import type { Suggested } from '../types.ts';
import { useContactCall } from '../useContactCall.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';
import { NextActions } from './StatusButton.tsx';

/** Who may be known to me. Nothing is shown while there is nobody, or where it cannot be had: nobody has asked for it. */
export default function Suggestions() {
  const { data } = useQuery(suggestionsQuery);
  if (!data?.length) return null;
  return (
    <Card id="suggestions" title={texts.suggestions}>
      <ul className={classes.plainRows}>
        {data.map((one) => (
          <li key={one.user.id} className={classes.row}>
            <Row one={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const dismissed = { call: contactCalls.dismiss, said: texts.dismissed };

function Row({ one: { user, reasons } }: { one: Suggested }) {
  const client = useQueryClient();
  const { next } = usePersonActions(user, {
    userId: user.id,
    status: 'none',
    canRequest: true,
    isFollowing: false,
  });
  const dismiss = useContactCall(dismissed);
  const gone = () =>
    client.setQueryData(suggestionsQuery.queryKey, (held) =>
      held?.filter((other) => other.user.id !== user.id),
    );
  return (
    <PersonLine
      person={user}
      controls={
        <>
          <NextActions actions={next} />
          <button
            type="button"
            className={classes.dots}
            aria-label={texts.dismiss(user.displayName)}
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate(user.id, { onSuccess: gone })}
          >
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </>
      }
    >
      <p className={classes.faint}>{whyOf(reasons)}</p>
    </PersonLine>
  );
}

const NAMED = 2;

/** 'Björkens IF och Byskolan · 3 gemensamma kontakter' */
export function whyOf({ entities, mutualContacts }: Suggested['reasons']): string {
  const names = entities.slice(0, NAMED).map(({ name }) => name);
  const shared = names.length > 0 && texts.inCommon(names, entities.length - names.length);
  return [shared, mutualContacts > 0 && texts.mutual(mutualContacts)].filter(Boolean).join(' · ');
}
