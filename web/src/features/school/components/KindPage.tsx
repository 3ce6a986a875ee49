import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery, myEntitiesQuery, NO_MUNICIPALITY } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { isSchool } from '@/lib/schools.ts';
import { useSignedIn } from '@/lib/session.ts';
import { schoolKinds, schoolTexts as texts } from '@/texts/school.ts';
import { proposalQuery, type Wish } from '../api.ts';
import { pageOf, schoolPath } from '../paths.ts';
import type { Kind } from '../types.ts';
import { todayInSweden, yearOfDay } from '../year.ts';
import { DayList } from './DayList.tsx';
import classes from './school.module.css';
import { Template } from './Template.tsx';

/** What a kind of calendar is, my schools', and how a school year may look. */
export function KindPage({ kind }: { kind: Kind }) {
  const { title, lead } = schoolKinds[kind];
  usePageTitle(title);
  const signedIn = useSignedIn();
  const { data: organisations = [] } = useQuery({ ...myEntitiesQuery, enabled: signedIn });
  const mine = organisations.filter(isSchool);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={classes.lead}>{lead}</p>
      {!signedIn && (
        <p className={classes.links}>
          <Link to={loginPath(pageOf[kind])}>{texts.signIn}</Link>
        </p>
      )}
      {mine.length > 0 && (
        <section className={classes.schools} aria-label={texts.mine}>
          <h2>{texts.mine}</h2>
          <ul className={classes.rows}>
            {mine.map(({ idEntity, entityName }) => (
              <li key={idEntity}>
                <Link to={schoolPath(kind, { organization: idEntity })}>{entityName}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProposedYear />
      <nav className={classes.links} aria-label={texts.next}>
        <Link to="/docs/skolor">{texts.forSchools}</Link>
        <Link to="/cre">{texts.found}</Link>
      </nav>
    </div>
  );
}

function ProposedYear() {
  const signedIn = useSignedIn();
  const { data: me } = useQuery({ ...meQuery, enabled: signedIn });
  const today = todayInSweden();
  const [chosen, setChosen] = useState<Wish | null>(null);
  const wished = chosen ?? {
    municipality: me?.selectedMunicipalityId ?? NO_MUNICIPALITY,
    year: yearOfDay(today),
  };
  const isChosen = wished.municipality !== NO_MUNICIPALITY;
  const found = useQuery({ ...proposalQuery(wished), enabled: isChosen });
  const proposal = isChosen ? found.data : undefined;
  return (
    <section className={classes.schools} aria-labelledby="proposal">
      <h2 id="proposal">{texts.proposal}</h2>
      <p className={classes.faint}>{texts.proposalText}</p>
      <Template wished={wished} proposal={proposal} onChange={setChosen} />
      {!isChosen && <p role="status">{texts.chooseFirst}</p>}
      {isChosen && found.isPending && <LoadingState />}
      {isChosen && found.isError && !proposal && (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {proposal && (
        <DayList
          today={today}
          rows={proposal.days.map(({ key, kind, title, startDate, endDate }) => ({
            key,
            kind,
            title,
            first: startDate,
            last: endDate,
          }))}
        />
      )}
    </section>
  );
}
