import { NativeSelect } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { channelsQuery, sortChannels, titleOf, workspacesQuery } from '@/features/chat/pickers.tsx';
import { courseEditTexts as texts } from '@/texts/courses.ts';
import type { CourseChannel } from '../types.ts';

type ChannelFieldProps = {
  idEntity: number;
  channel: CourseChannel | null;
  /** 0: none. */
  value: number;
  onChange: (id: number) => void;
};

/** The channels of the course's organisation that I read; and the one that it has, whatever becomes of that. */
export function ChannelField({ idEntity, channel, value, onChange }: ChannelFieldProps) {
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const own = workspaces.filter(({ entityId }) => entityId === idEntity);
  const lists = useQueries({ queries: own.map(({ workspaceId }) => channelsQuery(workspaceId)) });
  const found = lists.flatMap(({ data }) => sortChannels(data ?? []));
  const choices = found.map((one) => ({ value: String(one.id), label: `#${titleOf(one)}` }));
  if (channel && !found.some(({ id }) => id === channel.id)) {
    choices.push({ value: String(channel.id), label: `#${channel.name}` });
  }
  return (
    <NativeSelect
      label={texts.channel}
      description={texts.channelHint}
      value={String(value)}
      data={[{ value: '0', label: texts.noChannel }, ...choices]}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
