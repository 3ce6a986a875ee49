import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import type { Message } from '@/api/types.ts';
import { loadWithin } from '@/lib/loadPart.ts';

type Pointed = NonNullable<Message['card']>;
type Shown = LazyExoticComponent<ComponentType<{ id: string }>>;

/** Each kind is shown by the area that it is of. */
const kinds: Record<Pointed['type'], Shown> = {
  EVENT: lazy(() => loadWithin(() => import('@/features/calendar/cards.tsx'))),
  POST: lazy(() => loadWithin(() => import('@/features/feed/cards.tsx'))),
};

/** What a message points at. */
export default function Card({ card }: { card: Pointed }) {
  const Kind = kinds[card.type];
  return (
    <Suspense fallback={null}>
      <Kind id={card.id} />
    </Suspense>
  );
}
