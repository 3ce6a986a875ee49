import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { type Field, Form } from '@/area/Form.tsx';
import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { NO_MUNICIPALITY } from '@/features/accounts/api.ts';
import { calendarKey } from '@/features/calendar/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { calendarFormTexts, privateOfEntity, visibilityTexts } from '@/texts/calendar.ts';
import { schoolKinds, schoolFormTexts as texts } from '@/texts/school.ts';
import { fetchProposal, putYear, schoolKey, type Wish } from '../api.ts';
import { schoolPath } from '../paths.ts';
import type { Calendar, DayKind, Kind, Proposal, SchoolYear, Visibility } from '../types.ts';
import {
  type DayForm,
  draftOf,
  freeKey,
  missing,
  proposedAnew,
  spanOf,
  yearName,
} from '../year.ts';
import { DayRow } from './DayRow.tsx';
import classes from './school.module.css';
import { Template } from './Template.tsx';

const SAID_FOR = 5_000;
/** Who works at a school, as a calendar for its staff begins. */
const STAFF = ['EMPLOYEE', 'TEACHER', 'LEADER', 'MANAGER', 'PRESIDENT', 'SCHOOL_FOOD_ADMIN'];

type YearFormProps = {
  kind: Kind;
  id: number;
  year: number;
  /** Its name. */
  school: string;
  /** Null: it is to be made. */
  calendar: Calendar | null;
  municipality: number;
  /** Undefined: no municipality is chosen yet. */
  proposal: Proposal | undefined;
  days: readonly DayForm[];
  version: number;
  /** Takes what stands now in the place of what is written. */
  onReload: () => void;
};

