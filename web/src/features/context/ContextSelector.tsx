import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBuildingCommunity,
  IconCheck,
  IconChevronDown,
  IconHeart,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Dropdown, dropdownHeading, dropdownItem } from '@/components/Dropdown.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { isFamily } from '@/lib/family.ts';
import { contextTexts } from '@/texts/context.ts';
import { relationLabel } from '@/texts/entities.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './context.module.css';
import { actsAsEntity } from './model.ts';
import { RECENT_SHOWN, readRecent } from './recent.ts';
import { FILTER_ABOVE, filterOrganisations, mayActAs, shortLabel } from './rules.ts';
import { useSwitchContext } from './Switching.tsx';
import { enterPersonal, useActiveContext } from './store.ts';

export const FILTER_DELAY = 200;

const icons = {
  organization: IconBuildingCommunity,
  family: IconHeart,
  user: IconUser,
  personal: IconUser,
};

/** In whose name one is here, and the way to change it. */
export function ContextSelector() {
  const context = useActiveContext();
  const Icon = icons[context?.type ?? 'user'];
  const name =
    context?.type === 'organization' || context?.type === 'family'
      ? context.name
      : contextTexts.personal;
  return (
    <Dropdown
      side="start"
      tour="context"
      className={classes.selector}
      name={contextTexts.selectorNow(name)}
      label={
        <>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.selected}>{shortLabel(name)}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden="true" />
        </>
      }
    >
      {() => <Choices />}
    </Dropdown>
  );
}

function Choices() {
  const context = useActiveContext();
  const navigate = useNavigate();
  const switchContext = useSwitchContext();
  const { data = [] } = useQuery(myEntitiesQuery);
  // A family has a row of its own.
  const organisations = data.filter((one) => mayActAs(one) && !isFamily(one));
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, FILTER_DELAY);
  const found = filterOrganisations(organisations, q);
  const recent = readRecent()
    .map(({ idEntity }) => organisations.find((one) => one.idEntity === idEntity))
    .filter((one) => one !== undefined)
    .slice(0, RECENT_SHOWN);

  const acting = actsAsEntity(context);
  const family = context?.type === 'family';
  const row = (one: Membership) => (
    <Choice
      key={one.idEntity}
      active={acting && context?.id === one.idEntity}
      icon={<Avatar name={one.entityName} image={one.image} size={28} />}
      label={one.entityName}
      hint={relationLabel(one.txRelationType)}
      onChoose={() => {
        if (!acting || context?.id !== one.idEntity) switchContext({ id: one.idEntity });
      }}
    />
  );

  return (
    <>
      <Choice
        active={context?.type !== 'organization' && !family}
        icon={<IconUser size={20} stroke={1.75} aria-hidden="true" />}
        label={contextTexts.personal}
        onChoose={() => {
          if (acting) switchContext('person');
          else enterPersonal();
        }}
      />
      <Choice
        active={family}
        icon={<IconHeart size={20} stroke={1.75} aria-hidden="true" />}
        label={contextTexts.family}
        onChoose={() => void navigate('/family')}
      />
      {recent.length > 0 && (
        <>
          <p className={dropdownHeading}>{contextTexts.recent}</p>
          {recent.map(row)}
        </>
      )}
      <p className={dropdownHeading}>{contextTexts.organisations}</p>
      {organisations.length > FILTER_ABOVE && (
        <label className={classes.filter}>
          <IconSearch size={16} aria-hidden="true" />
          <input
            type="search"
            aria-label={contextTexts.filter}
            placeholder={contextTexts.filter}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      )}
      <div className={classes.organisations}>
        {found.map(row)}
        {found.length === 0 && q !== '' && (
          <p className={classes.none} role="status">
            {contextTexts.noMatch}
          </p>
        )}
      </div>
      <button type="button" className={dropdownItem} onClick={() => void navigate('/cre')}>
        {shellTexts.createOrganisation}
      </button>
    </>
  );
}

type ChoiceProps = {
  active: boolean;
  icon: ReactNode;
  label: string;
  hint?: string;
  onChoose: () => void;
};

function Choice({ active, icon, label, hint, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className={dropdownItem}
      aria-current={active || undefined}
      onClick={onChoose}
    >
      <span className={classes.icon}>{icon}</span>
      <span className={classes.words}>
        <span className={classes.word}>{label}</span>
        {hint && <span className={classes.hint}>{hint}</span>}
      </span>
      {active && <IconCheck size={18} stroke={2} aria-hidden="true" className={classes.check} />}
    </button>
  );
}
