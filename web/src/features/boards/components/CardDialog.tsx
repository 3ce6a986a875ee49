import { Suspense } from 'react';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { LoadingState } from '@/components/states.tsx';
import { cardTexts } from '@/texts/boards.ts';

type CardDialogProps = { idTask: number; title: string | undefined; onClose: () => void };

/** A card is its task: what the task's page has, over the board. */
export function CardDialog({ idTask, title, onClose }: CardDialogProps) {
  const [task] = inSlot('task');
  if (!task) return null;
  const Drawn = lazyOnce(task.load);
  return (
    <Dialog title={title ?? cardTexts.card} wide onClose={onClose}>
      <Suspense fallback={<LoadingState />}>
        <Drawn idTask={idTask} onGone={onClose} />
      </Suspense>
    </Dialog>
  );
}
