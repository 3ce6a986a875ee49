import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { profileQuery } from '@/features/people/api.ts';
import { hearWishes, isPlain, personOf, takeChosen, type Wish } from '@/lib/chosenPerson.ts';
import { loadPart } from '@/lib/loadPart.ts';

const PersonCard = lazy(() => loadPart(() => import('./components/PersonCard.tsx')));

type Shown = { userId: number; anchor: Element };

/**
 * Mounted once: a name anywhere opens the person's card. Whatever shows one says `data-person` with the id, or
 * `data-person-slug` with the user name; a link among them leads to their page where it is opened by itself (a new tab).
 */
export function PersonCardHost() {
  const [shown, setShown] = useState<Shown | null>(null);
  const client = useQueryClient();
  const { key } = useLocation();

  // Going anywhere closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what it waits for
  useEffect(() => setShown(null), [key]);

  useEffect(() => {
    const openNamed = ({ slug, anchor }: Wish) =>
      void client
        .fetchQuery({ ...profileQuery(slug), staleTime: 60_000 })
        .then((found) => setShown(found && { userId: found.idUser, anchor }))
        .catch(() => {});
    const open = (anchor: HTMLElement) => {
      const { person, personSlug = '' } = anchor.dataset;
      if (person) setShown({ userId: Number(person), anchor });
      else openNamed({ slug: personSlug, anchor });
    };
    const chosen = (event: MouseEvent) => {
      if (!isPlain(event)) return;
      const anchor = event.target instanceof Element ? personOf(event.target) : null;
      if (!anchor) return;
      event.preventDefault();
      open(anchor);
    };
    const before = takeChosen();
    if (before) open(before);
    // Before the page's own handlers: a link that is taken over leads nowhere.
    document.addEventListener('click', chosen, { capture: true });
    const deaf = hearWishes(openNamed);
    return () => {
      document.removeEventListener('click', chosen, { capture: true });
      deaf();
    };
  }, [client]);

  if (!shown) return null;
  return (
    <Suspense>
      <PersonCard key={shown.userId} {...shown} onClose={() => setShown(null)} />
    </Suspense>
  );
}
