import { useQuery } from '@tanstack/react-query';
import type { Channel, Message, PollOption } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { LoadingState } from '@/components/states.tsx';
import { announceTexts, pollTexts as texts } from '@/texts/asking.ts';
import type { Timeline } from '../cache/model.ts';
import { chatKeys, membersQuery } from '../queries.ts';
import classes from './asking.module.css';

/** As many as a channel's list of members tells at once. */
const MEMBERS = 1000;

/** Who has chosen what, by the names of those in the channel. */
export default function VotersDialog({
  message,
  channel,
  onClose,
}: {
  message: Message;
  channel: Channel;
  onClose: () => void;
}) {
  const held = useQuery<Timeline>({
    queryKey: chatKeys.messages(message.channelId),
    enabled: false,
  }).data;
  const poll = held?.byId[message.id]?.poll ?? message.poll;
  const members = useQuery(membersQuery(channel, '', MEMBERS));
  const named = new Map(members.data?.map((one) => [one.userId, one]));
  const people = ({ voters }: PollOption) => (voters ?? []).flatMap((id) => named.get(id) ?? []);
  return (
    <Dialog title={texts.whoTitle} onClose={onClose}>
      {members.isPending ? (
        <LoadingState />
      ) : (
        <div className={classes.receipts}>
          {poll?.options.map((option, at) => {
            const known = people(option);
            const rest = option.count - known.length;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
              <section key={at}>
                <h3>
                  <span dir="auto">{option.text}</span>{' '}
                  <span className={classes.note}>{option.count}</span>
                </h3>
                {option.count === 0 ? (
                  <p className={classes.note}>{announceTexts.nobody}</p>
                ) : (
                  <ul aria-label={option.text}>
                    {known.map(({ userId, displayName, avatar }) => (
                      <li key={userId}>
                        <Avatar name={displayName} image={avatar} size={28} />
                        <span dir="auto">{displayName}</span>
                      </li>
                    ))}
                    {rest > 0 && <li className={classes.note}>{texts.others(rest)}</li>}
                  </ul>
                )}
              </section>
            );
          })}
        </div>
      )}
    </Dialog>
  );
}
