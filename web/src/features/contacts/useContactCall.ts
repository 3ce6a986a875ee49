import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { contactsFailed, contactsSaid } from '@/texts/contacts.ts';
import { errorTexts } from '@/texts/errors.ts';
import { contactCalls } from './api.ts';
import { contactsKey } from './keys.ts';

/** As specified (ms). */
const SAID_FOR = 5_000;
const FAILED_FOR = 10_000;
const TOO_MANY = 429;

/** What went wrong, in the words of the specification. */
export function contactError(error: unknown, fallback: string = errorTexts.unknown): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status !== TOO_MANY) return error.message || errorTexts.unknown;
  return error.retryAfter === null ? errorTexts.tooMany : errorTexts.tooManyFor(error.retryAfter);
}

/** For forms, which say themselves what went wrong; `failed`: where nobody has said it. */
export async function inWords<T>(asked: Promise<T>, failed?: string): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (failed && !(error instanceof ApiError)) throw new ApiError(0, { message: failed });
    if (!(error instanceof ApiError) || error.status !== TOO_MANY) throw error;
    const { status, code, retryAfter } = error;
    throw new ApiError(status, { code, message: contactError(error) }, retryAfter);
  }
}

export const sayContacts = (message: string) =>
  toast({ type: 'success', message, duration: SAID_FOR });

export const sayContactsFailed = (error: unknown, fallback?: string) =>
  toast({ type: 'error', message: contactError(error, fallback), duration: FAILED_FOR });

/** What is asked anew when something of contacts has changed. */
export function useRefreshContacts() {
  const client = useQueryClient();
  return (also: QueryKey[] = []) =>
    Promise.all(
      [contactsKey, unreadQuery.queryKey, ...also].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

type Call<Input> = {
  call: (input: Input) => Promise<unknown>;
  said: string;
  failed?: string;
  /** Whether one may write to each other changes with it. */
  also?: QueryKey[];
};

const call = <Input>(one: Call<Input>) => one;
const messages: QueryKey[] = [['messages']];
/** Whose posts one reads changes with it. */
const feed: QueryKey[] = [['feed']];
const both = [...messages, ...feed];

/** Every call by one button, with what is said about it. */
export const calls = {
  request: call({
    call: ({ userId, message }: { userId: number; message?: string }) =>
      contactCalls.request(userId, message),
    said: contactsSaid.request,
    also: both,
  }),
  accept: call({
    call: contactCalls.accept,
    said: contactsSaid.accept,
    failed: contactsFailed.accept,
    also: both,
  }),
  reject: call({
    call: contactCalls.reject,
    said: contactsSaid.reject,
    failed: contactsFailed.reject,
  }),
  cancel: call({
    call: contactCalls.cancel,
    said: contactsSaid.cancel,
    failed: contactsFailed.cancel,
  }),
  remove: call({
    call: contactCalls.remove,
    said: contactsSaid.remove,
    failed: contactsFailed.remove,
    also: both,
  }),
  block: call({
    call: contactCalls.block,
    said: contactsSaid.block,
    failed: contactsFailed.block,
    also: both,
  }),
  unblock: call({
    call: contactCalls.unblock,
    said: contactsSaid.unblock,
    failed: contactsFailed.unblock,
    also: both,
  }),
  follow: call({ call: contactCalls.follow, said: contactsSaid.follow, also: feed }),
  unfollow: call({ call: contactCalls.unfollow, said: contactsSaid.unfollow, also: feed }),
  cancelFollow: call({ call: contactCalls.unfollow, said: contactsSaid.cancelFollow }),
  approveFollower: call({
    call: contactCalls.approveFollower,
    said: contactsSaid.approveFollower,
  }),
  rejectFollower: call({ call: contactCalls.removeFollower, said: contactsSaid.rejectFollower }),
  removeFollower: call({ call: contactCalls.removeFollower, said: contactsSaid.removeFollower }),
};

/** The server says what has come of it (a crossing request is accepted), else what is specified. */
const saidOf = (result: unknown, otherwise: string): string =>
  (result as { message?: string | null } | null | undefined)?.message || otherwise;

/** One call by a button. Refreshes also after a failure: somebody else may have been first. */
export function useContactCall<Input>({ call, said, failed, also }: Call<Input>) {
  const refresh = useRefreshContacts();
  return useMutation({
    mutationFn: call,
    onSuccess: (result) => sayContacts(saidOf(result, said)),
    onError: (error) => sayContactsFailed(error, failed),
    onSettled: () => refresh(also),
  });
}
