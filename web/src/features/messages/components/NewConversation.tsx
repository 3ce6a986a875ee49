import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import hidden from '@/components/spoken.module.css';
import { messagesTexts } from '@/texts/messages.ts';
import { PEOPLE_MAX, peopleQuery } from '../api.ts';
import type { Correspondent } from '../types.ts';
import classes from './messages.module.css';

const PAUSE_MS = 150;

interface Props {
  onClose: () => void;
  onStart: (userIds: readonly number[]) => Promise<void>;
}

/** Whom to write to: one, or up to seven at once, found by name. */
export default function NewConversation({ onClose, onStart }: Props) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<readonly Correspondent[]>([]);
  const [query] = useDebouncedValue(words.trim(), PAUSE_MS);
  const found = useQuery({ ...peopleQuery(query), placeholderData: keepPreviousData });
  const start = useMutation({ mutationFn: () => onStart(chosen.map((one) => one.userId)) });
  const isChosen = (person: Correspondent) => chosen.some((one) => one.userId === person.userId);
  const full = chosen.length >= PEOPLE_MAX - 1;
  const toggle = (person: Correspondent) => {
    start.reset();
    if (isChosen(person)) setChosen(chosen.filter((one) => one.userId !== person.userId));
    else if (!full) {
      setChosen([...chosen, person]);
      setWords('');
    }
  };

  return (
    <Dialog title={messagesTexts.toWhom} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // Enter takes the first of what is found, once it is what was asked for.
          const [first] = found.data ?? [];
          const answered = query === words.trim() && !found.isPlaceholderData;
          if (words.trim() === '') {
            if (chosen.length > 0) start.mutate();
          } else if (first && answered) toggle(first);
        }}
      >
        <FormAlert message={start.error ? messageOf(start.error) : null} />
        <div className={classes.chosen}>
          {chosen.map((person) => (
            <button
              key={person.userId}
              type="button"
              className={classes.chip}
              aria-label={messagesTexts.remove(person.displayName)}
              onClick={() => toggle(person)}
            >
              {person.displayName}
              <IconX size={14} aria-hidden="true" />
            </button>
          ))}
          <input
            type="search"
            className={classes.find}
            placeholder={messagesTexts.findPeople}
            aria-label={messagesTexts.findPeople}
            value={words}
            data-autofocus
            autoFocus
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <p className={hidden.spoken} role="status">
          {chosen.length > 0 ? messagesTexts.chosen(chosen.length) : ''}
        </p>
        {full && <p className={classes.hint}>{messagesTexts.full}</p>}
        <ul className={classes.found} aria-label={messagesTexts.to}>
          {found.data?.map((person) => (
            <li key={person.userId}>
              <button
                type="button"
                className={classes.person}
                aria-pressed={isChosen(person)}
                onClick={() => toggle(person)}
              >
                <span className={classes.picture} data-online={person.online || undefined}>
                  <Avatar name={person.displayName} image={person.avatar ?? null} size={28} />
                </span>
                <span className={classes.names}>{person.displayName}</span>
                <span className={classes.handle}>@{person.username}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.data?.length === 0 && (
          <p className={classes.hint}>
            {query === '' ? messagesTexts.nobodyYet : messagesTexts.nobody}
          </p>
        )}
        <Button type="submit" loading={start.isPending} aria-disabled={chosen.length === 0}>
          {messagesTexts.start}
        </Button>
      </form>
    </Dialog>
  );
}
