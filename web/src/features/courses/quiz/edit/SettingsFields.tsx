import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { fieldTexts } from '@/texts/area.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import type { GradeMethod, ShowAnswers } from '../types.ts';
import type { Moment, Problems, SettingsForm } from './form.ts';
import classes from './quizEdit.module.css';

const optionsOf = <T extends string>(words: Record<T, string>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

type SettingsFieldsProps = {
  settings: SettingsForm;
  problems: Problems;
  onChange: (settings: SettingsForm) => void;
};

/** What it takes to pass, how often, how long, when, and what is shown afterwards. */
export function SettingsFields({ settings, problems, onChange }: SettingsFieldsProps) {
  const set = (patch: Partial<SettingsForm>) => onChange({ ...settings, ...patch });
  const number = (field: 'passPercent' | 'maxAttempts' | 'timeLimit') => (
    <TextInput
      label={texts[field]}
      inputMode="decimal"
      maxLength={6}
      value={settings[field]}
      error={problems[field]}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
    />
  );
  return (
    <fieldset className={classes.settings}>
      <legend>{texts.settings}</legend>
      <div className={classes.pair}>
        {number('passPercent')}
        {number('maxAttempts')}
      </div>
      <div className={classes.pair}>
        {number('timeLimit')}
        <NativeSelect
          label={texts.gradeMethod}
          value={settings.gradeMethod}
          data={optionsOf(texts.gradeMethods)}
          onChange={({ currentTarget }) => set({ gradeMethod: currentTarget.value as GradeMethod })}
        />
      </div>
      <MomentFields
        name="opens"
        moment={settings.opens}
        error={problems.opens}
        onChange={(opens) => set({ opens })}
      />
      <MomentFields
        name="closes"
        moment={settings.closes}
        error={problems.closes}
        onChange={(closes) => set({ closes })}
      />
      <NativeSelect
        label={texts.showAnswers}
        value={settings.showAnswers}
        data={optionsOf(texts.showAnswersOptions)}
        onChange={({ currentTarget }) => set({ showAnswers: currentTarget.value as ShowAnswers })}
      />
      <Checkbox
        label={texts.shuffle}
        checked={settings.shuffle}
        onChange={({ currentTarget }) => set({ shuffle: currentTarget.checked })}
      />
    </fieldset>
  );
}

type MomentFieldsProps = {
  name: 'opens' | 'closes';
  moment: Moment;
  error: string | undefined;
  onChange: (moment: Moment) => void;
};

/** A day and a time of day; both empty: none. */
function MomentFields({ name, moment, error, onChange }: MomentFieldsProps) {
  return (
    <fieldset className={classes.moment}>
      <legend>{texts[name]}</legend>
      <div className={classes.pair}>
        <DateField
          name={`quiz.${name}`}
          label={fieldTexts.date}
          defaultValue={moment.date}
          error={error}
          onChange={(date) => onChange({ ...moment, date: date ?? '' })}
        />
        <TimeField
          name={`quiz.${name}.time`}
          label={fieldTexts.time}
          value={moment.time}
          onChange={({ currentTarget }) => onChange({ ...moment, time: currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
