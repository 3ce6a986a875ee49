import { type RefObject, useEffect } from 'react';
import { createTexts } from '@/texts/create.ts';
import classes from './create.module.css';
import type { CreateOption } from './options.ts';
import type { OptionGroup } from './rules.ts';

type OptionListProps = {
  id: string;
  list: RefObject<HTMLDivElement | null>;
  groups: OptionGroup[];
  selected: CreateOption | undefined;
  showKeys: boolean;
  onHover: (option: CreateOption) => void;
  onChoose: (option: CreateOption) => void;
};

export function OptionList(props: OptionListProps) {
  const { id, list, groups, selected, showKeys, onHover, onChoose } = props;
  const selectedId = selected && `${id}-${selected.id}`;

  useEffect(() => {
    if (selectedId) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  return (
    <>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={0}
        className={classes.list}
        aria-label={createTexts.options}
        aria-activedescendant={selectedId}
      >
        {groups.map(({ category, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox is no fieldset
          <div key={category} role="group" aria-label={createTexts.categories[category]}>
            <p className={classes.category} aria-hidden="true">
              {createTexts.categories[category]}
            </p>
            {options.map((option) => (
              <Option
                key={option.id}
                id={`${id}-${option.id}`}
                option={option}
                selected={option === selected}
                showKey={showKeys}
                onHover={() => onHover(option)}
                onChoose={() => onChoose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status">
        {groups.length === 0 && (
          <div className={classes.empty}>
            <p className={classes.emptyTitle}>{createTexts.emptyTitle}</p>
            <p>{createTexts.empty}</p>
          </div>
        )}
      </div>
    </>
  );
}

type OptionProps = {
  id: string;
  option: CreateOption;
  selected: boolean;
  showKey: boolean;
  onHover: () => void;
  onChoose: () => void;
};

function Option({ id, option, selected, showKey, onHover, onChoose }: OptionProps) {
  const { label, description, iconColor: color } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the dialog
    // biome-ignore lint/a11y/useFocusableInteractive: the list points at it
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-keyshortcuts={showKey ? option.shortcut : undefined}
      className={classes.option}
      onPointerMove={selected ? undefined : onHover}
      onClick={onChoose}
    >
      <span
        className={classes.icon}
        style={{
          background: `light-dark(var(--mantine-color-${color}-1), color-mix(in srgb, var(--mantine-color-${color}-8) 35%, transparent))`,
          color: `light-dark(var(--mantine-color-${color}-9), var(--mantine-color-${color}-2))`,
        }}
        aria-hidden="true"
      >
        <option.icon size={20} stroke={1.75} />
      </span>
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span className={classes.description}>{description}</span>
      </span>
      {showKey && option.shortcut && (
        <span className={classes.key} aria-hidden="true">
          {option.shortcut.toLocaleUpperCase('sv')}
        </span>
      )}
    </div>
  );
}
