import type { Channel } from '@/api/types.ts';
import { shutTexts } from '@/texts/shut.ts';
import { type Ending, endings } from '../lib/endings.ts';
import { can, isLost } from '../queries.ts';
import { useChatSession } from '../session.ts';

/** What ended it, with who did it where that is known and told. */
export function endedText(archived: boolean, { byName, reason }: Ending = {}): string {
  if (archived) return byName ? shutTexts.archivedBy(byName) : shutTexts.archivedHere;
  return byName && reason ? shutTexts[reason](byName) : shutTexts.lost;
}

/** Why I may not write in a channel. */
export default function ShutReason({ channel }: { channel: Channel }) {
  const { me } = useChatSession();
  if (!channel.archived && !isLost(channel)) {
    if (channel.channelType === 'DIRECT') return shutTexts.noDirect;
    return can(channel, 'POST') ? shutTexts.readOnly : shutTexts.noPost;
  }
  const ending = endings.get(channel.id);
  // Who did it themselves knows.
  return endedText(channel.archived, ending?.byUserId === me.idUser ? undefined : ending);
}
