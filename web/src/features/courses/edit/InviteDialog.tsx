import { Button } from '@mantine/core';
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

/** Asks people to take the course: of the organisation, or contacts; who was refused stays, with why. */
export default function InviteDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const client = useQueryClient();
  const idEntity = course.idEntity ?? null;
  const [people, setPeople] = useState<Choice[]>([]);
  const [refused, setRefused] = useState<Refused[]>([]);
  const [invited, setInvited] = useState(0);
  const [message, setMessage] = useState<string | null>(null);
  const pick = (choice: Choice | null) =>
    choice && setPeople((before) => withChoice(before, choice));

  const send = useMutation({
    mutationFn: async () => {
      const not: Refused[] = [];
      // One after the other: each is an invitation of its own, and what is sent stays sent.
      for (const person of people) {
        try {
          await courseCalls.invite(course.id, Number(person.value));
        } catch (error) {
          not.push({ person, why: messageOf(error) });
        }
      }
      return not;
    },
    onSuccess: (not) => {
      setInvited(people.length - not.length);
      setRefused(not);
      setPeople(not.map(({ person }) => person));
      void refresh(client, course.id);
    },
  });

  const ask = () => {
    setMessage(people.length === 0 ? texts.nobody : null);
    if (people.length > 0) send.mutate();
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
        <ChosenPeople
          people={people}
          label={texts.chosen}
          remove={texts.remove}
          onChange={setPeople}
        />
        <div role="status">
          {send.isSuccess && invited > 0 && <p>{texts.invited(invited)}</p>}
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
