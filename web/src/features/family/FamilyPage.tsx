import { Button } from '@mantine/core';
import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { Slot } from '@/area/Slot.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useManaged } from '@/features/context/api.ts';
import { peopleOfQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { relationLabel } from '@/texts/entities.ts';
import { familyTexts as texts } from '@/texts/family.ts';
import classes from './family.module.css';

const CHOSEN = `${PERSONAL}family`;
/** A family is small; of an organisation that is none not all are drawn. */
const MOST_PEOPLE = 24;

/** /family: the people, days and tasks of the organisation that is one's family. */
export default function FamilyPage() {
  usePageTitle(texts.title);
  const [chosen, setChosen] = useState(() => readStored(CHOSEN));
  const { known, all, error, refetch } = useManaged();
  const family = known?.find(({ idEntity }) => String(idEntity) === chosen);

  function choose(idEntity: number | null) {
    const id = idEntity === null ? null : String(idEntity);
    writeStored(CHOSEN, id);
    setChosen(id);
  }
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <p className={classes.faint}>{texts.lead}</p>
      {!known && (error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />)}
      {known && !family && <Choices organisations={known} onChoose={choose} />}
      {family && (
        <Family
          key={family.idEntity}
          family={family}
          manages={all?.includes(family) ?? false}
          onOther={() => choose(null)}
        />
      )}
    </div>
  );
}

type ChoicesProps = { organisations: readonly Membership[]; onChoose: (id: number) => void };

/** No organisation is a family by itself: one says which. */
function Choices({ organisations, onChoose }: ChoicesProps) {
  const create = (
    <Button component={Link} to="/cre" variant={organisations.length > 0 ? 'default' : 'filled'}>
      {texts.create}
    </Button>
  );
  if (organisations.length === 0) {
    return (
      <EmptyState {...texts.none} icon={<IconHeartHandshake size={28} stroke={1.5} />}>
        {create}
      </EmptyState>
    );
  }
  return (
    <section className={classes.section} aria-labelledby="which">
      <h2 id="which">{texts.which}</h2>
      <p className={classes.faint}>{texts.whichText}</p>
      <div className={classes.ways}>
        {organisations.map(({ idEntity, entityName }) => (
          <Button
            key={idEntity}
            variant="default"
            aria-label={texts.choose(entityName)}
            onClick={() => onChoose(idEntity)}
          >
            {entityName}
          </Button>
        ))}
        {create}
      </div>
    </section>
  );
}

type FamilyProps = { family: Membership; manages: boolean; onOther: () => void };

function Family({ family, manages, onOther }: FamilyProps) {
  const { idEntity: id, entityName: name, entitySlug: slug, entityType } = family;
  return (
    <>
      <h2>{name}</h2>
      <div className={classes.ways}>
        <Button component={Link} to="/kalender">
          {texts.calendar}
        </Button>
        <Button component={Link} to="/konversation" variant="default">
          {texts.chat}
        </Button>
        {manages && (
          <Button component={Link} to={`/members/invite?organization=${id}`} variant="default">
            {texts.invite}
          </Button>
        )}
        <Button component={Link} to={`/${slug}`} variant="default">
          {texts.page}
        </Button>
        <Button variant="subtle" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
      <Slot name="family" props={{ kind: 'entity', id, name, entityType, slug }} />
      <People idEntity={id} />
    </>
  );
}

function People({ idEntity }: { idEntity: number }) {
  const { data, error, refetch } = useQuery(peopleOfQuery(idEntity));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  const people = data.people.filter(({ isBot, state }) => !isBot && state === 'ACTIVE');
  return (
    <section className={classes.section} aria-labelledby="people">
      <h2 id="people">{texts.people}</h2>
      {people.length > MOST_PEOPLE && <p className={classes.faint}>{texts.shown(MOST_PEOPLE)}</p>}
      <ul className={classes.list}>
        {people.slice(0, MOST_PEOPLE).map((one) => (
          <li key={one.userId}>
            <Link className={classes.person} to={`/u/${encodeURIComponent(one.userName)}`}>
              <Avatar name={one.displayName} image={one.profileImage} size={36} />
              <span>
                {one.displayName}{' '}
                <span className={classes.faint}>{relationLabel(one.txRelationType)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
