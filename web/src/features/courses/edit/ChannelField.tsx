import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { courseEditTexts as texts } from '@/texts/courses.ts';
import { channelsOf } from '../api.ts';
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
  const { data: found = [] } = useQuery(channelsOf(idEntity));
  const isListed = channel === null || found.some(({ id }) => id === channel.id);
  const choices = (isListed ? found : [...found, channel])
    .map(({ id, name }) => ({ value: String(id), label: `#${name}` }))
    .sort((one, other) => one.label.localeCompare(other.label, 'sv'));
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
