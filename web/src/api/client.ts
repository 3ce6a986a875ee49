/**
 * The one door to the server. Answers are JSON of the caller's type; every failure is an
 * ApiError. A 401 means that the session is over: the page leaves for the sign-in notice.
 * Failures of the server itself and of the network are told in a toast, at most one per 5 s.
 */

import { toast } from '@/components/toast.ts';
import { forgetFirstAnswers, takeFirstAnswer } from '@/lib/firstAnswers.ts';
import { rememberPath } from '@/lib/nextPath.ts';
import { clearSession } from '@/lib/session.ts';
import { throttle } from '@/lib/throttle.ts';
import { errorTexts } from '@/texts/errors.ts';
import { ApiError, errorFrom } from './ApiError.ts';

const LOGIN = '/api/public/auth/login';
const LOGGED_OUT = '/login/logged-out-jwt';
const TOAST_INTERVAL = 5_000;
const TOAST_DURATION = 10_000;

export type RequestOptions = {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  /** Same key, same result: for calls that create something. */
  idempotencyKey?: string;
  /** No toast: for background calls whose failure is shown elsewhere or not worth a word. */
  quiet?: boolean;
};

const warn = throttle((message: string) => {
  toast({ type: 'warning', message, duration: TOAST_DURATION });
}, TOAST_INTERVAL);

function addressOf(path: string, query: RequestOptions['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

function leaveForLogin(): void {
  if (window.location.pathname === LOGGED_OUT) return;
  rememberPath(window.location.pathname + window.location.search);
  clearSession();
  // A whole new page: nothing of the person stays in memory.
  window.location.assign(LOGGED_OUT);
}

/** What every failure of a call sets going; `quiet`: no toast. */
export function report(error: ApiError, path: string, quiet: boolean): void {
  if (error.status === 401 && path !== LOGIN) leaveForLogin();
  else if (quiet) return;
  else if (error.status === 0) warn(errorTexts.unreachable);
  else if ([500, 502, 503, 504].includes(error.status)) warn(errorTexts.server);
}

async function send(method: string, path: string, options: RequestOptions): Promise<string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  let body: BodyInit | undefined;
  // What says itself what it is.
  if (options.body instanceof FormData || options.body instanceof Blob) {
    body = options.body;
  } else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(options.body);
  }
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  try {
    const response = await fetch(addressOf(path, options.query), {
      method,
      headers,
      body: body ?? null,
      credentials: 'same-origin',
      signal: options.signal ?? null,
    });
    if (!response.ok) throw await errorFrom(response);
    return await response.text();
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw new ApiError(0, {});
  }
}

/** As `request`, for an answer that is no JSON. */
async function plain(method: string, path: string, options: RequestOptions = {}): Promise<string> {
  try {
    return await send(method, path, options);
  } catch (error) {
    if (error instanceof ApiError) report(error, path, options.quiet ?? false);
    throw error;
  }
}

async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  if (method !== 'GET') forgetFirstAnswers();
  else {
    const first = takeFirstAnswer(addressOf(path, options.query));
    if (first !== undefined) return first as T;
  }
  const text = await plain(method, path, options);
  return (text ? JSON.parse(text) : undefined) as T;
}

export const api = {
  /** The answer that came with the page, if it did; for a query's `initialData`: it is there in the first drawing. */
  came: <T>(path: string, query?: RequestOptions['query']) =>
    takeFirstAnswer(addressOf(path, query)) as T | undefined,
  get: <T>(path: string, options?: RequestOptions) => request<T>('GET', path, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    request<T>('POST', path, { ...options, body }),
  /** What is answered is a file's text. */
  postForText: (path: string, options?: RequestOptions) => plain('POST', path, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    request<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    request<T>('PATCH', path, { ...options, body }),
  delete: <T = void>(path: string, options?: RequestOptions) => request<T>('DELETE', path, options),
};
