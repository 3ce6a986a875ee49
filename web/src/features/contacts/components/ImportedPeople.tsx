import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { Card } from '@/components/Card.tsx';
import { contactsSaid, personActionTexts, importTexts as texts } from '@/texts/contacts.ts';
import { contactCalls } from '../api.ts';
import type { ImportedPerson, Person } from '../types.ts';
import { calls, useContactCall } from '../useContactCall.ts';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';

type Numbered = ImportedPerson & { row: number };
type Here = Numbered & { user: Person };
const isHere = (one: Numbered): one is Here => one.user != null;

/** What stood in the file: who is here already, and whom one may ask in. */
export function ImportedPeople({ people }: { people: ImportedPerson[] }) {
  const numbered: Numbered[] = people.map((one, row) => ({ ...one, row }));
  const here = numbered.filter(isHere);
  const others = numbered.filter((one) => !isHere(one));
  if (people.length === 0) return <p className={classes.note}>{texts.none}</p>;
  return (
    <>
      {here.length > 0 && (
        <Portions title={texts.here} id="here" people={here} row={(one) => <HereRow one={one} />} />
      )}
      {others.length > 0 && (
        <Portions
          title={texts.others}
          id="others"
          people={others}
          row={(one) => <OtherRow one={one} />}
        />
      )}
    </>
  );
}

const PORTION = 50;

type PortionsProps<T> = { id: string; title: string; people: T[]; row: (one: T) => ReactNode };

/** A thousand rows are drawn as they are asked for. */
function Portions<T extends Numbered>({ id, title, people, row }: PortionsProps<T>) {
  const [shown, setShown] = useState(PORTION);
  const query = {
    isPending: false,
    error: null,
    refetch: () => {},
    hasNextPage: people.length > shown,
    isFetchingNextPage: false,
    fetchNextPage: () => setShown((count) => count + PORTION),
  };
  return (
    <Card id={id} title={title}>
      <PagedList
        query={query}
        items={people.slice(0, shown)}
        keyOf={(one) => one.row}
        label={title}
        className={classes.plainRows}
        rowClassName={classes.row}
        empty={null}
        row={row}
      />
    </Card>
  );
}

/** The list is of its moment: what I have done since stands in its place. */
function HereRow({ one: { name, user, status } }: { one: Here }) {
  const request = useContactCall(calls.request);
  const open = status === 'none' || status === 'follower';
  return (
    <PersonLine
      person={user}
      facts={name !== user.displayName && name}
      controls={
        open && !request.isSuccess ? (
          <Button
            loading={request.isPending}
            aria-label={personActionTexts.named(personActionTexts.request, user.displayName)}
            onClick={() => request.mutate({ userId: user.id })}
          >
            {personActionTexts.request}
          </Button>
        ) : (
          <span className={classes.faint}>
            {request.isSuccess ? contactsSaid.request : status && personActionTexts.status[status]}
          </span>
        )
      }
    />
  );
}

const invite = {
  email: {
    call: (to: string) => contactCalls.inviteByEmail(to, ''),
    said: contactsSaid.inviteEmail,
  },
  phone: { call: (to: string) => contactCalls.inviteBySms(to, ''), said: contactsSaid.inviteSms },
};

function OtherRow({ one: { name, email, phone } }: { one: Numbered }) {
  const ask = useContactCall(email ? invite.email : invite.phone);
  const to = email || phone;
  return (
    <>
      <Avatar name={name} size={44} />
      <div className={classes.person}>
        <p className={classes.plainName} dir="auto">
          {name}
        </p>
        <p className={classes.faint}>{to || texts.noAddress}</p>
      </div>
      <div className={classes.controls}>
        {ask.isSuccess ? (
          <span className={classes.faint} role="status">
            {texts.invited}
          </span>
        ) : (
          to && (
            <Button
              variant="default"
              aria-label={texts.inviteNamed(name)}
              loading={ask.isPending}
              onClick={() => ask.mutate(to)}
            >
              {texts.invite}
            </Button>
          )
        )}
      </div>
    </>
  );
}
