/** What can be created, by whom, and how: data. The rule that reads it is in rules.ts. */
import {
  IconArmchair,
  IconBallFootball,
  IconBell,
  IconBook2,
  IconBuilding,
  IconCalendarCheck,
  IconCalendarPlus,
  IconClock,
  IconDiscount,
  IconMapPin,
  IconPencil,
  IconPhoto,
  IconSpeakerphone,
  IconTicket,
  IconUserHeart,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { ADMINS, type CreateOption, forAdmins, type Requirements } from '@/area/create.ts';
import type { Command } from '@/commands/registry.ts';
import { createTexts } from '@/texts/create.ts';
import { createPost, type PostWish } from './events.ts';

export type { Category, CreateContext, CreateOption } from '@/area/create.ts';
export type OptionId = CreateOption['id'];

const forPersons: Requirements = { contextTypes: ['person'] };
const associations = forAdmins(['association', 'sports-club', 'cultural-association']);

const go =
  (path: string): CreateOption['action'] =>
  (_, { navigate }) =>
    navigate(path);

/** To the feed, and there, as soon as it can hear it, the wish to write. */
const post =
  (wish?: PostWish): CreateOption['action'] =>
  (_, { navigate, later }) => {
    navigate('/feed');
    later(() => createPost(wish));
  };

const event =
  (type: string, more = ''): CreateOption['action'] =>
  ({ type: as, id }, { navigate }) =>
    navigate(
      `/event/create?type=${type}${as === 'organization' ? `&organization=${id}` : ''}${more}`,
    );

type Own = Omit<CreateOption, 'id' | 'label' | 'description'> & {
  id: keyof typeof createTexts.labels;
};

/** Those that are of no area that declares its own. */
const own: Own[] = [
  {
    id: 'post',
    category: 'common',
    icon: IconPencil,
    iconColor: 'spruce',
    shortcut: 'i',
    action: (context, tools) =>
      post(context.type === 'organization' ? { asOrganization: true } : undefined)(context, tools),
  },
  {
    id: 'event',
    category: 'common',
    icon: IconCalendarPlus,
    iconColor: 'blue',
    shortcut: 'h',
    action: go('/create-event'),
  },
  {
    id: 'meeting',
    category: 'calendar',
    icon: IconUsers,
    iconColor: 'blue',
    shortcut: 'm',
    requires: forPersons,
    action: event('meeting', '&private=true'),
  },
  {
    id: 'reminder',
    category: 'calendar',
    icon: IconBell,
    iconColor: 'orange',
    shortcut: 'p',
    requires: forPersons,
    action: event('reminder', '&private=true'),
  },
  {
    id: 'school-activity',
    category: 'calendar',
    icon: IconBook2,
    iconColor: 'indigo',
    shortcut: 's',
    requires: forAdmins(['school', 'preschool', 'high-school']),
    action: event('school-activity'),
  },
  {
    id: 'booking',
    category: 'booking',
    icon: IconCalendarCheck,
    iconColor: 'teal',
    shortcut: 'b',
    requires: { contextTypes: ['organization'], roles: [...ADMINS, 'MEMBER'] },
    action: go('/bookings'),
  },
  {
    id: 'resource',
    category: 'booking',
    icon: IconArmchair,
    iconColor: 'teal',
    shortcut: 'r',
    requires: forAdmins(),
    action: go('/settings/resources'),
  },
  {
    id: 'photo',
    category: 'communication',
    icon: IconPhoto,
    iconColor: 'pink',
    shortcut: 'f',
    action: post({ focusMedia: true }),
  },
  {
    id: 'invite-person',
    category: 'communication',
    icon: IconUserPlus,
    iconColor: 'spruce',
    shortcut: 'j',
    requires: forPersons,
    action: go('/contacts/invite'),
  },
  {
    id: 'tickets',
    category: 'commerce',
    icon: IconTicket,
    iconColor: 'red',
    shortcut: 't',
    requires: forAdmins(),
    action: go('/settings/tickets'),
  },
  {
    id: 'promotion',
    category: 'commerce',
    icon: IconDiscount,
    iconColor: 'red',
    shortcut: 'e',
    requires: forAdmins(['company', 'store', 'restaurant']),
    action: post({ asOrganization: true, promotional: true }),
  },
  {
    id: 'organization-post',
    category: 'organization',
    icon: IconSpeakerphone,
    iconColor: 'orange',
    shortcut: 'o',
    requires: forAdmins(),
    action: post({ asOrganization: true }),
  },
  {
    id: 'opening-hours',
    category: 'organization',
    icon: IconClock,
    iconColor: 'cyan',
    shortcut: 'ö',
    requires: forAdmins(),
    action: go('/settings/opening-hours'),
  },
  {
    id: 'location',
    category: 'organization',
    icon: IconMapPin,
    iconColor: 'green',
    shortcut: 'l',
    requires: forAdmins(),
    action: go('/settings/locations'),
  },
  {
    id: 'association-event',
    category: 'association',
    icon: IconBallFootball,
    iconColor: 'blue',
    shortcut: 'v',
    requires: associations,
    action: event('public'),
  },
  {
    id: 'membership-drive',
    category: 'association',
    icon: IconUserHeart,
    iconColor: 'pink',
    shortcut: 'n',
    requires: associations,
    action: go('/members/invite'),
  },
  {
    id: 'municipality',
    category: 'municipality',
    icon: IconBuilding,
    iconColor: 'indigo',
    shortcut: 'k',
    requires: forPersons,
    action: go('/e/stockholm'),
  },
];

const declared = Object.values(
  import.meta.glob<readonly CreateOption[]>('../*/create.ts', { eager: true, import: 'options' }),
).flat();

/** Each where it says that it stands. */
export const createOptions: CreateOption[] = own.map((one) => ({
  ...one,
  ...createTexts.labels[one.id],
}));
for (const one of declared) {
  const before = createOptions.findIndex(({ id }) => id === one.after);
  createOptions.splice(before < 0 ? createOptions.length : before + 1, 0, one);
}

/** The same as commands, for help and for the test of keys. */
export const createCommands: Command[] = createOptions.map(({ id, label, shortcut, icon }) => ({
  id: `create/${id}`,
  label,
  scope: 'create',
  icon,
  ...(shortcut && { keys: shortcut }),
}));
