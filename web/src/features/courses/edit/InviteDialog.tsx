import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { ChosenPeople, withChoice } from '@/area/ChosenPeople.tsx';
import { type Choice, Picker } from '@/area/Picker.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { courseInviteTexts as texts } from '@/texts/courses.ts';
import { contactsFound, courseCalls, refresh } from '../api.ts';
import shared from '../components/courses.module.css';
import type { Course } from '../types.ts';
import classes from './edit.module.css';

type Refused = { person: Choice; why: string };

const ADDRESS = 'mailto:';

const isAddress = ({ value }: Choice) => value.startsWith(ADDRESS);

/** The addresses in a text, however they are parted. */
const addressesIn = (text: string): Choice[] =>
  text
    .split(/[\s,;<>]+/)
    .filter((word) => word.includes('@'))
    .map((email) => ({ value: `${ADDRESS}${email.toLowerCase()}`, label: email }));

/**
 * Asks people to take the course: of the organisation, or contacts, by name or by address; who was refused stays, with why.
 * Whether an address has an account is not told.
 */
export default function InviteDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const client = useQueryClient();
  const idEntity = course.idEntity ?? null;
  const [people, setPeople] = useState<Choice[]>([]);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<Refused[]>([]);
  const [done, setDone] = useState({ people: 0, addresses: 0 });
  const [message, setMessage] = useState<string | null>(null);
  const pick = (choice: Choice | null) =>
    choice && setPeople((before) => withChoice(before, choice));
  /** What was typed joins those who are chosen; all of them. */
  const withTyped = () => {
    const all = addressesIn(typed).reduce(withChoice, people);
    setPeople(all);
    if (all.length > people.length) setTyped('');
    return all;
  };

  const send = useMutation({
    mutationFn: async (all: Choice[]) => {
      const not: Refused[] = [];
      // One after the other: each is an invitation of its own, and what is sent stays sent.
      for (const person of all) {
        try {
          if (isAddress(person)) {
            await courseCalls.inviteAddress(course.id, person.value.slice(ADDRESS.length));
          } else {
            await courseCalls.invite(course.id, Number(person.value));
          }
        } catch (error) {
          not.push({ person, why: messageOf(error) });
        }
      }
      return not;
    },
    onSuccess: (not, all) => {
      const sent = all.filter((one) => not.every(({ person }) => person !== one));
      const addresses = sent.filter(isAddress).length;
      setDone({ people: sent.length - addresses, addresses });
      setRefused(not);
      setPeople(not.map(({ person }) => person));
      void refresh(client, course.id);
    },
  });

  const ask = () => {
    const all = withTyped();
    setMessage(all.length === 0 ? texts.nobody : null);
    if (all.length > 0) send.mutate(all);
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.form}>
        <FormAlert message={message} />
        {idEntity === null ? (
          <Picker clears label={texts.contact} find={contactsFound} onPick={pick} />
        ) : (
          <PersonPicker clears idEntity={idEntity} label={texts.person} onPick={pick} />
        )}
        <p className={shared.hint}>{texts.how}</p>
        <TextInput
          type="text"
          inputMode="email"
          autoComplete="off"
          label={texts.email}
          description={texts.emailHow[idEntity === null ? 'own' : 'organisation']}
          placeholder={texts.emailPlaceholder}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            withTyped();
          }}
          onBlur={withTyped}
        />
        <ChosenPeople
          people={people}
          label={texts.chosen}
          remove={texts.remove}
          onChange={setPeople}
        />
        <div role="status">
          {send.isSuccess && done.people > 0 && <p>{texts.invited(done.people)}</p>}
          {send.isSuccess && done.addresses > 0 && <p>{texts.taken(done.addresses)}</p>}
          {refused.map(({ person, why }) => (
            <p key={person.value}>{texts.refused(person.label, why)}</p>
          ))}
        </div>
        <div className={classes.buttons}>
          <Button loading={send.isPending} onClick={ask}>
            {texts.send}
          </Button>
          <Button variant="default" onClick={onClose}>
            {send.isSuccess ? texts.close : texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
