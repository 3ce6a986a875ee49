import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { municipalitiesQuery, NO_MUNICIPALITY } from '@/features/accounts/api.ts';
import { municipalityChoices } from '@/lib/municipalities.ts';
import { schoolTexts as texts } from '@/texts/school.ts';
import type { Wish } from '../api.ts';
import type { EasterBreak, Proposal } from '../types.ts';
import { todayInSweden, yearName, yearsAround } from '../year.ts';
import classes from './school.module.css';

const NONE = { value: String(NO_MUNICIPALITY), label: texts.chooseMunicipality };
const WEEKS = [7, 8, 9, 10];
const BREAKS: EasterBreak[] = ['BEFORE', 'AFTER'];

type TemplateProps = {
  wished: Wish;
  /** What came of it; undefined: nothing yet. */
  proposal: Proposal | undefined;
  onChange: (next: Wish) => void;
  /** The year cannot be chosen: it is the form's. */
  fixedYear?: boolean;
  error?: string | undefined;
};

/** Of which municipality and year a school year is proposed, and what differs among municipalities. */
export function Template({ wished, proposal, onChange, fixedYear = false, error }: TemplateProps) {
  const { data: municipalities = [] } = useQuery(municipalitiesQuery);
  const { municipality, year } = wished;
  const isChosen = municipality !== NO_MUNICIPALITY;
  const week = wished.sportsWeek ?? proposal?.sportsWeek ?? null;
  return (
    <div className={classes.template}>
      <NativeSelect
        name="idMunicipality"
        label={texts.municipality}
        data={municipalityChoices(municipalities, NONE)}
        value={String(municipality)}
        disabled={municipalities.length === 0}
        error={error}
        // Another municipality has other weeks.
        onChange={({ currentTarget }) =>
          onChange({ municipality: Number(currentTarget.value), year })
        }
      />
      {!fixedYear && (
        <NativeSelect
          label={texts.year}
          data={yearsAround(todayInSweden(), year).map((one) => ({
            value: String(one),
            label: yearName(one),
          }))}
          value={String(year)}
          onChange={({ currentTarget }) =>
            onChange({ ...wished, year: Number(currentTarget.value), easterBreak: undefined })
          }
        />
      )}
      {isChosen && proposal && (
        <>
          <NativeSelect
            label={texts.sportsWeek}
            description={week === null ? texts.sportsWeekHint : undefined}
            data={[
              ...(week === null ? [{ value: '', label: texts.sportsWeekUnknown }] : []),
              ...WEEKS.map((one) => ({ value: String(one), label: texts.week(one) })),
            ]}
            value={week === null ? '' : String(week)}
            onChange={({ currentTarget }) =>
              onChange({ ...wished, sportsWeek: Number(currentTarget.value) || undefined })
            }
          />
          <NativeSelect
            label={texts.easter}
            data={BREAKS.map((one) => ({ value: one, label: texts.easterBreak[one] }))}
            value={wished.easterBreak ?? proposal.easterBreak}
            onChange={({ currentTarget }) =>
              onChange({ ...wished, easterBreak: currentTarget.value as EasterBreak })
            }
          />
        </>
      )}
    </div>
  );
}
