import { Card } from '@/components/Card.tsx';
import { type Option, RadioList, Toggle } from '@/components/choices.tsx';
import { SchemeSwitch } from '@/components/SchemeSwitch.tsx';
import { type Preferences, setPreferences, usePreferences } from '@/lib/preferences.ts';
import { accountTexts } from '@/texts/accounts.ts';
import classes from './settings.module.css';

const { preferences: texts, settings } = accountTexts;

/** How this device looks: saved at once, on the device. */
export function Appearance() {
  return (
    <Card id="appearance" title={settings.appearance} text={settings.deviceOnly}>
      <div className={classes.choices}>
        <div>
          <span className={classes.label} aria-hidden="true">
            {texts.scheme}
          </span>
          <SchemeSwitch />
        </div>
        <Choice name="density" label={texts.density} labels={texts.densities} />
      </div>
    </Card>
  );
}

/** What the chat shows and how it sounds on this device. */
export function ChatAppearance() {
  const preferences = usePreferences();
  return (
    <Card id="chat" title={settings.chat} text={settings.deviceOnly}>
      <div className={classes.choices}>
        <Choice name="sounds" label={texts.sounds} labels={texts.soundChoices} />
        <Choice
          name="announce"
          label={texts.announce}
          hint={texts.announceHint}
          labels={texts.announceChoices}
        />
        <div>
          <Toggle
            label={texts.shortcuts}
            hint={texts.shortcutsHint}
            checked={preferences.singleKeyShortcuts}
            onChange={(singleKeyShortcuts) => setPreferences({ singleKeyShortcuts })}
          />
          <Toggle
            label={texts.plainList}
            hint={texts.plainListHint}
            checked={!preferences.virtualList}
            onChange={(plain) => setPreferences({ virtualList: !plain })}
          />
        </div>
      </div>
    </Card>
  );
}

type Chosen = 'density' | 'sounds' | 'announce';
type ChoiceProps<Name extends Chosen> = {
  name: Name;
  label: string;
  hint?: string;
  labels: Record<Preferences[Name], string>;
};

function Choice<Name extends Chosen>({ name, label, hint, labels }: ChoiceProps<Name>) {
  const preferences = usePreferences();
  const options = Object.entries(labels).map(([value, text]) => ({ value, label: text }));
  return (
    <RadioList
      label={label}
      {...(hint && { hint })}
      options={options as Option<Preferences[Name]>[]}
      value={preferences[name]}
      onChange={(value) => setPreferences({ [name]: value })}
    />
  );
}
