import { IconCalendarEvent, IconFlag, IconMapPin, IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import type { Suggestion, SuggestionGroup } from '@/api/types.ts';
import type { Icon } from '@/commands/registry.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { keyOf, whenOf } from './api.ts';
import classes from './search.module.css';

/** Of what is neither somebody nor an organisation. */
const icons: Record<string, Icon> = {
  tatort: IconMapPin,
  kommun: IconMapPin,
  kommunplaceholder: IconMapPin,
  nameday: IconCalendarEvent,
  holiday: IconCalendarEvent,
  themeday: IconCalendarEvent,
  eves: IconCalendarEvent,
  flagdays: IconFlag,
  event: IconCalendarEvent,
  infopoint: IconMapPin,
  channel: IconMessages,
  message: IconMessages,
};

type GroupsProps = {
  groups: SuggestionGroup[];
  /** The row that the keyboard is at, counted over all groups. */
  active: number;
  optionId: (index: number) => string;
  onChoose: (one: Suggestion) => void;
};

export function SuggestionGroups({ groups, active, optionId, onChoose }: GroupsProps) {
  let index = -1;
  return groups.map(({ group, content }) => (
    // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox is no fieldset
    <div key={group} role="group" aria-label={group}>
      <p className={classes.heading} aria-hidden="true">
        {group}
      </p>
      {content.map((one) => {
        index += 1;
        const own = index;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field
          // biome-ignore lint/a11y/useFocusableInteractive: the field points at it
          <div
            key={keyOf(one)}
            id={optionId(own)}
            role="option"
            aria-selected={own === active}
            className={classes.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(one)}
          >
            <Picture one={one} />
            <Words one={one} />
          </div>
        );
      })}
    </div>
  ));
}

export function Words({ one }: { one: Suggestion }) {
  const where = [whenOf(one), one.location].filter(Boolean).join(' · ');
  return (
    <span className={classes.words}>
      <span className={classes.name}>{one.name}</span>
      {where && <span className={classes.location}>{where}</span>}
    </span>
  );
}

const SIZE = 32;

export function Picture({ one }: { one: Suggestion }) {
  const [broken, setBroken] = useState(false);
  const Icon = icons[one.type];
  if (!Icon) return <Avatar name={one.name} image={one.imgUrl} size={SIZE} />;
  return (
    <span className={classes.picture} aria-hidden="true">
      {one.imgUrl && !broken ? (
        <img
          src={`${one.imgUrl}${one.imgUrl.includes('?') ? '&' : '?'}w=${SIZE * 2}&q=50`}
          alt=""
          width={SIZE}
          height={SIZE}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon size={18} stroke={1.75} />
      )}
    </span>
  );
}
