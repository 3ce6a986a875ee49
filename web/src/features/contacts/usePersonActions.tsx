import {
  IconBan,
  IconCheck,
  IconEye,
  IconEyeOff,
  IconMessagePlus,
  IconUserMinus,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Icon } from '@/commands/registry.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { personActionTexts as texts } from '@/texts/contacts.ts';
import { type Offer, offersOf } from './offers.ts';
import type { Status } from './types.ts';
import { calls, contactError, useContactCall } from './useContactCall.ts';

const Greeting = lazy(() => loadPart(() => import('./components/Greeting.tsx')));
/** Comes with the question that it asks. */
const Confirm = lazy(() =>
  loadPart(async () => ({ default: (await import('@/components/Dialog.tsx')).Confirm })),
);

export type PersonAction = {
  id: Offer;
  label: string;
  /** The label with the name, for who does not see whose it is. */
  spoken: string;
  icon: Icon;
  danger: boolean;
  pending: boolean;
  run: () => void;
};

const icons: Record<Offer, Icon> = {
  request: IconUserPlus,
  greet: IconMessagePlus,
  cancel: IconX,
  accept: IconCheck,
  reject: IconX,
  unblock: IconCheck,
  block: IconBan,
  remove: IconUserMinus,
  follow: IconEye,
  unfollow: IconEyeOff,
  cancelFollow: IconEyeOff,
};
const dangerous: Offer[] = ['block', 'remove'];

type Asking = 'block' | 'remove' | 'greet';

export type PersonActions = {
  next: PersonAction[];
  more: PersonAction[];
  /** What asks before it is done; drawn beside the buttons. */
  dialog: ReactNode;
  /** Of the last try, for what lies above the toasts. */
  failure: string | null;
};

/** What can be done about a person, ready for buttons. */
export function usePersonActions(person: { displayName: string }, status: Status): PersonActions {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { userId, requestId, contactId, blockId } = status;
  const name = person.displayName;
  const close = () => setAsking(null);
  const request = useContactCall(calls.request);
  const accept = useContactCall(calls.accept);
  const reject = useContactCall(calls.reject);
  const cancel = useContactCall(calls.cancel);
  const remove = useContactCall(calls.remove);
  const block = useContactCall(calls.block);
  const unblock = useContactCall(calls.unblock);
  const follow = useContactCall(calls.follow);
  const unfollow = useContactCall(calls.unfollow);
  const cancelFollow = useContactCall(calls.cancelFollow);

  const work: Record<Offer, { pending: boolean; run: () => void }> = {
    request: { pending: request.isPending, run: () => request.mutate({ userId }) },
    greet: { pending: false, run: () => setAsking('greet') },
    accept: { pending: accept.isPending, run: () => requestId && accept.mutate(requestId) },
    reject: { pending: reject.isPending, run: () => requestId && reject.mutate(requestId) },
    cancel: { pending: cancel.isPending, run: () => requestId && cancel.mutate(requestId) },
    unblock: { pending: unblock.isPending, run: () => blockId && unblock.mutate(blockId) },
    block: { pending: block.isPending, run: () => setAsking('block') },
    remove: { pending: remove.isPending, run: () => setAsking('remove') },
    follow: { pending: follow.isPending, run: () => follow.mutate(userId) },
    unfollow: { pending: unfollow.isPending, run: () => unfollow.mutate(userId) },
    cancelFollow: { pending: cancelFollow.isPending, run: () => cancelFollow.mutate(userId) },
  };
  const actionOf = (id: Offer): PersonAction => ({
    id,
    label: texts[id],
    spoken: texts.named(texts[id], name),
    icon: icons[id],
    danger: dangerous.includes(id),
    ...work[id],
  });
  const { next, more } = offersOf(status);

  const dialog = (
    <Suspense>
      {asking === 'greet' && <Greeting userId={userId} name={name} onClose={close} />}
      {asking === 'block' && (
        <Confirm
          danger
          title={texts.blockTitle}
          text={texts.blockText(name)}
          action={texts.block}
          pending={block.isPending}
          onConfirm={() => block.mutate(userId, { onSettled: close })}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <Confirm
          danger
          title={texts.removeTitle}
          text={texts.removeText(name)}
          action={texts.remove}
          pending={remove.isPending}
          onConfirm={() => contactId && remove.mutate(contactId, { onSettled: close })}
          onClose={close}
        />
      )}
    </Suspense>
  );
  const tried = [
    ...[request, accept, reject, cancel, remove, block, unblock],
    ...[follow, unfollow, cancelFollow],
  ];
  const [last] = tried.toSorted((one, other) => other.submittedAt - one.submittedAt);
  return {
    next: next.map(actionOf),
    more: more.map(actionOf),
    dialog,
    failure: last?.error ? contactError(last.error) : null,
  };
}
