import { Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '@/components/toast.ts';
import { meQuery, myEntitiesQuery } from '@/features/accounts/api.ts';
import { useModal } from '@/hooks/useModal.ts';
import { STAY } from '@/lib/stay.ts';
import { contextTexts } from '@/texts/context.ts';
import classes from './context.module.css';
import { type ActiveContext, actsAsEntity } from './model.ts';
import { contextState, enterPersonal, switchTo } from './store.ts';

export const TO_PERSON_MS = 1_500;
export const TO_ORGANISATION_MS = 2_500;
export const SWITCH_TOAST_MS = 4_000;

type Target = { id: number } | 'person';

let shown: string | null = null;
const listeners = new Set<() => void>();

function show(name: string | null): void {
  shown = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellContext(context: ActiveContext): void {
  const { host } = window.location;
  const message = actsAsEntity(context)
    ? contextTexts.nowOrganisation(context.name, host)
    : contextTexts.nowPerson(context.name, host);
  toast({ type: 'info', message, duration: SWITCH_TOAST_MS });
}

/** Acting ends where one is, without going anywhere. */
export function leaveActing(): void {
  enterPersonal();
  const { activeContext } = contextState();
  if (activeContext) tellContext(activeContext);
}

/** Switching: a moment that is seen, then the other's start page, then a word about it. */
export function useSwitchContext(): (target: Target) => void {
  const client = useQueryClient();
  const navigate = useNavigate();

  const fetchFacts = async () => {
    const [me, organisations] = await Promise.all([
      client.ensureQueryData(meQuery),
      client.fetchQuery({ ...myEntitiesQuery, staleTime: 0, retry: false }),
    ]);
    return { me, organisations };
  };

  const run = async (target: Target) => {
    if (shown !== null) return;
    const person = target === 'person';
    show(
      person
        ? (client.getQueryData(meQuery.queryKey)?.displayName ?? contextTexts.personal)
        : nameIn(client.getQueryData(myEntitiesQuery.queryKey), target.id),
    );
    const seen = wait(person ? TO_PERSON_MS : TO_ORGANISATION_MS);
    const context = await switchTo(target, fetchFacts);
    // The page comes while the word stands over it; who is in a hurry closes the word.
    if (context) await navigate(context.slug ? `/${context.slug}` : '/', { state: STAY });
    await Promise.race([seen, dismissed()]);
    show(null);
    if (context) tellContext(context);
    else toast({ type: 'error', message: contextState().error ?? contextTexts.switchFailed });
  };
  return (target) => void run(target);
}

function nameIn(
  organisations: readonly { idEntity: number; entityName: string }[] | undefined,
  id: number,
): string {
  return organisations?.find(({ idEntity }) => idEntity === id)?.entityName ?? '';
}

let dismiss = () => {};

/** When somebody has closed the word about it. */
const dismissed = () =>
  new Promise<void>((resolve) => {
    dismiss = resolve;
  });

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Mounted once, by the signed-in shell. */
export function SwitchingModal() {
  const name = useSyncExternalStore(
    subscribe,
    () => shown,
    () => shown,
  );
  return name === null ? null : <Switching name={name} />;
}

function Switching({ name }: { name: string }) {
  const dialog = useModal({ required: true, onRefused: () => dismiss() });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={classes.switching}
      aria-label={contextTexts.switching(name)}
      onClick={() => dismiss()}
    >
      <Loader aria-hidden="true" />
      <p role="status">{contextTexts.switching(name)}</p>
    </dialog>
  );
}
