import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { WhereField } from '@/area/WhereField.tsx';
import { RadioList } from '@/components/choices.tsx';
import {
  eventTexts,
  makingTexts,
  privateOfEntity,
  editorTexts as texts,
  visibilityTexts,
} from '@/texts/calendar.ts';
import { moreTexts } from '@/texts/calendarMore.ts';
import { writes } from '../calendars.ts';
import type { Calendar, EventStatus, Visibility } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import { knownZones } from '../zone.ts';
import { EnrollmentFields } from './EnrollmentFields.tsx';
import classes from './editor.module.css';
import { type EventForm, linkedPlace, placedAt } from './form.ts';
import { isMore, saidMore } from './more.ts';
import { RepeatFields } from './RepeatFields.tsx';

export type FieldsProps = {
  form: EventForm;
  /** By field. */
  errors: Record<string, string | undefined>;
  onChange: (patch: Partial<EventForm>) => void;
  /** It lies in its calendar already. */
  isOld: boolean;
  /** Of a series one is edited by itself: the rule is the series'. */
  dates: string;
};

const MOST_LINKS = 20;
const STATUSES: EventStatus[] = ['CONFIRMED', 'TENTATIVE', 'CANCELLED'];

/** Every field of an event, those that most leave alone behind 'Fler val'. `dates` changes when dates were set from outside. */
export function EventFields({ form, errors, onChange, isOld, dates }: FieldsProps) {
  const text = (name: 'title' | 'placeAddress' | 'placeLink' | 'description') => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput label={texts.title} maxLength={200} data-autofocus {...text('title')} />
      <CalendarSelect form={form} errors={errors} onChange={onChange} isOld={isOld} />
      <label className={classes.check}>
        <input
          type="checkbox"
          name="allDay"
          checked={form.allDay}
          onChange={({ currentTarget }) => onChange({ allDay: currentTarget.checked })}
        />
        {texts.allDay}
      </label>
      <WhenFields key={dates} form={form} errors={errors} onChange={onChange} />
      <PlacePart form={form} errors={errors} onChange={onChange} />
      <Textarea label={texts.description} rows={4} maxLength={10_000} {...text('description')} />
      <MoreFields form={form} errors={errors}>
        <RepeatFields form={form} error={errors.repeat} onChange={onChange} />
        <ZoneField form={form} errors={errors} onChange={onChange} />
        <TextInput label={texts.placeAddress} maxLength={300} {...text('placeAddress')} />
        <TextInput
          label={texts.placeLink}
          type="url"
          maxLength={2000}
          placeholder="https://"
          {...text('placeLink')}
        />
        <LinkFields form={form} errors={errors} onChange={onChange} />
        <EnrollmentFields form={form} errors={errors} onChange={onChange} dates={dates} />
        <VisibilityField form={form} onChange={onChange} />
        <NativeSelect
          label={texts.status}
          name="eventStatus"
          value={form.eventStatus}
          error={errors.eventStatus}
          data={STATUSES.map((value) => ({ value, label: eventTexts.statuses[value] }))}
          onChange={({ currentTarget }) =>
            onChange({ eventStatus: currentTarget.value as EventStatus })
          }
        />
      </MoreFields>
    </>
  );
}

