import { useState } from 'react';

type Save<T> = { mutate: (next: T, options: { onSettled: () => void }) => void };

/**
 * What is saved as soon as it is chosen: `chosen` is the choice, at once and until the server has answered the last
 * one; then undefined, and what is held is shown. What the mutation itself says comes a moment late, in which the
 * control would jump back.
 */
export function useChosen<T>(save: Save<T>): [chosen: T | undefined, choose: (next: T) => void] {
  const [chosen, setChosen] = useState<T>();
  const choose = (next: T) => {
    setChosen(() => next);
    // Called for the last of several alone.
    save.mutate(next, { onSettled: () => setChosen(undefined) });
  };
  return [chosen, choose];
}
