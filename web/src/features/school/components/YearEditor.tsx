import { useQuery } from '@tanstack/react-query';
import { isAbsent } from '@/api/ApiError.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery, NO_MUNICIPALITY } from '@/features/accounts/api.ts';
import { proposalQuery, schoolCalendarsQuery, yearQuery } from '../api.ts';
import type { Kind, Proposal, SchoolYear } from '../types.ts';
import { type DayForm, formOfYear } from '../year.ts';
import { YearForm } from './YearForm.tsx';

type YearEditorProps = { kind: Kind; id: number; calendar: string | null; year: number };

/** What a form of a school year begins with: what was put in last, or the proposal for one's municipality. */
export function YearEditor({ kind, id, calendar, year }: YearEditorProps) {
  const school = useQuery(schoolCalendarsQuery(id, true));
  const me = useQuery(meQuery);
  const stands = useQuery({
    ...yearQuery(id, calendar ?? '', year),
    enabled: calendar !== null,
    // That nothing was put in yet is an answer.
    retry: (count, error) => !isAbsent(error) && count < 2,
  });
  const before = calendar !== null && !isAbsent(stands.error) ? stands.data : undefined;
  const municipality = before?.idMunicipality ?? me.data?.selectedMunicipalityId ?? NO_MUNICIPALITY;
  const isKnown = municipality !== NO_MUNICIPALITY;
  const isLooking = calendar !== null && stands.isPending;
  const proposal = useQuery({
    ...proposalQuery({ municipality, year }),
    enabled: isKnown && !isLooking && me.isSuccess,
  });

  const failed = [school, me, stands, proposal].find(
    ({ isError, error, data }) => isError && !data && !isAbsent(error),
  );
  if (failed) return <ErrorState page error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!school.data || !me.data || isLooking || (isKnown && !proposal.data)) {
    return <LoadingState />;
  }
  const held = school.data.content.find((one) => one.calendar.calendarUUID === calendar);
  return (
    <YearForm
      // What stands is taken anew when somebody else has changed it and that is asked for.
      key={before?.version ?? 0}
      kind={kind}
      id={id}
      year={year}
      school={school.data.school.entityName}
      calendar={held?.calendar ?? null}
      municipality={municipality}
      proposal={isKnown ? proposal.data : undefined}
      days={daysOf(before, proposal.data)}
      version={before?.version ?? 0}
      onReload={() => void stands.refetch()}
    />
  );
}

const daysOf = (before: SchoolYear | undefined, proposal: Proposal | undefined): DayForm[] =>
  before ? formOfYear(before.days) : (proposal?.days ?? []);
