import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Radio, Switch } from '@mantine/core';
import { Card } from '@/components/Card.tsx';
import { SchemeSwitch } from '@/components/SchemeSwitch.tsx';
import { type Preferences, setPreferences, usePreferences } from '@/lib/preferences.ts';
import { accountTexts } from '@/texts/accounts.ts';
import classes from './settings.module.css';

const { preferences: texts, settings } = accountTexts;

/** How this device looks and sounds: saved at once, on the device. */
export function Appearance() {
  const preferences = usePreferences();
  return (
    <>
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
      <Card id="chat" title={settings.chat} text={settings.deviceOnly}>
        <div className={classes.choices}>
          <Choice name="sounds" label={texts.sounds} labels={texts.soundChoices} />
          <Choice
            name="announce"
            label={texts.announce}
            hint={texts.announceHint}
            labels={texts.announceChoices}
          />
          <Switch
            label={texts.shortcuts}
            description={texts.shortcutsHint}
            checked={preferences.singleKeyShortcuts}
            onChange={(event) =>
              setPreferences({ singleKeyShortcuts: event.currentTarget.checked })
            }
          />
          <Switch
            label={texts.plainList}
            description={texts.plainListHint}
            checked={!preferences.virtualList}
            onChange={(event) => setPreferences({ virtualList: !event.currentTarget.checked })}
          />
        </div>
      </Card>
    </>
  );
}

type ChoiceProps<K extends keyof Preferences> = {
  name: K;
  label: string;
  hint?: string;
  labels: Record<Preferences[K] & string, string>;
};

function Choice<K extends keyof Preferences>({ name, label, hint, labels }: ChoiceProps<K>) {
  const value = usePreferences()[name];
  return (
    <Radio.Group
      label={label}
      description={hint}
      value={String(value)}
      onChange={(next) => setPreferences({ [name]: next })}
    >
      <div className={classes.options}>
        {Object.entries<string>(labels).map(([option, text]) => (
          <Radio key={option} value={option} label={text} />
        ))}
      </div>
    </Radio.Group>
  );
}
