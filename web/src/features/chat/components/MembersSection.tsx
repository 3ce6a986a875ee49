import { useDebouncedValue } from '@mantine/hooks';
import { IconUserMinus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Channel, Member } from '@/api/types.ts';
import { Picker } from '@/area/Picker.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { toast } from '@/components/toast.ts';
import { StatusLine } from '@/features/status/index.ts';
import { channelFormTexts, roleLabels } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatApi } from '../api.ts';
import { choiceOf } from '../lib/choices.ts';
import {
  byName,
  can,
  channelsQuery,
  chatKeys,
  membersQuery,
  SHOWN_MEMBERS,
  usePresence,
} from '../queries.ts';
import { useChatSession } from '../session.ts';
import { BotMark } from './BotMark.tsx';
import classes from './SidePane.module.css';

const CHOICES = 20;
/** What a channel's own row can raise somebody to. */
const GIVEN_ROLES = ['MEMBER', 'MODERATOR', 'ADMIN'];
const PAUSE_MS = 150;

export function MembersSection({ channel }: { channel: Channel }) {
  const [filter, setFilter] = useState('');
  const [query] = useDebouncedValue(filter.trim(), PAUSE_MS);
  const members = useQuery({
    ...membersQuery(channel, query, SHOWN_MEMBERS),
    placeholderData: keepPreviousData,
  });
  const online = usePresence(channel.workspaceId);
  const client = useQueryClient();
  const { me } = useChatSession();
  const manages = can(channel, 'MANAGE') && !channel.archived;
  const isPrivate = channel.channelType === 'PRIVATE';
  const isOnline = (member: Member) => online.has(member.userId) || member.online;
  const sorted = [...(members.data ?? [])].sort(
    (a, b) => Number(isOnline(b)) - Number(isOnline(a)) || byName(a, b),
  );

  const change = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast({ type: 'success', message: done });
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    }
    await client.invalidateQueries({ queryKey: ['chat', 'members', channel.id] });
  };

  return (
    <div className={classes.section}>
      <h3>
        {channelFormTexts.members}
        {members.data && <span className={classes.muted}>{count(members.data.length)}</span>}
      </h3>
      <input
        type="search"
        className={classes.filter}
        placeholder={channelFormTexts.filterMembers}
        aria-label={channelFormTexts.filterMembers}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul className={classes.plain}>
        {sorted.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            online={isOnline(member)}
            {...(manages && member.userId !== me.idUser && GIVEN_ROLES.includes(member.role)
              ? {
                  onRole: (role: string) =>
                    void change(
                      () => chatApi.putMember(channel.id, member.userId, role),
                      channelFormTexts.saved,
                    ),
                }
              : null)}
          >
            {manages && isPrivate && member.explicit && (
              <button
                type="button"
                className={classes.icon}
                aria-label={channelFormTexts.removeMember(member.displayName)}
                onClick={() =>
                  void change(
                    () => chatApi.removeMember(channel.id, member.userId),
                    channelFormTexts.removed(member.displayName),
                  )
                }
              >
                <IconUserMinus size={18} aria-hidden="true" />
              </button>
            )}
          </MemberRow>
        ))}
      </ul>
      {members.data?.length === 0 && (
        <p className={classes.muted}>{channelFormTexts.noMemberMatch}</p>
      )}
      {manages && isPrivate && (
        <AddMember
          channel={channel}
          present={new Set(members.data?.map((member) => member.userId))}
          onAdd={(member) =>
            change(
              () => chatApi.putMember(channel.id, member.userId),
              channelFormTexts.added(member.displayName),
            )
          }
        />
      )}
    </div>
  );
}

const count = (n: number) => (n >= SHOWN_MEMBERS ? `${SHOWN_MEMBERS}+` : String(n));

function MemberRow(props: {
  member: Member;
  online: boolean;
  /** Set where I may change it. */
  onRole?: (role: string) => void;
  children?: ReactNode;
}) {
  const { member, online, onRole } = props;
  const role = roleLabels[member.role] ?? member.role;
  return (
    <li className={classes.member}>
      <span className={classes.presence} data-online={online || undefined}>
        <Avatar name={member.displayName} image={member.avatar} size={32} />
      </span>
      <span className={classes.names}>
        <span>
          <button type="button" className={classes.name} data-person={member.userId}>
            {member.displayName}
          </button>
          <BotMark of={member} />
          <span className={hidden.spoken}>
            , {online ? chatTexts.online : channelFormTexts.offline}
          </span>
        </span>
        <StatusLine userId={member.userId} />
        {!onRole && <small>{role}</small>}
      </span>
      {onRole && (
        <select
          className={classes.role}
          aria-label={channelFormTexts.roleOf(member.displayName)}
          value={member.role}
          onChange={(event) => onRole(event.currentTarget.value)}
        >
          {GIVEN_ROLES.map((value) => (
            <option key={value} value={value}>
              {roleLabels[value]}
            </option>
          ))}
        </select>
      )}
      {props.children}
    </li>
  );
}

/** Whom to add: everybody of the workspace, as the general channel knows them. */
function AddMember(props: {
  channel: Channel;
  present: ReadonlySet<number>;
  onAdd: (member: { userId: number; displayName: string }) => Promise<void>;
}) {
  const { channel, present, onAdd } = props;
  const general = useQuery(channelsQuery(channel.workspaceId)).data?.find((one) => one.general);
  if (!general) return null;
  return (
    <div className={classes.add}>
      <Picker
        clears
        label={channelFormTexts.addMember}
        placeholder={channelFormTexts.addMemberHint}
        find={(q) => ({
          queryKey: [...chatKeys.members(general.id, q), 'choices', [...present]],
          queryFn: async ({ signal }) =>
            (await chatApi.members(general.id, q, CHOICES, signal))
              .filter(({ userId }) => !present.has(userId))
              .map(choiceOf),
        })}
        onPick={(one) => one && void onAdd({ userId: Number(one.value), displayName: one.label })}
      />
    </div>
  );
}
