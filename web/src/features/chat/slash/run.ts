/** What the commands of the composer do. Loaded with the first of them. */
import { messageOf } from '@/api/ApiError.ts';
import type { Channel, Message } from '@/api/types.ts';
import { openStatus } from '@/commands/events.ts';
import { toast } from '@/components/toast.ts';
import { setQuiet, setStatus } from '@/features/status/api.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { slashTexts as texts } from '@/texts/slash.ts';
import { quietTexts, statusTexts } from '@/texts/status.ts';
import type { ThreadState, Timeline } from '../cache/model.ts';
import { save } from '../everyday/acts.ts';
import { knownCommand } from '../lib/completions.ts';
import type { Written } from '../lib/slash.ts';
import { chatKeys } from '../queries.ts';
import type { ChatSession } from '../session.ts';
import { momentIn, statusIn } from './words.ts';

/** Where the command was written, and what it may open there. */
export interface Place {
  session: ChatSession;
  channel: Channel;
  threadId: number | null;
  /** `times`: one that asks who can when. */
  openPoll: (question: string, times: boolean) => void;
  openSave: (message: Message) => void;
}

const OFF = /^(av|stäng av|nej|0)$/i;

/** null: done. Otherwise why not, in Swedish: what is written stays. */
export async function run(written: Written, place: Place): Promise<string | null> {
  const { session } = place;
  const { client } = session;
  const { word, rest } = written;
  try {
    const command = knownCommand(word);
    if (command?.write) return await command.write(rest);
    switch (command?.word) {
      case '/status':
        if (rest === '') openStatus('status');
        else {
          await setStatus(client, { ...statusIn(rest), until: null });
          toast({ type: 'success', message: statusTexts.saved });
        }
        return null;
      case '/tyst': {
        if (rest === '') {
          openStatus('quiet');
          return null;
        }
        const until = OFF.test(rest) ? null : momentIn(rest, new Date());
        if (until === null && !OFF.test(rest)) return texts.wrongMoment;
        await setQuiet(client, { until: until?.toISOString() ?? null });
        const said = until ? quietTexts.started(comingTime(until, new Date())) : quietTexts.ended;
        toast({ type: 'success', message: said });
        return null;
      }
      case '/omröstning':
        place.openPoll(rest, false);
        return null;
      case '/vemkan':
        place.openPoll(rest, true);
        return null;
      case '/påminn':
        return await remind(rest, place);
      default:
        return texts.unknown(word);
    }
  } catch (error) {
    return messageOf(error);
  }
}

async function remind(rest: string, place: Place): Promise<string | null> {
  const message = newest(place);
  if (!message) return texts.nothingToRemind;
  if (rest === '') {
    place.openSave(message);
    return null;
  }
  const at = momentIn(rest, new Date());
  if (!at) return texts.wrongMoment;
  await save(place.session.client, message.id, at);
  return null;
}

/** The message that was sent last where one is. */
function newest({ session, channel, threadId }: Place): Message | undefined {
  const { client } = session;
  const last = ({ ids, byId }: Timeline) => {
    const id = ids.findLast((one) => byId[one]?.visible && !byId[one]?.deleted);
    return id === undefined ? undefined : byId[id];
  };
  if (threadId === null) {
    const timeline = session.timeline(channel.id);
    return timeline && last(timeline);
  }
  const thread = client.getQueryData<ThreadState>(chatKeys.thread(channel.id, threadId));
  return thread && (last(thread.replies) ?? thread.parent);
}
