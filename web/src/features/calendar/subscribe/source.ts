/** What is said of a calendar that is fetched from an address outside. */
import { ago } from '@/lib/dates.ts';
import { sourceTexts as texts } from '@/texts/subscribe.ts';
import type { Calendar } from '../types.ts';

type Sourced = Pick<Calendar, 'subscribed' | 'source' | 'sourceState'>;

/** Whose events they are, for whoever sees them: the machine's name for who may know it. */
export function originOf({ subscribed, source }: Sourced): string | null {
  if (!subscribed) return null;
  const host = source && URL.canParse(source) ? new URL(source).hostname : null;
  return host ? texts.from(host) : texts.fromElsewhere;
}

/** How it stands, in a line: being fetched, when it was, or not yet. */
export function stateOf({ sourceState }: Sourced, now = Date.now()): string {
  if (!sourceState) return '';
  if (sourceState.fetching) return texts.fetching;
  return sourceState.lastFetched ? texts.fetched(ago(sourceState.lastFetched, now)) : texts.never;
}

/** Whether an address may be one; the server says the rest. */
export const isAddress = (text: string): boolean =>
  /^(https?|webcals?):\/\/[^\s/]+/i.test(text.trim());