/** A school year in a form: proposed by municipality, changed day by day, put into the calendar as a whole. */
export function YearForm(props: YearFormProps) {
  const { kind, id, year, school, calendar, version } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [wished, setWished] = useState<Wish>({ municipality: props.municipality, year });
  const [proposal, setProposal] = useState(props.proposal);
  const [days, setDays] = useState<readonly DayForm[]>(props.days);
  const [problem, setProblem] = useState<string | null>(null);
  /** Each proposal has fields of its own: those of the one before hold what was typed. */
  const [round, setRound] = useState(0);
  const asked = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = version > 0 ? texts.titleAgain(yearName(year)) : texts.title(yearName(year));
  usePageTitle(title);
  const [moved, setMoved] = useState(false);

  async function propose(next: Wish) {
    setWished(next);
    setProblem(null);
    asked.current += 1;
    const mine = asked.current;
    if (next.municipality === NO_MUNICIPALITY) return;
    try {
      const found = await fetchProposal(next);
      // The last that was wished for counts.
      if (asked.current !== mine) return;
      setDays((form) => proposedAnew(form, proposal?.days ?? [], found.days));
      setProposal(found);
      setRound((n) => n + 1);
    } catch (error) {
      if (asked.current === mine) setProblem(messageOf(error));
    }
  }

  const change = (next: DayForm) =>
    setDays((all) => all.map((day) => (day.key === next.key ? next : day)));

  function add(dayKind: DayKind, name: string) {
    const { first } = spanOf(year);
    const key = freeKey(days);
    setDays([...days, { key, kind: dayKind, title: name, startDate: first, endDate: first }]);
    requestAnimationFrame(() => {
      const field = document.getElementsByName(`days[${days.length}].title`)[0];
      if (field instanceof HTMLInputElement) field.select();
    });
  }

  function remove(key: string) {
    setDays((all) => all.filter((day) => day.key !== key));
    heading.current?.focus();
  }

  async function done(saved: SchoolYear) {
    const uuid = saved.calendar?.calendarUUID;
    await Promise.all([
      client.invalidateQueries({ queryKey: [...schoolKey, 'calendars'] }),
      client.invalidateQueries({ queryKey: calendarKey }),
    ]);
    const count = (outcome: string) => saved.days.filter((day) => day.outcome === outcome).length;
    const counts = {
      made: count('MADE'),
      changed: count('CHANGED'),
      kept: count('KEPT'),
      removed: count('REMOVED'),
    };
    const words = texts.outcome(counts);
    const message = words ? `${texts.saved}: ${words}.` : `${texts.saved}.`;
    toast({ type: 'success', message, duration: SAID_FOR });
    await navigate(schoolPath(kind, { organization: id, year, ...(uuid && { calendar: uuid }) }));
  }

  function check(values: FormData) {
    const wrong = missing(days, year).map(({ key, field }) => {
      const n = days.findIndex((day) => day.key === key);
      return [`days[${n}].${field}`, texts.wrong[field]];
    });
    return {
      ...Object.fromEntries(wrong),
      ...(calendar === null && !textOf(values, 'name') && { name: texts.missingName }),
      ...(wished.municipality === NO_MUNICIPALITY && { idMunicipality: texts.missingMunicipality }),
    };
  }

  async function send(values: FormData, key: string) {
    const where = calendar
      ? { calendarUUID: calendar.calendarUUID }
      : {
          calendar: {
            kind,
            name: textOf(values, 'name'),
            visibility: textOf(values, 'visibility') as Visibility,
            relationTypes: values.getAll('relationTypes') as Calendar['relationTypes'],
          },
        };
    const body = { ...where, idMunicipality: wished.municipality, year, version };
    try {
      return await putYear(id, { ...body, days: draftOf(days) }, key);
    } catch (error) {
      setMoved(error instanceof ApiError && error.code === 'MOVED_ON');
      throw error;
    }
  }

  const back = schoolPath(kind, {
    organization: id,
    year,
    ...(calendar && { calendar: calendar.calendarUUID }),
  });
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 ref={heading} className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={classes.links}>
          <Link to={back}>{texts.back}</Link>
        </p>
      </div>
      <p className={classes.faint}>{calendar ? `${school}, ${calendar.name}` : school}</p>
      <Form
        submit={version > 0 ? texts.saveAgain : texts.save}
        check={check}
        send={send}
        done={done}
      >
        {(field) => (
          <>
            {moved && (
              <div className={classes.moved} role="status">
                <p>{texts.moved}</p>
                <Button variant="default" onClick={props.onReload}>
                  {texts.reload}
                </Button>
              </div>
            )}
            <FormAlert message={problem} />
            {!calendar && <NewCalendar kind={kind} field={field} />}
            <section className={classes.part} aria-labelledby="template">
              <h2 id="template">{texts.template}</h2>
              <p className={classes.faint}>{texts.templateText}</p>
              <Template
                wished={wished}
                proposal={proposal}
                onChange={(next) => void propose(next)}
                fixedYear
                error={field('idMunicipality').error}
              />
            </section>
            <section className={classes.part} aria-labelledby="days">
              <h2 id="days">{texts.days}</h2>
              <p className={classes.faint} role="status">
                {days.length > 0 ? texts.daysText(days.length) : texts.noDays}
              </p>
              {days.map((day, n) => (
                <DayRow
                  key={`${day.key} ${round}`}
                  n={n}
                  day={day}
                  field={field}
                  onChange={change}
                  onRemove={() => remove(day.key)}
                />
              ))}
              <div className={classes.ways}>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
                  onClick={() => add('STUDY_DAY', texts.studyDay)}
                >
                  {texts.addStudyDay}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
                  onClick={() => add('BREAK', texts.break)}
                >
                  {texts.addBreak}
                </Button>
              </div>
            </section>
          </>
        )}
      </Form>
    </div>
  );
}

type NewCalendarProps = { kind: Kind; field: Field };

/** What the new calendar is called and who sees it. */
function NewCalendar({ kind, field }: NewCalendarProps) {
  const first: Visibility = kind === 'SCHOOL' ? 'PUBLIC' : 'RESTRICTED';
  const [visibility, setVisibility] = useState<Visibility>(first);
  const choices = (Object.keys(visibilityTexts) as Visibility[]).map((value) => ({
    value,
    ...(value === 'PRIVATE' ? privateOfEntity : visibilityTexts[value]),
  }));
  return (
    <section className={classes.part} aria-labelledby="calendar">
      <h2 id="calendar">{texts.calendar}</h2>
      <div className={classes.template}>
        <TextInput
          label={texts.name}
          description={kind === 'CLASS' ? texts.nameHint.CLASS : undefined}
          maxLength={100}
          defaultValue={kind === 'CLASS' ? '' : schoolKinds[kind].name}
          {...field('name')}
        />
        <NativeSelect
          label={texts.visibility}
          description={choices.find(({ value }) => value === visibility)?.hint}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={visibility}
          onChange={({ currentTarget }) => setVisibility(currentTarget.value as Visibility)}
          {...field('visibility')}
        />
      </div>
      {visibility === 'RESTRICTED' && (
        <RelationTypesField
          label={calendarFormTexts.relations}
          hint={calendarFormTexts.relationsHint}
          chosen={kind === 'STAFF' ? STAFF : []}
          error={field('relationTypes').error}
        />
      )}
    </section>
  );
}
