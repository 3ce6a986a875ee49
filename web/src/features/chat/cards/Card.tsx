import { Suspense } from 'react';
import type { Message } from '@/api/types.ts';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';

/** What a message points at, shown by the area that it is of. */
export default function Card({ card }: { card: NonNullable<Message['card']> }) {
  const kind = inSlot('cards').find(({ type }) => type === card.type);
  const Drawn = kind && lazyOnce(kind.load);
  return (
    Drawn && (
      <Suspense fallback={null}>
        <Drawn id={card.id} />
      </Suspense>
    )
  );
}
