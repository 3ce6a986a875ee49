/** A command of the composer: what it does is loaded with the first of them. */
import { loadPart } from '@/lib/loadPart.ts';
import { errorTexts } from '@/texts/errors.ts';
import type { Written } from '../lib/slash.ts';
import type { Place } from '../slash/run.ts';

/** null: done. Otherwise why not. */
export async function obey(command: Written, place: Place): Promise<string | null> {
  try {
    return await (await loadPart(() => import('../slash/run.ts'))).run(command, place);
  } catch {
    return errorTexts.unreachable;
  }
}
