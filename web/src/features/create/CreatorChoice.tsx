import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { createTexts } from '@/texts/create.ts';
import { relationLabel } from '@/texts/entities.ts';
import classes from './create.module.css';
import type { CreateContext } from './options.ts';

type CreatorChoiceProps = {
  creators: CreateContext[];
  creator: CreateContext;
  open: boolean;
  setOpen: (open: boolean) => void;
  onChoose: (creator: CreateContext) => void;
};

/** In whose name; only where there is a choice. */
export function CreatorChoice({ creators, creator, open, setOpen, onChoose }: CreatorChoiceProps) {
  const id = useId();
  if (creators.length < 2) return <span className={classes.creatorPlace} />;
  return (
    <div className={classes.creatorPlace}>
      <button
        type="button"
        className={classes.creator}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={creator.name} image={creator.image} size={24} />
        <span className={hidden.spoken}>{createTexts.as}: </span>
        <span className={classes.creatorName}>{creator.name}</span>
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </button>
      <div id={id}>
        {open && (
          <div className={classes.creators}>
            <p className={classes.category}>{createTexts.as}</p>
            {creators.map((one) => {
              const current = one.type === creator.type && one.id === creator.id;
              return (
                <button
                  key={`${one.type}/${one.id}`}
                  type="button"
                  className={classes.creatorRow}
                  aria-current={current || undefined}
                  onClick={() => onChoose(one)}
                >
                  <Avatar name={one.name} image={one.image} size={28} />
                  <span className={classes.words}>
                    <span className={classes.label}>{one.name}</span>
                    <span className={classes.description}>
                      {one.txRelationType ? relationLabel(one.txRelationType) : createTexts.person}
                    </span>
                  </span>
                  {current && <IconCheck size={18} stroke={2} aria-hidden="true" />}
                </button>
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}
