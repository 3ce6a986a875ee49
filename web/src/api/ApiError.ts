import { errorTexts } from '@/texts/errors.ts';
import type { FieldError, Problem } from './types.ts';

/** Anything but success from the server. Status 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable, UPPER_SNAKE; UNREACHABLE and UNKNOWN are our own. */
  readonly code: string;
  /** Per field, for a form (422). */
  readonly errors: FieldError[];
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  /** The answer as it came: some refusals say how things are now. */
  readonly problem: Partial<Problem>;

  constructor(
    status: number,
    problem: Partial<Problem>,
    retryAfter: number | null = null,
    requestId: string | null = null,
  ) {
    super(problem.message || defaultMessage(status, retryAfter));
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? (status === 0 ? 'UNREACHABLE' : 'UNKNOWN');
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
    this.problem = problem;
    this.requestId = problem.requestId ?? requestId;
  }

  /** The message for one field, to stand beside it. */
  fieldMessage(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }

  /** Whether trying the same again may help: not for what the server has refused. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** Of a refused change: the thing as it stands by now, where somebody else was faster (409 STALE). */
export const currentOf = <T>(error: unknown): T | null =>
  error instanceof ApiError && error.code === 'STALE'
    ? ((error.problem as { current?: T }).current ?? null)
    : null;

const FORBIDDEN = 403;
const NOT_FOUND = 404;

export const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && error.status === NOT_FOUND;
/** It is not for this person, or not there: it is nothing that another try would mend. */
export const isRefused = (error: unknown): boolean =>
  isAbsent(error) || (error instanceof ApiError && error.status === FORBIDDEN);

function defaultMessage(status: number, retryAfter: number | null): string {
  if (status === 0) return errorTexts.unreachable;
  if (status === 429) {
    return retryAfter === null ? errorTexts.tooMany : errorTexts.tooManyFor(retryAfter);
  }
  if (status >= 500) return errorTexts.server;
  return errorTexts.unknown;
}

/** A sentence for a person, whatever was thrown; `otherwise`: where it was no answer of the server's that failed. */
export function messageOf(error: unknown, otherwise: string = errorTexts.unknown): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/** Retry-After is seconds or a date; the answer is whole seconds from now. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | null {
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

export async function errorFrom(response: Response): Promise<ApiError> {
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'));
  const requestId = response.headers.get('x-request-id');
  const problem: unknown = await response.json().catch(() => null);
  // A proxy in front of the server answers with its own page instead of a problem.
  const known = typeof problem === 'object' && problem !== null ? (problem as Problem) : {};
  return new ApiError(response.status, known, retryAfter, requestId);
}