/** Where it is: in words, or a place of the guide, to which its page then leads. */
function PlacePart({ form, errors, onChange }: Omit<FieldsProps, 'isOld' | 'dates'>) {
  const linked = linkedPlace(form);
  return (
    <div>
      <WhereField
        label={texts.place}
        name="placeName"
        maxLength={200}
        value={form.placeName}
        error={errors.placeName}
        onType={(placeName) => onChange({ placeName })}
        onChoose={(place) => onChange(placedAt(place))}
      />
      <p className={classes.linked} role="status">
        {linked && (
          <>
            <span dir="auto">
              {[form.placeAddress, texts.placeLinked].filter(Boolean).join(' · ')}
            </span>
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => onChange({ placeAt: { name: linked.name } })}
            >
              {texts.unlinkPlace}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}

/** Closed until somebody opens them; open by themselves where one of them says something, or is wrong. */
function MoreFields({
  form,
  errors,
  children,
}: Pick<FieldsProps, 'form' | 'errors'> & { children: ReactNode }) {
  const id = useId();
  const calendar = useCalendarOf(form);
  const said = saidMore(form, calendar);
  /** null: nobody has opened or closed them, and nothing has. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const wrong = Object.keys(errors).some((name) => errors[name] && isMore(name));
  const open = wrong || (asked ?? said.length > 0);
  // What has opened stays so while what opened it is taken away.
  if (open && asked !== true) setAsked(true);
  const hint =
    said.length > 0 ? said.map((one) => moreTexts.names[one]).join(', ') : moreTexts.what;
  return (
    <>
      <div>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-describedby={`${id}-hint`}
          onClick={() => setAsked(!open)}
        >
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
          {texts.more}
        </button>
        <p id={`${id}-hint`} className={classes.hint}>
          {!open && `${hint}. ${makingTexts.seenBy(seenBy(form, calendar).label)}`}
        </p>
      </div>
      <div id={id} className={classes.more} hidden={!open}>
        {children}
      </div>
    </>
  );
}

const useCalendarOf = ({ calendarUUID }: EventForm) =>
  useGroups().calendars.find((one) => one.calendarUUID === calendarUUID);

/** Who sees an event, in words. */
export function seenBy({ visibility }: EventForm, calendar: Calendar | undefined) {
  const isEntity = (calendar?.idEntity ?? null) !== null;
  return isEntity && visibility === 'PRIVATE' ? privateOfEntity : visibilityTexts[visibility];
}

type SomeProps = Pick<FieldsProps, 'form' | 'errors' | 'onChange'>;

type CalendarSelectProps = SomeProps & {
  isOld: boolean;
  /** The organisation whose come first. */
  first?: number | null;
};

export function CalendarSelect({ form, errors, onChange, isOld, first }: CalendarSelectProps) {
  const { groups, calendars } = useGroups(first);
  const data = groups
    .map(({ name, calendars: all }) => ({
      group: name,
      items: all.filter(writes).map(({ calendarUUID, name: label }) => ({
        value: calendarUUID,
        label,
      })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <NativeSelect
      label={texts.calendar}
      name="calendarUUID"
      value={form.calendarUUID}
      error={errors.calendarUUID}
      // What lies in a calendar stays there.
      disabled={isOld}
      data={data}
      onChange={({ currentTarget: { value } }) => {
        const chosen = calendars.find(({ calendarUUID }) => calendarUUID === value);
        onChange({ calendarUUID: value, ...(chosen && { visibility: chosen.visibility }) });
      }}
    />
  );
}

export function WhenFields({ form, errors, onChange }: SomeProps) {
  const day = (name: 'startDate' | 'endDate') => ({
    name,
    label: texts[name],
    defaultValue: form[name],
    error: errors[name],
    onChange: (date: string | null) => date && onChange({ [name]: date }),
  });
  const time = (name: 'startTime' | 'endTime') => ({
    name,
    label: texts[name],
    value: form[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <div className={classes.pair}>
        <DateField {...day('startDate')} />
        {!form.allDay && <TimeField {...time('startTime')} />}
      </div>
      <div className={classes.pair}>
        <DateField {...day('endDate')} />
        {!form.allDay && <TimeField {...time('endTime')} />}
      </div>
    </>
  );
}

/** By whose clock its times are. */
export function ZoneField({ form, errors, onChange }: SomeProps) {
  const zones = useMemo(knownZones, []);
  return (
    <NativeSelect
      label={texts.zone}
      name="timeZone"
      value={form.timeZone}
      error={errors.timeZone}
      data={zones.includes(form.timeZone) ? zones : [form.timeZone, ...zones]}
      onChange={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
    />
  );
}

function LinkFields({ form, errors, onChange }: SomeProps) {
  const { links } = form;
  const set = (n: number, patch: Partial<EventForm['links'][number]>) =>
    onChange({ links: links.map((one, at) => (at === n ? { ...one, ...patch } : one)) });
  return (
    <fieldset className={classes.group}>
      <legend>{texts.links}</legend>
      {links.map((link, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place in the list
        <div key={n} className={classes.link}>
          <TextInput
            label={texts.linkUrl(n + 1)}
            name={`links[${n}].url`}
            type="url"
            maxLength={2000}
            placeholder="https://"
            value={link.url}
            error={errors[`links[${n}].url`]}
            onChange={({ currentTarget }) => set(n, { url: currentTarget.value })}
          />
          <TextInput
            label={texts.linkTitle(n + 1)}
            maxLength={200}
            value={link.title}
            onChange={({ currentTarget }) => set(n, { title: currentTarget.value })}
          />
          <button
            type="button"
            className={classes.icon}
            aria-label={texts.removeLink(n + 1)}
            onClick={() => onChange({ links: links.filter((_, at) => at !== n) })}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
      ))}
      {links.length < MOST_LINKS && (
        <Button
          variant="default"
          size="sm"
          className={classes.start}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => onChange({ links: [...links, { url: '', title: '' }] })}
        >
          {texts.addLink}
        </Button>
      )}
    </fieldset>
  );
}

function VisibilityField({ form, onChange }: Pick<SomeProps, 'form' | 'onChange'>) {
  const calendar = useCalendarOf(form);
  const entity = (calendar?.idEntity ?? null) !== null;
  const options = (Object.keys(visibilityTexts) as Visibility[])
    .filter((value) => entity || value !== 'RESTRICTED' || form.visibility === value)
    .map((value) => ({
      value,
      ...visibilityTexts[value],
      ...(entity && value === 'PRIVATE' && privateOfEntity),
    }));
  return (
    <RadioList
      label={texts.visibility}
      name="visibility"
      options={options}
      value={form.visibility}
      onChange={(visibility) => onChange({ visibility })}
    />
  );
}
