import type { Channel } from '@/api/types.ts';
import { endedTexts } from '@/texts/ended.ts';
import { type Ending, endings } from '../lib/endings.ts';
import { useChatSession } from '../session.ts';

/** What ended it, with who did it where that is known and told. */
export function endedText(archived: boolean, { byName, deed }: Ending = {}): string {
  if (archived) return byName ? endedTexts.archivedBy(byName) : endedTexts.archivedHere;
  return byName && deed ? endedTexts[deed](byName) : endedTexts.lost;
}

/** Why nobody writes in a channel that is archived, or no longer mine. */
export default function EndedReason({ channel }: { channel: Channel }) {
  const { me } = useChatSession();
  const ending = endings.get(channel.id);
  // Who did it themselves knows.
  return endedText(channel.archived, ending?.byUserId === me.idUser ? undefined : ending);
}
